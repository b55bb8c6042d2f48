// SPDX-License-Identifier: MIT
//
// Reads the rows of one table in id order. It decodes the pages of the file where possible
// (pages/); otherwise it uses SQL, which is three to ten times slower and serves as the reference.
// At a page that it cannot decode, it switches to SQL, which reports what is wrong. Must not
// outlive its reader. Thread rule: as the reader, except next_of_pages().
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
  // Starts at row `first` and ends at row `last`; `pages` may be null.
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

  // Whether the cursor reads pages and has found no damage, so that the two functions below work.
  bool reads_pages() const {
    return walk_ && (last_step_ == Step::kRow || last_step_ == Step::kEnd);
  }
  // At the end: goes on behind the rows that were read, up to row `last`.
  void extend(std::int64_t last) {
    const bool is_row_left = last_step_ == Step::kEnd && walk_->id() > last_;
    begin_part(last_ + 1, 0);
    last_ = last;
    if (!is_row_left) return;
    walk_->step_back();
    last_step_ = Step::kRow;
  }
  // Makes the current row, which is in memory, the first one: SQL would continue from there.
  void begin_here() { begin_part(walk_->id(), 1); }

  // Reads the next row, and its hash if `hash` is given. False at the end, and after damage, which
  // the reader's status() keeps.
  bool next(Row& row, format::RowHash* hash) {
    const Next next = next_of_pages(row, hash);
    return next == Next::kForReader ? next_of_reader(row, hash) : next == Next::kRow;
  }

  // The same in two steps. next_of_pages() decodes pages without touching the reader, so another
  // thread may call it; next_of_reader() handles what needs the reader.
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

  void begin_part(std::int64_t first, std::int64_t handed_out) {
    first_ = first;
    handed_out_ = handed_out;
    seen_.reset();
    if (handed_out > 0) seen_ = first;
  }

  Step step(Row& row, format::RowHash* hash) {
    const Step step = walk_->next();
    if (step != Step::kRow) return step;
    if (walk_->id() > last_) return Step::kEnd;
    if (!decode(walk_->record(), walk_->id(), row, hash)) return Step::kUnreadable;
    seen_ = walk_->id();
    ++handed_out_;
    return Step::kRow;
  }

  // Most nodes are leaves, whose stored columns end before this one.
  static constexpr std::size_t kFewStored = [] {
    if constexpr (std::is_same_v<Row, NodeRow>) return std::size_t{format::column_of<Row>("best")};
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
  template <std::size_t kMostStored>
  static bool decode_up_to(std::span<const std::uint8_t> record, std::int64_t id, Row& row,
                           format::RowHash* hash, bool& is_sound) {
    return hash == nullptr ? decode_up_to<kMostStored, false>(record, id, row, hash, is_sound)
                           : decode_up_to<kMostStored, true>(record, id, row, hash, is_sound);
  }
  // Decodes one row. Everything is inlined into one function, so that the compiler knows the number
  // and type of each column. False if the record is damaged or stores more than kMostStored
  // columns.
  template <std::size_t kMostStored, bool kIsHashed>
  [[gnu::flatten]] static bool decode_up_to(std::span<const std::uint8_t> record, std::int64_t id,
                                            Row& row, format::RowHash* hash, bool& is_sound) {
    reader::RecordValues values;
    if (!values.parse<format::kColumnCount<Row>, format::kZeroByDefault<Row>, kMostStored>(record,
                                                                                           id)) {
      return false;
    }
    // A local copy lets the compiler keep the sum in registers.
    format::HashOf<Row> sum;
    reader::ColumnsOf<reader::RecordValues&, format::HashOf<Row>> from(values,
                                                                       kIsHashed ? &sum : nullptr);
    reader::read_row(from, row);
    if (kIsHashed) *hash = sum;
    is_sound = from.is_sound();
    return true;
  }

  // Continues by SQL from the first row and skips the rows that were already returned. Seeking to
  // the next id instead would follow the interior keys and might miss the damage.
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
  std::int64_t handed_out_ = 0;       // number of rows read from pages
  std::optional<reader::LeafWalk> walk_;
  Step last_step_ = Step::kRow;  // the last result of the walk
  reader::Statement statement_;
};

}  // namespace plytrace
