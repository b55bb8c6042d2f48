// SPDX-License-Identifier: MIT
//
// Rows of a scan in the order of time, decoded in one go: the rows of each table one after the
// other, and of which table the first row is, the second, ... Objects are reused, so that texts
// keep their memory. Only the files of viewer/reader/ include this. Thread rule: one thread at a
// time; while another one reads the rows of a batch, place() of a table that has a row there may be
// called and written to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "schemas/rows.h"

namespace plytrace::reader {

// What one thread writes per row lies so many bytes apart from what another one has to do with
// meanwhile: processors take lines of 64 bytes, in pairs, from each other.
inline constexpr std::size_t kApart = 128;

class alignas(kApart) RowBatch {
 public:
  static constexpr std::size_t kMost = 256;  // rows; a page or two of nodes, and their events

  // Tables by number: an index of format::EventRows, or that of `node` behind them.
  template <class Row>
  static constexpr std::size_t kTable = format::event_index<Row>();
  static constexpr std::size_t kTables = format::kEventTables + 1;

  std::size_t size() const { return tables_.size(); }
  std::size_t table(std::size_t index) const { return tables_[index]; }
  // The one at `index` among the rows of its table.
  template <class Row>
  const Row& row(std::size_t index) const {
    return std::get<std::vector<Row>>(rows_)[index];
  }

  // Behind the last row of the table, for the next one.
  template <class Row>
  Row& place() {
    auto& rows = std::get<std::vector<Row>>(rows_);
    if (rows.size() == counts_[kTable<Row>]) rows.emplace_back();
    return rows[counts_[kTable<Row>]];
  }
  // What lies at the place of the table is the next row.
  void add(std::size_t table) {
    tables_.push_back(static_cast<std::uint8_t>(table));
    ++counts_[table];
  }
  // Takes the rows away, and has at the place of `Row` what lies there in `last` (this one, too).
  template <class Row>
  void clear_but_for_place_of(RowBatch& last) {
    Row& ahead = last.place<Row>();
    counts_[kTable<Row>] = 0;
    if (Row& first = place<Row>(); &first != &ahead) std::swap(first, ahead);
  }
  template <class Row>
  void clear() {
    counts_[kTable<Row>] = 0;
  }
  void clear_order() { tables_.clear(); }

 private:
  template <class Row>
  using Rows = std::vector<Row>;
  using RowsOfAll = decltype(std::tuple_cat(std::declval<std::tuple<Rows<NodeRow>>>(),
                                            std::declval<format::OfEachEvent<Rows>::Tuple>()));

  RowsOfAll rows_;
  std::array<std::size_t, kTables> counts_{};
  std::vector<std::uint8_t> tables_;
};

}  // namespace plytrace::reader
