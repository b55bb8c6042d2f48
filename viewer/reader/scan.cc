// SPDX-License-Identifier: MIT
//
// Whole subtrees as one forward scan of nodes and events.
#include <limits>

#include "viewer/reader/reader_state.h"

namespace plytrace {

using namespace reader;

// A cursor a table, in id order, merged. Must not outlive its reader.
class TraceReader::Scan final : public TraceScan {
 public:
  Scan(const Impl& impl, std::int64_t first, std::int64_t last, format::SearchDigests* digests)
      : impl_(impl), last_(last), digests_(digests) {
    nodes_.statement =
        impl.prepare(select_rows<NodeRow>("WHERE id >= ?1 AND id <= ?2 ORDER BY id"));
    if (nodes_.statement) {
      sqlite3_bind_int64(nodes_.statement.get(), 1, first);
      sqlite3_bind_int64(nodes_.statement.get(), 2, last);
    }
    advance<NodeRow>();
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
    Statement statement;
    bool has_row = false;
    bool is_under_way = false;
  };

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
    Statement& statement = cursor<Row>().statement;
    statement = impl_.prepare(select_rows<Row>("WHERE id >= ?1 ORDER BY id"));
    if (!statement) return;
    constexpr std::size_t kKind = format::event_index<Row>();
    const std::int64_t end = impl_.event_end(kKind, kLastStream);
    sqlite3_bind_int64(statement.get(), 1, impl_.event_lower_bound(kKind, first, 0, end));
    advance<Row>();
  }

  template <class Row>
  void advance() {
    Cursor<Row>& cursor = this->cursor<Row>();
    Row& row = slot<Row>();
    const std::int64_t before = row.id;
    row_digest_ = {};
    format::RowDigest* const digest = digests_ == nullptr ? nullptr : &row_digest_;
    cursor.has_row = cursor.statement && impl_.take(cursor.statement.get(), row, digest);
    if (cursor.has_row && cursor.is_under_way && row.id <= before) {
      impl_.fail_order(table_of(row), row.id, before);
    }
    cursor.is_under_way = true;
    if constexpr (!std::is_same_v<Row, NodeRow>) {
      cursor.has_row = cursor.has_row && row.at <= last_;
    }
    if (!cursor.has_row) {
      cursor.statement.reset();
    } else if (digests_ != nullptr) {
      (*digests_)[format::digested<Row>()] += row_digest_;
    }
  }

  // The event of the lowest id, unless a node was entered before it. Damage ends everything.
  std::size_t earliest() {
    if (!impl_.status->is_ok()) return kEnd;
    std::size_t found = kEnd;
    std::int64_t id = std::numeric_limits<std::int64_t>::max();
    std::int64_t at = id;
    format::for_each_event_table([&]<class Row>() {
      const Row& row = slot<Row>();
      if (!cursor<Row>().has_row || row.id > id) return;
      found = place_of<Row>();
      id = row.id;
      at = row.at;
    });
    return nodes_.has_row && slot<NodeRow>().id <= at ? kNode : found;
  }

  const Impl& impl_;
  std::int64_t last_;
  format::SearchDigests* digests_;  // may be null
  format::RowDigest row_digest_;
  Cursor<NodeRow> nodes_;
  format::OfEachEvent<Cursor>::Tuple events_;
};

void TraceReader::for_each_table_probe(
    const std::function<bool(const TableProbeRow&)>& visit) const {
  const Snapshot snapshot(*this);
  const Statement statement = impl_->prepare(select_rows<TableProbeRow>("ORDER BY id"));
  TableProbeRow row;
  while (statement && impl_->take(statement.get(), row)) {
    if (!visit(row)) return;
  }
}

std::unique_ptr<TraceScan> TraceReader::scan(std::int64_t first, std::int64_t last,
                                             format::SearchDigests* digests) const {
  const Snapshot snapshot(*this);
  return std::make_unique<Scan>(*impl_, first, last, digests);
}

}  // namespace plytrace
