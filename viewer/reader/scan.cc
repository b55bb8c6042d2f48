// SPDX-License-Identifier: MIT
//
// Whole subtrees as one forward scan of nodes and events.
#include <limits>

#include "viewer/reader/reader_state.h"

namespace plytrace {

using namespace reader;

// Six cursors in id order, merged. Must not outlive its reader.
class TraceReader::Scan final : public TraceScan {
 public:
  Scan(const Impl& impl, std::int64_t first, std::int64_t last, format::SearchDigests* digests)
      : impl_(impl), last_(last), digests_(digests) {
    nodes_ = impl.prepare(select_rows<NodeRow>("WHERE id >= ?1 AND id <= ?2 ORDER BY id"));
    if (nodes_) {
      sqlite3_bind_int64(nodes_.get(), 1, first);
      sqlite3_bind_int64(nodes_.get(), 2, last);
    }
    advance_node();
    begin(kBoundUpdates, bound_updates_, first);
    begin(kCutoffs, cutoffs_, first);
    begin(kStores, stores_, first);
    begin(kProbes, probes_, first);
    begin(kNotes, notes_, first);
  }

  Item next() override {
    switch (handed_out_) {
      case Item::kNode:
        advance_node();
        break;
      case Item::kBoundUpdate:
        advance(bound_updates_);
        break;
      case Item::kCutoff:
        advance(cutoffs_);
        break;
      case Item::kTableStore:
        advance(stores_);
        break;
      case Item::kTableProbe:
        advance(probes_);
        break;
      case Item::kNote:
        advance(notes_);
        break;
      case Item::kEnd:
        break;
    }
    return handed_out_ = earliest();
  }

  const NodeRow& node() const override { return node_; }
  const BoundUpdateRow& bound_update() const override { return bound_updates_.row; }
  const CutoffRow& cutoff() const override { return cutoffs_.row; }
  const TableStoreRow& table_store() const override { return stores_.row; }
  const TableProbeRow& table_probe() const override { return probes_.row; }
  const NoteRow& note() const override { return notes_.row; }

 private:
  // One of the five event tables under a scan: the next event not yet handed out.
  template <class Row>
  struct EventCursor {
    Statement statement;
    bool has_row = false;
    bool is_under_way = false;
    Row row;
  };

  template <class Row>
  void begin(EventKind kind, EventCursor<Row>& cursor, std::int64_t first) {
    const EventTable& table = event_tables()[kind];
    cursor.statement =
        impl_.prepare(select_from(table.columns, table.name, "WHERE id >= ?1 ORDER BY id"));
    if (!cursor.statement) return;
    const std::int64_t end = impl_.event_end(kind, kLastStream);
    sqlite3_bind_int64(cursor.statement.get(), 1, impl_.event_lower_bound(kind, first, 0, end));
    advance(cursor);
  }

  template <class Row>
  void advance(EventCursor<Row>& cursor) {
    const std::int64_t before = cursor.row.id;
    cursor.has_row = cursor.statement && take(cursor.statement.get(), cursor.row);
    if (cursor.has_row && cursor.is_under_way && cursor.row.id <= before) {
      impl_.fail_order(table_of(cursor.row), cursor.row.id, before);
    }
    cursor.is_under_way = true;
    if (!cursor.has_row || cursor.row.at > last_) {
      cursor.has_row = false;
      cursor.statement.reset();
    }
    count(cursor.has_row, cursor.row);
  }

  void advance_node() {
    const std::int64_t before = node_.id;
    has_node_ = nodes_ && take(nodes_.get(), node_);
    if (has_node_ && is_under_way_ && node_.id <= before) {
      impl_.fail_order(table_of(node_), node_.id, before);
    }
    is_under_way_ = true;
    if (!has_node_) nodes_.reset();
    count(has_node_, node_);
  }

  // A row, and its digest; then adds it where it is to be handed out.
  template <class Row>
  bool take(sqlite3_stmt* statement, Row& row) {
    row_digest_ = {};
    return impl_.take(statement, row, digests_ == nullptr ? nullptr : &row_digest_);
  }
  template <class Row>
  void count(bool has_row, const Row&) {
    if (has_row && digests_ != nullptr) (*digests_)[format::digested<Row>()] += row_digest_;
  }

  // The event of the lowest id, unless a node was entered before it. Damage ends everything.
  Item earliest() const {
    if (!impl_.status->is_ok()) return Item::kEnd;
    Item item = Item::kEnd;
    std::int64_t id = std::numeric_limits<std::int64_t>::max();
    std::int64_t at = id;
    const auto consider = [&](const auto& cursor, Item kind) {
      if (!cursor.has_row || cursor.row.id > id) return;
      item = kind;
      id = cursor.row.id;
      at = cursor.row.at;
    };
    consider(bound_updates_, Item::kBoundUpdate);
    consider(cutoffs_, Item::kCutoff);
    consider(stores_, Item::kTableStore);
    consider(probes_, Item::kTableProbe);
    consider(notes_, Item::kNote);
    return has_node_ && node_.id <= at ? Item::kNode : item;
  }

  const Impl& impl_;
  std::int64_t last_;
  format::SearchDigests* digests_;  // may be null
  format::RowDigest row_digest_;
  Item handed_out_ = Item::kEnd;
  Statement nodes_;
  bool has_node_ = false, is_under_way_ = false;
  NodeRow node_;
  EventCursor<BoundUpdateRow> bound_updates_;
  EventCursor<CutoffRow> cutoffs_;
  EventCursor<TableStoreRow> stores_;
  EventCursor<TableProbeRow> probes_;
  EventCursor<NoteRow> notes_;
};

void TraceReader::for_each_table_probe(
    const std::function<bool(const TableProbeRow&)>& visit) const {
  const Snapshot snapshot(*this);
  const EventTable& table = event_tables()[kProbes];
  const Statement statement = impl_->prepare(select_from(table.columns, table.name, "ORDER BY id"));
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
