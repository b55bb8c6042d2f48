// SPDX-License-Identifier: MIT
//
// Scans whole subtrees as one forward pass over nodes and events. A short scan decodes rows on
// demand; a long one lets a thread decode them ahead through a second connection.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <system_error>

#include "viewer/reader/merged_rows.h"
#include "viewer/reader/reader_state.h"
#include "viewer/reader/row_cursor.h"
#include "viewer/reader/rows_ahead.h"

namespace plytrace {

using namespace reader;

// Must not outlive its reader.
class TraceReader::Scan final : public TraceScan {
 public:
  Scan(const Impl& impl, std::int64_t first, std::int64_t last, format::SearchDigests* digests)
      : impl_(impl),
        pages_(impl.pages()),
        rows_(impl, pages_ ? &*pages_ : nullptr, first, last, digests, own_batch_) {}

  bool next() override {
    if (next_ == batch_->size()) fetch();
    // Damage ends the scan, whether it or another query of the reader found it.
    if (next_ == batch_->size() || !impl_.status->is_ok()) {
      stand_at_end();
      return false;
    }
    const std::size_t table = batch_->table(next_++);
    if (table == kNode) {
      stand_on_next<NodeRow>();
    } else {
      format::with_event_table(table, [this]<class Row>() { stand_on_next<Row>(); });
    }
    return true;
  }

 private:
  using By = MergedRows::By;

  template <class Row>
  void stand_on_next() {
    stand_on(batch_->row<Row>(next_of_table_[RowBatch::kTable<Row>]++));
  }

  void fetch() {
    seen_ += static_cast<std::int64_t>(batch_->size());
    next_ = 0;
    next_of_table_.fill(0);
    if (!was_long_ && seen_ >= impl_.rows_before_thread) {
      was_long_ = true;
      read_ahead();
    }
    batch_ = ahead_ ? ahead_->next() : nullptr;
    if (batch_ != nullptr) return;
    // Start with few rows, because most scans are short.
    most_ = std::min(2 * most_, RowBatch::kMost);
    rows_.fill(own_batch_, most_, By::kReader);
    batch_ = &own_batch_;
  }

  // Moves the decoding to a thread if possible. What needs the reader is still done in this thread.
  void read_ahead() {
    if (!pages_) return;
    Database connection = open_again(impl_.file.path, impl_.database.get());
    auto pages = connection ? PageSource::of(connection.get()) : std::nullopt;
    if (!pages || pages->page_count() != pages_->page_count()) return;
    // The thread's connection already holds its lock when the old one is released.
    *pages_ = std::move(*pages);
    connection_ = std::move(connection);
    try {
      ahead_.emplace(
          [this](RowBatch& batch) { return rows_.fill(batch, RowBatch::kMost, By::kPages); });
    } catch (const std::system_error&) {  // no thread available: continue without one
    }
  }

  const Impl& impl_;
  Database connection_;  // used by the thread
  // Pages of the reader's connection at first, then of the thread's.
  alignas(kApart) std::optional<PageSource> pages_;
  RowBatch own_batch_;  // the batch that this thread fills
  MergedRows rows_;
  std::optional<RowsAhead> ahead_;

  RowBatch* batch_ = &own_batch_;  // the batch of the current row
  std::size_t next_ = 0;           // index of the next row in `batch_`
  std::array<std::size_t, RowBatch::kTables> next_of_table_{};
  std::size_t most_ = 4;  // capacity of the last batch that this thread filled
  std::int64_t seen_ = 0;
  bool was_long_ = false;  // a thread has been tried
};

void TraceReader::for_each_table_probe(
    const std::function<bool(const TableProbeRow&)>& visit) const {
  const Snapshot snapshot(*this);
  const auto pages = impl_->pages();
  RowCursor<TableProbeRow> rows;
  rows.begin(*impl_, pages ? &*pages : nullptr, std::numeric_limits<std::int64_t>::min(),
             std::numeric_limits<std::int64_t>::max());
  for (TableProbeRow row; rows.next(row, nullptr);) {
    if (!visit(row)) return;
  }
}

std::unique_ptr<TraceScan> TraceReader::scan(std::int64_t first, std::int64_t last,
                                             format::SearchDigests* digests) const {
  const Snapshot snapshot(*this);
  return std::make_unique<Scan>(*impl_, first, last, digests);
}

}  // namespace plytrace
