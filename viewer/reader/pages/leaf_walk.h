// SPDX-License-Identifier: MIT
//
// Walks the rows of one table in id order, directly from its pages: leaf by leaf, with a stack of
// the pages above. Pages are not trusted: one that violates the format ends the walk, and SQLite
// then reports the damage; rows out of order are damage too. Every leaf must yield at least one row
// with a larger id than all before, so a tree with a cycle ends. Memory: one block of pages, and
// one page per level. Source: https://www.sqlite.org/fileformat2.html, section 1.6. Thread rule:
// one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "viewer/reader/pages/page_source.h"

namespace plytrace::reader {

class LeafWalk {
 public:
  // Starts at the first row with id `first_id` or larger. `pages` must outlive the walk.
  LeafWalk(const PageSource& pages, std::uint32_t root, std::int64_t first_id);

  enum class Step {
    kRow,
    kEnd,
    kOutOfOrder,  // row `id` follows row `before`, whose id is not smaller
    kUnreadable   // a page violates the format or cannot be read
  };
  // Do not call next() again after a result other than kRow.
  Step next() {
    if (next_cell_ == cells_.size()) {
      if (const Step step = next_leaf(); step != Step::kRow) return step;
    }
    const Cell& cell = cells_[next_cell_++];
    id_ = cell.id;
    record_ = {cell.record, cell.local};
    return cell.local == cell.bytes || gather(cell) ? Step::kRow : Step::kUnreadable;
  }

  // Makes the next call of next() return the current row again.
  void step_back() { --next_cell_; }

  std::int64_t id() const { return id_; }
  std::int64_t before() const { return before_; }
  // The record, valid until the next call of next(). Up to kSlack bytes after it may be read; their
  // contents are arbitrary.
  std::span<const std::uint8_t> record() const { return record_; }
  static constexpr std::size_t kSlack = 16;

 private:
  using Id = std::int64_t;
  // Ids above `after`, up to `up_to`.
  struct Range {
    Id after = std::numeric_limits<Id>::min();
    Id up_to = std::numeric_limits<Id>::max();
  };
  // A child of an interior page, with the ids that it may hold.
  struct Child {
    std::uint32_t page = 0;
    Range ids;
  };
  struct Level {
    std::vector<Child> children;
    std::size_t next = 0;  // index of the next child to visit
  };
  // A cell of the leaf: its record, and how many of the record's bytes are on this page.
  struct Cell {
    Id id = 0;
    const std::uint8_t* record = nullptr;
    std::uint32_t local = 0, bytes = 0;
  };

  Step next_leaf();
  Step go_down();
  const std::uint8_t* load(Level& level);
  bool enter_interior(const std::uint8_t* page, const Range& ids);
  Step enter_leaf(const std::uint8_t* page, Range ids);
  bool read_cell(const std::uint8_t* page, std::size_t index, std::size_t cells, Cell& cell) const;
  bool gather(const Cell& cell);

  const PageSource* pages_;
  Id first_id_;
  std::vector<Level> levels_;  // from the root down; the first has the root page as its only child

  std::vector<std::uint8_t> block_;  // consecutive pages
  std::uint32_t block_first_ = 0;
  std::size_t block_pages_ = 0;
  std::vector<Cell> cells_;  // the cells of the current leaf
  std::size_t next_cell_ = 0;

  Id id_ = 0, before_ = 0;
  std::span<const std::uint8_t> record_;
  std::vector<std::uint8_t> long_record_;  // a record assembled from several pages
  std::vector<std::uint8_t> overflow_page_;
};

}  // namespace plytrace::reader
