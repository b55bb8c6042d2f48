// SPDX-License-Identifier: MIT
//
// The rows of one table in the order of their ids, from its pages: leaf by leaf, with a stack of
// the pages above. Nothing of a page is believed: what does not fit the format ends the walk, for
// SQLite to say what it is, and rows out of order are damage. Every leaf gives at least one row,
// with a larger id than all before it, so that a tree that runs in a circle ends. Memory: a block
// of pages, and a page a level. Source: https://www.sqlite.org/fileformat2.html, section 1.6.
// Thread rule: one thread.
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
  // Rows from `first_id` on. The source must live as long.
  LeafWalk(const PageSource& pages, std::uint32_t root, std::int64_t first_id);

  enum class Step {
    kRow,
    kEnd,
    kOutOfOrder,  // row `id` stands behind row `before`
    kUnreadable   // a page is not what it should be, or cannot be read
  };
  // After anything but kRow there is nothing more to ask.
  Step next() {
    if (next_cell_ == cells_.size()) {
      if (const Step step = next_leaf(); step != Step::kRow) return step;
    }
    const Cell& cell = cells_[next_cell_++];
    id_ = cell.id;
    record_ = {cell.record, cell.local};
    return cell.local == cell.bytes || gather(cell) ? Step::kRow : Step::kUnreadable;
  }

  std::int64_t id() const { return id_; }
  std::int64_t before() const { return before_; }
  // The record. It stays until the next call; kSlack bytes after it may be read, whatever they
  // hold.
  std::span<const std::uint8_t> record() const { return record_; }
  static constexpr std::size_t kSlack = 16;

 private:
  using Id = std::int64_t;
  // Ids above `after`, up to `up_to`.
  struct Range {
    Id after = std::numeric_limits<Id>::min();
    Id up_to = std::numeric_limits<Id>::max();
  };
  // A page above the leaves: its children in order, the ids that each may hold.
  struct Child {
    std::uint32_t page = 0;
    Range ids;
  };
  struct Level {
    std::vector<Child> children;
    std::size_t next = 0;  // the child to go to
  };
  // A row of the leaf: where its record begins, and how much of it lies there.
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
  std::vector<Level> levels_;  // from the root down; the first has the root as its only child

  std::vector<std::uint8_t> block_;  // pages, one after the other
  std::uint32_t block_first_ = 0;
  std::size_t block_pages_ = 0;
  std::vector<Cell> cells_;  // of the leaf
  std::size_t next_cell_ = 0;

  Id id_ = 0, before_ = 0;
  std::span<const std::uint8_t> record_;
  std::vector<std::uint8_t> long_record_;  // one that was put together from several pages
  std::vector<std::uint8_t> overflow_page_;
};

}  // namespace plytrace::reader
