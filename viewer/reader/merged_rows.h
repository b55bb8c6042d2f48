// SPDX-License-Identifier: MIT
//
// Merges the nodes and events of an id range into time order, a batch at a time, with one cursor
// per table. Must not outlive its reader. Thread rule: as the reader. fill() with By::kPages may
// run in another thread if `pages` then belongs to a connection of its own.
#pragma once

#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include "viewer/reader/reader_state.h"
#include "viewer/reader/row_batch.h"
#include "viewer/reader/row_cursor.h"

namespace plytrace {

class alignas(reader::kApart) TraceReader::MergedRows {
 public:
  // `pages` and `digests` may be null. The next rows are decoded into `batch` until fill() is
  // called with this batch or another.
  MergedRows(const Impl& impl, const reader::PageSource* pages, std::int64_t first,
             std::int64_t last, format::SearchDigests* digests, reader::RowBatch& batch)
      : last_(last), digests_(digests), batch_(&batch) {
    if (digests != nullptr) sums_ = *digests;
    nodes_.rows.begin(impl, pages, first, last);
    advance<NodeRow>(By::kReader);
    // Start at the first event that happened at node `first` or later; earlier ones belong to nodes
    // above.
    format::for_each_event_table([&]<class Row>() { begin<Row>(impl, pages, first); });
    find_event();
  }

  // Whether extend() can continue these rows. They must have reached their end.
  bool can_extend(bool is_digested) const {
    bool can = is_digested == (digests_ != nullptr) && nodes_.rows.reads_pages();
    format::for_each_event_table(
        [&]<class Row>() { can = can && std::get<Cursor<Row>>(events_).rows.reads_pages(); });
    return can;
  }
  // Continues with the rows that follow, up to node `last`, as if they had begun there.
  void extend(std::int64_t last, format::SearchDigests* digests) {
    last_ = last;
    digests_ = digests;
    if (digests != nullptr) sums_ = *digests;
    nodes_.rows.extend(last);
    advance<NodeRow>(By::kReader);
    format::for_each_event_table([&]<class Row>() { take_waiting<Row>(); });
    find_event();
  }

  enum class By { kPages, kReader };
  // Replaces the contents of `batch` with the next rows, at most `most`. The batch ends before a
  // row that needs the reader: only the reader's thread may find such a row, after the rows before
  // it were returned. Returns false if that is the next row, or at the end.
  bool fill(reader::RowBatch& batch, std::size_t most, By by) {
    carry_over(batch);
    while (batch.size() < most) {
      if (due_ != kNone && !advance_due(batch.size() == 0 ? by : By::kPages)) return false;
      const std::size_t table = earliest();
      if (table == kNone) {
        if (digests_ != nullptr) *digests_ = sums_;
        return false;
      }
      batch.add(table);
      due_ = table;
    }
    return true;
  }

 private:
  // One table; its next row is already decoded in the free slot of the batch.
  template <class Row>
  struct Cursor {
    RowCursor<Row> rows;
    bool has_row = false;
    bool waits = false;           // the row is an event behind the range
    std::int64_t id = 0, at = 0;  // of the row; for a node `at` is its id
    format::RowHash hash;         // of a row that waits
  };
  static constexpr std::size_t kNodes = reader::RowBatch::kTable<NodeRow>;
  static constexpr std::size_t kNone = reader::RowBatch::kTables;
  static constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

  template <class Row>
  Cursor<Row>& cursor() {
    if constexpr (std::is_same_v<Row, NodeRow>) {
      return nodes_;
    } else {
      return std::get<Cursor<Row>>(events_);
    }
  }

  template <class Row>
  void begin(const Impl& impl, const reader::PageSource* pages, std::int64_t first) {
    cursor<Row>().rows.begin(impl, pages, first_event<Row>(impl, first), kMost);
    advance<Row>(By::kReader);
  }
  // The first event id that can belong to node `first` or later. A scan from kLeast starts at the
  // smallest id, so that it also returns rows with ids that no recorder assigns.
  template <class Row>
  static std::int64_t first_event(const Impl& impl, std::int64_t first) {
    if (first == kLeast) return kLeast;
    constexpr std::size_t kKind = format::event_index<Row>();
    return impl.event_lower_bound(kKind, first, 0, impl.event_end(kKind, reader::kLastStream));
  }

  void carry_over(reader::RowBatch& batch) {
    carry_over<NodeRow>(batch);
    format::for_each_event_table([&]<class Row>() { carry_over<Row>(batch); });
    batch.clear_order();
    batch_ = &batch;
  }
  template <class Row>
  void carry_over(reader::RowBatch& batch) {
    const Cursor<Row>& cursor = this->cursor<Row>();
    if (cursor.waits || (cursor.has_row && due_ != reader::RowBatch::kTable<Row>)) {
      batch.clear_but_for_place_of<Row>(*batch_);
    } else {
      batch.clear<Row>();
    }
  }

  // Moves the cursor past the row that was added last.
  bool advance_due(By by) {
    bool is_done = false;
    if (due_ == kNodes) {
      is_done = advance<NodeRow>(by);
    } else {
      format::with_event_table(due_, [&]<class Row>() { is_done = advance<Row>(by); });
      if (is_done) find_event();
    }
    if (is_done) due_ = kNone;
    return is_done;
  }

  // False if only the reader's thread can read the next row.
  template <class Row>
  bool advance(By by) {
    using Next = typename RowCursor<Row>::Next;
    Cursor<Row>& cursor = this->cursor<Row>();
    Row& row = batch_->place<Row>();
    format::RowHash* const hash = digests_ == nullptr ? nullptr : &hash_;
    const Next next = cursor.rows.next_of_pages(row, hash);
    if (next == Next::kForReader && by == By::kPages) return false;
    cursor.has_row =
        next == Next::kRow || (next == Next::kForReader && cursor.rows.next_of_reader(row, hash));
    if (!cursor.has_row) return true;
    cursor.id = row.id;
    if constexpr (!std::is_same_v<Row, NodeRow>) {
      cursor.at = row.at;
      // `at` never decreases, so all later events of this table are outside the range too.
      cursor.has_row = row.at <= last_;
      if (!cursor.has_row) {
        cursor.waits = true;
        cursor.hash = hash_;
      }
    }
    if (cursor.has_row && digests_ != nullptr) {
      sums_[format::digested<Row>()].add_row(row.id, hash_);
    }
    return true;
  }

  template <class Row>
  void take_waiting() {
    Cursor<Row>& cursor = this->cursor<Row>();
    if (!cursor.waits) return;
    cursor.rows.begin_here();
    cursor.has_row = cursor.at <= last_;
    cursor.waits = !cursor.has_row;
    if (cursor.has_row && digests_ != nullptr) {
      sums_[format::digested<Row>()].add_row(cursor.id, cursor.hash);
    }
  }

  // Finds the next event: the one with the lowest id.
  void find_event() {
    event_ = kNone;
    event_at_ = kMost;
    std::int64_t id = kMost;
    format::for_each_event_table([&]<class Row>() {
      const Cursor<Row>& cursor = this->cursor<Row>();
      if (!cursor.has_row || cursor.id > id) return;
      event_ = reader::RowBatch::kTable<Row>;
      id = cursor.id;
      event_at_ = cursor.at;
    });
  }
  // The table of the next row: that event, unless a node was entered before it. An event with `at`
  // n happened after node n was entered.
  std::size_t earliest() const {
    return nodes_.has_row && nodes_.id <= event_at_ ? kNodes : event_;
  }

  std::int64_t last_;
  format::SearchDigests* digests_;  // receives the sums at the end; may be null
  format::SearchDigests sums_;
  format::RowHash hash_;
  reader::RowBatch* batch_;
  Cursor<NodeRow> nodes_;
  format::OfEachEvent<Cursor>::Tuple events_;
  std::size_t event_ = kNone;  // the table of the next event
  std::int64_t event_at_ = 0;
  std::size_t due_ = kNone;  // the table whose row was added last
};

}  // namespace plytrace
