// SPDX-License-Identifier: MIT
//
// A batch of decoded rows in time order. It stores the rows of each table together, and the
// sequence of tables that gives the overall order. Row objects are reused, so that their texts keep
// their capacity. Only the files of viewer/reader/ include this. Thread rule: one thread at a time.
// While another thread reads the rows of a batch, this thread may call place() for a table that has
// a row there, and write to it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "schemas/rows.h"

namespace plytrace::reader {

// Alignment that separates data of different threads, to avoid false sharing: cache lines have 64
// bytes, and processors fetch them in pairs.
inline constexpr std::size_t kApart = 128;

class alignas(kApart) RowBatch {
 public:
  static constexpr std::size_t kMost = 256;  // rows: one or two pages of nodes with their events

  // Table numbers: an index into format::EventRows; `node` comes after them.
  template <class Row>
  static constexpr std::size_t kTable = format::event_index<Row>();
  static constexpr std::size_t kTables = format::kEventTables + 1;

  std::size_t size() const { return tables_.size(); }
  std::size_t table(std::size_t index) const { return tables_[index]; }
  // The row at `index` among the rows of its table.
  template <class Row>
  const Row& row(std::size_t index) const {
    return std::get<std::vector<Row>>(rows_)[index];
  }

  // The slot after the last row of the table, where the next row is decoded.
  template <class Row>
  Row& place() {
    auto& rows = std::get<std::vector<Row>>(rows_);
    if (rows.size() == counts_[kTable<Row>]) rows.emplace_back();
    return rows[counts_[kTable<Row>]];
  }
  // Appends the row that was decoded into the table's slot.
  void add(std::size_t table) {
    tables_.push_back(static_cast<std::uint8_t>(table));
    ++counts_[table];
  }
  // Removes all rows of the table, and moves the row decoded into the free slot of `last` into the
  // first slot here. `last` may be this batch.
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
