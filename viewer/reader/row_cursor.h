// SPDX-License-Identifier: MIT
//
// The rows of a table in the order of their ids, for who reads them all: from the pages of the file
// where they can be read (pages/), else by SQL, which is three to ten times slower and the
// reference. What the pages cannot explain is left to SQL: from the row on where it was met SQLite
// reads, and says what is wrong. Must not outlive its reader. Thread rule: that of the reader.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "viewer/reader/pages/leaf_walk.h"
#include "viewer/reader/pages/record_values.h"
#include "viewer/reader/reader_state.h"

namespace plytrace {

template <class Row>
class TraceReader::RowCursor {
 public:
  // Rows first..last; `pages` may be null.
  void begin(const Impl& impl, const reader::PageSource* pages, std::int64_t first,
             std::int64_t last) {
    impl_ = &impl;
    first_ = first;
    last_ = last;
    const auto root = pages == nullptr ? std::nullopt : pages->root_of(format::Table<Row>::kName);
    if (root) {
      walk_.emplace(*pages, *root, first);
    } else {
      go_on_by_sql();
    }
  }

  // The next row, and its weight where one is wanted. False at the end, and after damage, which the
  // reader keeps.
  bool next(Row& row, format::RowWeight* weight) {
    if (walk_) {
      switch (step(row, weight)) {
        case Step::kRow:
          return true;
        case Step::kEnd:
          return false;
        case Step::kOutOfOrder:
          impl_->fail_order(format::Table<Row>::kName, walk_->id(), walk_->before());
          return false;
        case Step::kUnreadable:
          break;
      }
      walk_.reset();
      go_on_by_sql();
    }
    return next_by_sql(row, weight);
  }

 private:
  using Step = reader::LeafWalk::Step;

  Step step(Row& row, format::RowWeight* weight) {
    const Step step = walk_->next();
    if (step != Step::kRow) return step;
    if (walk_->id() > last_) return Step::kEnd;
    if (weight != nullptr) *weight = {};
    if (!decode(walk_->record(), walk_->id(), row, weight)) return Step::kUnreadable;
    seen_ = walk_->id();
    ++handed_out_;
    return Step::kRow;
  }

  // Per row. With everything in one place, what follows from a column's number and type is known to
  // the compiler.
  [[gnu::flatten]] static bool decode(std::span<const std::uint8_t> record, std::int64_t id,
                                      Row& row, format::RowWeight* weight) {
    reader::RecordValues values;
    if (!values.parse<format::kColumnCount<Row>, format::kZeroByDefault<Row>>(record, id))
      return false;
    reader::ColumnsOf<reader::RecordValues&> from(values, weight);
    reader::read_row(from, row);
    return from.is_sound();
  }

  // From the first row on, and past those that were handed out: a search for the next one would go
  // by keys above the leaves, and so perhaps around the damage.
  void go_on_by_sql() {
    statement_ =
        impl_->prepare(reader::select_rows<Row>("WHERE id >= ?1 AND id <= ?2 ORDER BY id"));
    if (!statement_) return;
    sqlite3_bind_int64(statement_.get(), 1, first_);
    sqlite3_bind_int64(statement_.get(), 2, last_);
    std::int64_t id = first_;
    for (; handed_out_ > 0 && impl_->step(statement_.get()); --handed_out_) {
      id = sqlite3_column_int64(statement_.get(), 0);
    }
    if (seen_ && (handed_out_ > 0 || id != *seen_)) {
      impl_->fail_order(format::Table<Row>::kName, *seen_, id);
      statement_.reset();
    }
  }
  bool next_by_sql(Row& row, format::RowWeight* weight) {
    if (weight != nullptr) *weight = {};
    if (!statement_ || !impl_->take(statement_.get(), row, weight)) return false;
    if (seen_ && row.id <= *seen_) {
      impl_->fail_order(format::Table<Row>::kName, row.id, *seen_);
      return false;
    }
    seen_ = row.id;
    return true;
  }

  const Impl* impl_ = nullptr;
  std::int64_t first_ = 0, last_ = 0;
  std::optional<std::int64_t> seen_;  // the id of the last row
  std::int64_t handed_out_ = 0;       // rows, from pages
  std::optional<reader::LeafWalk> walk_;
  reader::Statement statement_;
};

}  // namespace plytrace
