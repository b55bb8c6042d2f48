// SPDX-License-Identifier: MIT
//
// Whole subtrees as one forward scan of nodes and events.
#include <limits>

#include "viewer/reader/reader_state.h"
#include "viewer/reader/row_cursor.h"

namespace plytrace {

using namespace reader;

// A cursor a table, in id order, merged. Must not outlive its reader.
class TraceReader::Scan final : public TraceScan {
 public:
  Scan(const Impl& impl, std::int64_t first, std::int64_t last, format::SearchDigests* digests)
      : impl_(impl), last_(last), digests_(digests), pages_(impl.pages()) {
    nodes_.rows.begin(impl_, pages(), first, last);
    advance<NodeRow>();
    // Events that happened at the first node or later; those before it belong to nodes above.
    format::for_each_event_table([&]<class Row>() { begin<Row>(first); });
  }

  bool next() override {
    if (at_ == kNode) {
      advance<NodeRow>();
    } else {
      format::with_event_table(at_, [this]<class Row>() { advance<Row>(); });
    }
    at_ = earliest();
    return at_ != kEnd;
  }

 private:
  // One of the tables under a scan; its next row, not yet handed out, lies in its slot.
  template <class Row>
  struct Cursor {
    RowCursor<Row> rows;
    bool has_row = false;
  };

  const PageSource* pages() const { return pages_ ? &*pages_ : nullptr; }

  template <class Row>
  Cursor<Row>& cursor() {
    if constexpr (std::is_same_v<Row, NodeRow>) {
      return nodes_;
    } else {
      return std::get<Cursor<Row>>(events_);
    }
  }

  template <class Row>
  void begin(std::int64_t first) {
    constexpr std::size_t kKind = format::event_index<Row>();
    const std::int64_t end = impl_.event_end(kKind, kLastStream);
    cursor<Row>().rows.begin(impl_, pages(), impl_.event_lower_bound(kKind, first, 0, end), kMost);
    advance<Row>();
  }

  template <class Row>
  void advance() {
    Cursor<Row>& cursor = this->cursor<Row>();
    Row& row = slot<Row>();
    cursor.has_row = cursor.rows.next(row, digests_ == nullptr ? nullptr : &weight_);
    if constexpr (!std::is_same_v<Row, NodeRow>) {
      // `at` never decreases: what comes later in this table is outside, too.
      cursor.has_row = cursor.has_row && row.at <= last_;
    }
    if (cursor.has_row && digests_ != nullptr) {
      (*digests_)[format::digested<Row>()].add_row(row.id, weight_);
    }
  }

  // The event of the lowest id, unless a node was entered before it. Damage ends everything.
  std::size_t earliest() {
    if (!impl_.status->is_ok()) return kEnd;
    std::size_t found = kEnd;
    std::int64_t id = kMost;
    std::int64_t at = id;
    format::for_each_event_table([&]<class Row>() {
      const Row& row = slot<Row>();
      if (!cursor<Row>().has_row || row.id > id) return;
      found = place_of<Row>();
      id = row.id;
      at = row.at;
    });
    // An event at n happened after n was entered.
    return nodes_.has_row && slot<NodeRow>().id <= at ? kNode : found;
  }

  static constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

  const Impl& impl_;
  std::int64_t last_;
  format::SearchDigests* digests_;  // may be null
  format::RowWeight weight_;
  std::optional<PageSource> pages_;
  Cursor<NodeRow> nodes_;
  format::OfEachEvent<Cursor>::Tuple events_;
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
