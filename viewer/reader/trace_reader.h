// SPDX-License-Identifier: MIT
//
// The query layer: everything the viewer asks of a trace goes through TraceReader, and SQLite is
// reached from viewer/reader/ alone. The file is opened read-only, and may be growing while it is
// read. Rows come as the structs of schemas/rows.h, NULL as nullopt; a row that cannot be right (a
// code out of range, a NaN) is handed on as it is, verify judges it.
//
// Errors: open() and the functions that return Result say what is wrong with the file (bad_input);
// a damaged page met later ends a cursor early and is kept in status().
// Memory does not grow with the trace. Thread rule: one thread an object.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/score.h"
#include "core/status.h"
#include "schemas/row_digest.h"
#include "schemas/rows.h"
#include "schemas/trace_format.h"

namespace plytrace {

// The texts of CutoffRow::skipped_moves, up to `limit`; nullopt where it is no JSON array of texts.
std::optional<std::vector<std::string>> skipped_texts(const CutoffRow& cutoff,
                                                      std::size_t limit = SIZE_MAX);
// How many there are, without their texts: a scan meets a list for every cutoff.
std::optional<std::int64_t> skipped_count(const CutoffRow& cutoff);
// The texts of NodeRow::excluded; empty where there are none.
std::vector<std::string> excluded_texts(const NodeRow& node);

// Tables of events, and those of these rows.
using EventTables = std::bitset<format::kEventTables>;
template <class... Rows>
EventTables event_tables() {
  EventTables tables;
  (tables.set(format::event_index<Rows>()), ...);
  return tables;
}

// The events of one node in time order, at most `limit` of each kind.
class NodeEvents {
 public:
  template <class Row>
  std::vector<Row>& of() & {
    return std::get<std::vector<Row>>(rows_);
  }
  template <class Row>
  const std::vector<Row>& of() const& {
    return std::get<std::vector<Row>>(rows_);
  }
  // Those of a temporary go to the caller.
  template <class Row>
  std::vector<Row> of() && {
    return std::get<std::vector<Row>>(std::move(rows_));
  }
  // Calls visit with each row, in the order in which they happened.
  template <class Visit>
  void in_order(const Visit& visit) const {
    std::array<std::size_t, format::kEventTables> told{};
    for (;;) {
      std::size_t next = format::kEventTables;
      std::int64_t id = std::numeric_limits<std::int64_t>::max();
      format::for_each_event_table([&]<class Row>() {
        const std::size_t at = told[format::event_index<Row>()];
        if (at == of<Row>().size() || of<Row>()[at].id > id) return;
        id = of<Row>()[at].id;
        next = format::event_index<Row>();
      });
      if (next == format::kEventTables) return;
      format::with_event_table(next, [&]<class Row>() { visit(of<Row>()[told[next]++]); });
    }
  }

 private:
  template <class Row>
  using Rows = std::vector<Row>;
  format::OfEachEvent<Rows>::Tuple rows_;
};

// What is known of the file as a whole.
struct TraceFile {
  std::string path;
  std::int64_t bytes = 0;
  bool recording = false;        // a recorder has it open, or died before it could finish
  bool write_ahead_log = false;  // journal mode is WAL: not (yet) one ordinary file
  bool log_missing = false;      // WAL mode and unfinished, but no -wal beside it: maybe a copy
  std::int64_t lost_events = 0;  // events that the recorder could not write
  std::int64_t lost_after = 0;   // they are of the searches after this one
  bool lost_events_of(std::int64_t search) const { return lost_events > 0 && search > lost_after; }
  std::string created_by;
};

// A forward cursor over nodes and events, merged in order of time: a node comes when it was
// entered, an event when it happened. The consumer keeps the open path (pop a node when the next
// node's id is above its last, or when an event names one further up).
//
//   while (scan->next()) scan->visit([&](const auto& row) { take(row); });
class TraceScan {
 public:
  virtual ~TraceScan() = default;
  // Moves on to the next row, which is there until the next call. False at the end, and on a
  // damaged page (then the reader's status() says so).
  virtual bool next() = 0;
  // Calls visit with the row: a NodeRow, or one of format::EventRows.
  template <class Visit>
  void visit(const Visit& visit) const {
    if (at_ == kNode) return visit(row<NodeRow>());
    format::with_event_table(at_, [&]<class Row>() { visit(row<Row>()); });
  }
  // The row, if it is of that table; else nullptr.
  template <class Row>
  const Row* get() const {
    return at_ == place_of<Row>() ? &row<Row>() : nullptr;
  }

 protected:
  template <class Row>
  static constexpr std::size_t place_of() {
    return format::event_index<Row>();
  }
  static constexpr std::size_t kNode = format::kEventTables, kEnd = kNode + 1;

  // What next() moves on to; the row stays where it is until the next call.
  template <class Row>
  void stand_on(const Row& row) {
    at_ = place_of<Row>();
    row_ = &row;
  }
  void stand_at_end() { at_ = kEnd; }

 private:
  template <class Row>
  const Row& row() const {
    return *static_cast<const Row*>(row_);
  }

  std::size_t at_ = kEnd;  // an index of format::EventRows, kNode, or kEnd
  const void* row_ = nullptr;
};

class TraceReader {
  struct Impl;

 public:
  // Refuses, each with its own message: no such file, a directory, an empty file, no trace, a newer
  // or older format, a truncated file, a copy without its -wal that holds no search.
  static Result<TraceReader> open(const std::string& path);
  TraceReader(TraceReader&&) noexcept;
  TraceReader& operator=(TraceReader&&) noexcept;
  ~TraceReader();

  // Keeps so many bytes of what look-ups read, for the next ones; else SQLite's 2 MB.
  void keep_pages(std::int64_t bytes) const;

  const TraceFile& file() const;
  Status status() const;  // the first damage met while reading
  // The same for who asks later than the reader lives.
  std::shared_ptr<const Status> lasting_status() const;

  std::vector<SearchRow> searches() const;                          // by id
  std::vector<PassRow> passes(std::int64_t search) const;           // by id
  std::vector<PlySummaryRow> ply_summary(std::int64_t pass) const;  // by ply

  // Chooses as the command line does: the last search, the last finished pass (the last one where
  // none is finished). bad_input for a number that the trace does not have.
  Result<SearchRow> choose_search(std::optional<std::int64_t> id) const;
  Result<PassRow> choose_pass(const SearchRow& search, std::optional<std::int64_t> ordinal) const;

  std::optional<NodeRow> node(std::int64_t id) const;
  // The first one with a larger id. One look-up, as node().
  std::optional<NodeRow> node_after(std::int64_t id) const;
  // The last one of that id or a smaller one.
  std::optional<NodeRow> node_until(std::int64_t id) const;
  // The last id of the stream (thread) of node `id`: where all that is open ends.
  std::int64_t end_of_stream(std::int64_t id) const;
  // Last id of the subtree, also of an open node: then the last one recorded so far.
  std::int64_t last_of(const NodeRow& node) const;
  // Children in the order searched, without reading their subtrees. Stops when `visit` says false.
  void for_each_child(const NodeRow& node, const std::function<bool(const NodeRow&)>& visit) const;
  std::vector<NodeRow> children(const NodeRow& node, std::size_t limit = SIZE_MAX) const;
  // Of the tables that are wanted: each of a large trace takes some dozen look-ups.
  NodeEvents events(const NodeRow& node, std::size_t limit = SIZE_MAX,
                    EventTables wanted = EventTables().set()) const;
  template <class Row>
  std::vector<Row> events_of(const NodeRow& node, std::size_t limit = SIZE_MAX) const {
    return events(node, limit, event_tables<Row>()).template of<Row>();
  }
  // Those behind its last child, whose subtree ends with node `since` (the node itself where it has
  // none).
  NodeEvents events_behind(const NodeRow& node, std::int64_t since, EventTables wanted) const;

  // The text of a move of the dictionary; "?" for none.
  std::string move_text(std::optional<std::int64_t> move) const;

  // "/d/c/e". A component of a hand-over or of a probe of the same position is "="; d~1 is the
  // first search of d where it was searched several times and this is not the last counting one.
  std::string path(std::int64_t node) const;
  // The last component of a node's path.
  std::string component(const NodeRow& node) const;
  // The node of a path in that pass, or of an id ("1234", "#1234"). The error names the longest
  // part that exists and what follows it there.
  Result<NodeRow> find(std::string_view path_or_id, const PassRow& pass) const;
  // Splits a path into decoded components; bad_input for text that is no path.
  static Result<std::vector<std::string>> split_path(std::string_view path);
  // One component, encoded: '/' %2F, '%' %25, '~' %7E; a move '=' is %3D, an empty one a lone '%'.
  static std::string path_component(std::string_view move);

  // Nodes first..last and the events that happened while the last entered node was among them.
  // What is handed out is added to the digests, where they are given; they are complete when the
  // scan came to its end. A long scan reads ahead in a thread of its own, with the same outcome.
  std::unique_ptr<TraceScan> scan(std::int64_t first, std::int64_t last,
                                  format::SearchDigests* digests = nullptr) const;

  // The digests that the recorder wrote of a search; none where one of them is missing.
  std::optional<format::SearchDigests> recorded_digests(std::int64_t search) const;
  // Those of the small tables, as they are now; also reads what nothing else reads whole (moves,
  // facts), so that no page stays unread.
  void digest_small_tables(std::int64_t search, format::SearchDigests& digests) const;

  // All rows of table_probe in id order. Stops when `visit` says false.
  void for_each_table_probe(const std::function<bool(const TableProbeRow&)>& visit) const;

  // One value of a user's query. Reals are written as scores, blobs as hexadecimal digits.
  struct QueryCell {
    enum class Type { kNull, kInteger, kReal, kText, kBlob };
    Type type = Type::kNull;
    std::string text;
  };
  // What a query reports to. `row` says whether to go on.
  struct Query {
    std::function<void(const std::vector<std::string>& names)> header;
    std::function<bool(const std::vector<QueryCell>& cells)> row;
    std::function<std::string(std::int64_t node)> board;            // for board(id)
    const std::atomic<bool>* interrupt = nullptr;                   // polled
    std::optional<std::chrono::steady_clock::time_point> deadline;  // as if interrupted then
    std::int64_t most_memory = std::int64_t{1} << 30;  // bytes, of all that SQLite holds
  };
  // Runs one statement of the user's, which may only read; functions path(id) and board(id).
  // usage: it does not compile, would write, or is not one statement. kInterrupted.
  Status query(std::string_view sql, const Query& query) const;
  // The first column of each row, as text, of a statement of our own; status() has what failed.
  std::vector<std::string> texts(const std::string& sql) const;

  // One transaction for many small reads: the trace stands still (a growing file, too) and each
  // look-up is several times faster. Nests.
  class Snapshot {
   public:
    explicit Snapshot(const TraceReader& reader);
    ~Snapshot();
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

   private:
    const Impl& impl_;
  };

 private:
  class Scan;
  class MergedRows;
  template <class Row>
  class RowCursor;
  explicit TraceReader(std::unique_ptr<Impl> impl);
  static void choose_way_of_scans(Impl& impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace plytrace
