// SPDX-License-Identifier: MIT
//
// Scans whole subtrees as one forward pass over nodes and events. A short scan decodes rows on
// demand; a long one lets a thread decode them ahead through a second connection.
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "viewer/reader/merged_rows.h"
#include "viewer/reader/reader_state.h"
#include "viewer/reader/row_cursor.h"
#include "viewer/reader/rows_ahead.h"

namespace plytrace {

using namespace reader;

// The rows and cursors that a scan reads.
struct TraceReader::Impl::ScanSource {
  ScanSource(const Impl& impl, std::int64_t first, std::int64_t last_node,
             format::SearchDigests* digests)
      : pages(impl.pages()),
        rows(impl, pages ? &*pages : nullptr, first, last_node, digests, own_batch),
        last(last_node) {}

  // Pages of the reader's connection at first, then of the connection of the scan's thread.
  alignas(kApart) std::optional<PageSource> pages;
  RowBatch own_batch;  // the batch that the reader's thread fills
  MergedRows rows;
  std::int64_t last;
};

// Must not outlive its reader.
class TraceReader::Scan final : public TraceScan {
 public:
  Scan(const Impl& impl, std::int64_t first, std::int64_t last, format::SearchDigests* digests)
      : impl_(impl), is_digested_(digests != nullptr), source_(source_of(first, last, digests)) {}
  ~Scan() override {
    const bool can_go_on = is_at_end_ && !was_long_ && impl_.snapshots > 0 &&
                           impl_.status->is_ok() && source_->rows.can_extend(is_digested_);
    if (can_go_on) impl_.kept_scans[is_digested_ ? 1 : 0] = std::move(source_);
  }
  Scan(const Scan&) = delete;
  Scan& operator=(const Scan&) = delete;

  bool next() override {
    if (next_ == batch_->size()) fetch();
    // Damage ends the scan, whether it or another query of the reader found it.
    if (next_ == batch_->size() || !impl_.status->is_ok()) {
      is_at_end_ = true;
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

  // The rest of an earlier scan if this one begins behind it.
  std::shared_ptr<Impl::ScanSource> source_of(std::int64_t first, std::int64_t last,
                                              format::SearchDigests* digests) {
    auto kept = std::exchange(impl_.kept_scans[is_digested_ ? 1 : 0], nullptr);
    if (kept == nullptr || kept->last == kEndless || kept->last + 1 != first || last < first) {
      return std::make_shared<Impl::ScanSource>(impl_, first, last, digests);
    }
    kept->last = last;
    kept->rows.extend(last, digests);
    return kept;
  }

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
    source_->rows.fill(source_->own_batch, most_, By::kReader);
    batch_ = &source_->own_batch;
  }

  // Moves the decoding to a thread if possible. What needs the reader is still done in this thread.
  void read_ahead() {
    std::optional<PageSource>& own = source_->pages;
    if (!own) return;
    Database connection = open_again(impl_.file.path, impl_.database.get());
    auto pages = connection ? PageSource::of(connection.get()) : std::nullopt;
    if (!pages || pages->page_count() != own->page_count()) return;
    // The thread's connection already holds its lock when the old one is released.
    *own = std::move(*pages);
    connection_ = std::move(connection);
    try {
      ahead_.emplace([this](RowBatch& batch) {
        return source_->rows.fill(batch, RowBatch::kMost, By::kPages);
      });
    } catch (const std::system_error&) {  // no thread available: continue without one
    }
  }

  static constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

  const Impl& impl_;
  const bool is_digested_;
  Database connection_;  // used by the thread
  std::shared_ptr<Impl::ScanSource> source_;
  std::optional<RowsAhead> ahead_;

  RowBatch* batch_ = &source_->own_batch;  // the batch of the current row
  std::size_t next_ = 0;                   // index of the next row in `batch_`
  std::array<std::size_t, RowBatch::kTables> next_of_table_{};
  std::size_t most_ = 4;  // capacity of the last batch that this thread filled
  std::int64_t seen_ = 0;
  bool is_at_end_ = false;
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
