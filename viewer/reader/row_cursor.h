// SPDX-License-Identifier: MIT
//
// The rows of a table in the order of their ids, for who reads them all: from the pages of the file
// where they can be read (pages/), else by SQL, which is three to ten times slower and the
// reference. What the pages cannot explain is left to SQL: from the row on where it was met SQLite
// reads, and says what is wrong. Must not outlive its reader. Thread rule: that of the reader, but
// for next_of_pages().
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

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
    const auto root =
        pages == nullptr ? std::nullopt : impl.root_page(*pages, format::Table<Row>::kName);
    if (root) {
      walk_.emplace(*pages, *root, first);
    } else {
      go_on_by_sql();
    }
  }

  // The next row, and its hash where one is wanted. False at the end, and after damage, which the
  // reader keeps.
  bool next(Row& row, format::RowHash* hash) {
    const Next next = next_of_pages(row, hash);
    return next == Next::kForReader ? next_of_reader(row, hash) : next == Next::kRow;
  }

  // The same in two parts: what comes from pages, which asks and alters nothing of the reader, and
  // may be called by another thread; then what only the reader can tell.
  enum class Next { kRow, kEnd, kForReader };
  Next next_of_pages(Row& row, format::RowHash* hash) {
    if (!walk_ || last_step_ != Step::kRow) return Next::kForReader;
    last_step_ = step(row, hash);
    if (last_step_ == Step::kRow) return Next::kRow;
    return last_step_ == Step::kEnd ? Next::kEnd : Next::kForReader;
  }
  bool next_of_reader(Row& row, format::RowHash* hash) {
    if (walk_ && last_step_ == Step::kOutOfOrder) {
      impl_->fail_order(format::Table<Row>::kName, walk_->id(), walk_->before());
      return false;
    }
    if (walk_) {
      walk_.reset();
      go_on_by_sql();
    }
    return next_by_sql(row, hash);
  }

 private:
  using Step = reader::LeafWalk::Step;

  Step step(Row& row, format::RowHash* hash) {
    const Step step = walk_->next();
    if (step != Step::kRow) return step;
    if (walk_->id() > last_) return Step::kEnd;
    if (!decode(walk_->record(), walk_->id(), row, hash)) return Step::kUnreadable;
    seen_ = walk_->id();
    ++handed_out_;
    return Step::kRow;
  }

  // Most nodes are leaves: what is stored of them ends before this column.
  static constexpr std::size_t kFewStored = [] {
    if constexpr (std::is_same_v<Row, NodeRow>) return std::size_t{format::column_of<Row>("phase")};
    return std::size_t{format::kColumnCount<Row>};
  }();

  static bool decode(std::span<const std::uint8_t> record, std::int64_t id, Row& row,
                     format::RowHash* hash) {
    constexpr std::size_t kAll = format::kColumnCount<Row>;
    bool is_sound = false;
    if (kFewStored < kAll && decode_up_to<kFewStored>(record, id, row, hash, is_sound)) {
      return is_sound;
    }
    return decode_up_to<kAll>(record, id, row, hash, is_sound) && is_sound;
  }
  // Per row. With everything in one place, what follows from a column's number and type is known to
  // the compiler. False where it is no record of so many columns at most.
  template <std::size_t kMostStored>
  [[gnu::flatten]] static bool decode_up_to(std::span<const std::uint8_t> record, std::int64_t id,
                                            Row& row, format::RowHash* hash, bool& is_sound) {
    reader::RecordValues values;
    if (!values.parse<format::kColumnCount<Row>, format::kZeroByDefault<Row>, kMostStored>(record,
                                                                                           id)) {
      return false;
    }
    // In a local variable, which nothing else can alter.
    format::RowHash sum;
    reader::ColumnsOf<reader::RecordValues&> from(values, hash == nullptr ? nullptr : &sum);
    reader::read_row(from, row);
    if (hash != nullptr) *hash = sum;
    is_sound = from.is_sound();
    return true;
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
  bool next_by_sql(Row& row, format::RowHash* hash) {
    if (hash != nullptr) *hash = {};
    if (!statement_ || !impl_->take(statement_.get(), row, hash)) return false;
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
  Step last_step_ = Step::kRow;  // of the walk
  reader::Statement statement_;
};

}  // namespace plytrace
