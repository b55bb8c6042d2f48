// SPDX-License-Identifier: MIT
//
// The query layer. The viewer reads a trace only through TraceReader, and only viewer/reader/ uses
// SQLite. The file is opened read-only and may grow while it is read. Rows are returned as the
// structs of schemas/rows.h, with NULL as nullopt. A row with impossible values (a code out of
// range, a NaN) is returned unchanged; `verify` judges it.
//
// Errors: open() and the functions that return Result report what is wrong with the file
// (bad_input). A damaged page found later ends a cursor early and is stored in status(). Memory
// does not grow with the trace. Thread rule: each object belongs to one thread.
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
#include "viewer/reader/mate_scale.h"

namespace plytrace {

// The first `limit` texts of CutoffRow::skipped_moves; nullopt if it is not a JSON array of
// strings.
std::optional<std::vector<std::string>> skipped_texts(const CutoffRow& cutoff,
                                                      std::size_t limit = SIZE_MAX);
// The number of skipped moves. Faster than skipped_texts(), because a scan meets a list at every
// cutoff.
std::optional<std::int64_t> skipped_count(const CutoffRow& cutoff);
// The texts of NodeRow::excluded; empty if there are none.
std::vector<std::string> excluded_texts(const NodeRow& node);

// The texts of PassRow::pv; empty if there are none.
std::vector<std::string> line_texts(const PassRow& pass);

// A set of event tables, and the set that holds the tables of `Rows`.
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
  // Called on a temporary, this moves the rows to the caller.
  template <class Row>
  std::vector<Row> of() && {
    return std::get<std::vector<Row>>(std::move(rows_));
  }
  // Calls visit with each row, in the order in which the events happened.
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

// Facts about the file as a whole.
struct TraceFile {
  std::string path;
  std::int64_t bytes = 0;
  bool recording = false;        // a recorder has it open, or died before it could finish
  bool write_ahead_log = false;  // journal mode is WAL: not (yet) a single ordinary file
  bool log_missing = false;      // WAL mode and unfinished, but no -wal beside it: maybe a copy
  std::int64_t lost_events = 0;  // events that the recorder could not write
  std::int64_t lost_after = 0;   // the lost events belong to searches after this one
  bool lost_events_of(std::int64_t search) const { return lost_events > 0 && search > lost_after; }
  std::string created_by;
};

// A forward cursor over nodes and events, merged in time order: a node comes at the time when it
// was entered, an event at the time when it happened. The consumer maintains the open path: it pops
// a node when the next node's id is above its last id, or when an event names a node further up.
//
//   while (scan->next()) scan->visit([&](const auto& row) { take(row); });
class TraceScan {
 public:
  virtual ~TraceScan() = default;
  // Advances to the next row, which is valid until the next call. False at the end and at a damaged
  // page (the reader's status() then holds the error).
  virtual bool next() = 0;
  // Calls visit with the current row: a NodeRow, or one of format::EventRows.
  template <class Visit>
  void visit(const Visit& visit) const {
    if (at_ == kNode) return visit(row<NodeRow>());
    format::with_event_table(at_, [&]<class Row>() { visit(row<Row>()); });
  }
  // The current row if it belongs to that table; else nullptr.
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

  // Sets the current row, which must stay in place until the next call of next().
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

class TraceReader;

// Names of moves for people, where a game has another notation than the one that the trace is in
// (chess: Nbd7). Thread rule: as the reader's.
class MoveNotation {
 public:
  virtual ~MoveNotation() = default;
  // The name of the move that led to a node; "" if it is not known.
  virtual std::string of(const TraceReader& reader, const NodeRow& node) = 0;
  // The names of a line of moves from a node, as far as they are known.
  virtual std::vector<std::string> line(const TraceReader& reader, const NodeRow& node,
                                        const std::vector<std::string>& moves) = 0;
  // The names of several moves in the position of a node; the text itself if it is not a move.
  virtual std::vector<std::string> choices(const TraceReader& reader, const NodeRow& node,
                                           const std::vector<std::string>& moves) = 0;
};

// Positions of nodes as texts for people and other programs (chess: FENs). Thread rule: as the
// reader's.
class PositionTexts {
 public:
  virtual ~PositionTexts() = default;
  // "" where the position is not known.
  virtual std::string of(const TraceReader& reader, std::int64_t node) = 0;
};

class TraceReader {
  struct Impl;

 public:
  // Refuses, each with its own message: no such file, a directory, an empty file, not a trace, a
  // newer or older format, a truncated file, a copy without its -wal that contains no search.
  static Result<TraceReader> open(const std::string& path);
  TraceReader(TraceReader&&) noexcept;
  TraceReader& operator=(TraceReader&&) noexcept;
  ~TraceReader();

  // Opens another reader of the same file, for another thread. While this reader holds a snapshot
  // of a file without a log, both read the same rows. Fails if the path now names another file.
  Result<TraceReader> open_another() const;
  // From now on scans decode their rows in the thread that asks for them.
  void scan_in_own_thread();

  // Sets SQLite's page cache to this many bytes; the default is SQLite's 2 MB.
  void keep_pages(std::int64_t bytes) const;

  const TraceFile& file() const;
  // A number that differs after another program or connection has changed the file.
  std::int64_t version() const;
  Status status() const;  // the first damage found while reading
  // The same status, for a caller that outlives the reader.
  std::shared_ptr<const Status> lasting_status() const;

  std::vector<SearchRow> searches() const;                          // by id
  std::vector<PassRow> passes(std::int64_t search) const;           // by id
  std::vector<PlySummaryRow> ply_summary(std::int64_t pass) const;  // by ply

  // Chooses as the command line does: by default the last search and its last finished pass of
  // the completed depth (or the last finished pass, or the last pass). bad_input for a number that
  // the trace does not have.
  Result<SearchRow> choose_search(std::optional<std::int64_t> id) const;
  Result<PassRow> choose_pass(const SearchRow& search, std::optional<std::int64_t> ordinal) const;

  std::optional<NodeRow> node(std::int64_t id) const;
  // The first node with a larger id. One look-up, like node().
  std::optional<NodeRow> node_after(std::int64_t id) const;
  // The last node with this id or a smaller one.
  std::optional<NodeRow> node_until(std::int64_t id) const;
  // The last id of the stream (thread) of node `id`, where all its open nodes end.
  std::int64_t end_of_stream(std::int64_t id) const;
  // The last id of the subtree. For an open node, the last node recorded so far.
  std::int64_t last_of(const NodeRow& node) const;
  // Calls `visit` with the children in search order, without reading their subtrees, until it
  // returns false.
  void for_each_child(const NodeRow& node, const std::function<bool(const NodeRow&)>& visit) const;
  std::vector<NodeRow> children(const NodeRow& node, std::size_t limit = SIZE_MAX) const;
  // The events of a node in the requested tables. Each table of a large trace costs some dozen
  // look-ups.
  NodeEvents events(const NodeRow& node, std::size_t limit = SIZE_MAX,
                    EventTables wanted = EventTables().set()) const;
  template <class Row>
  std::vector<Row> events_of(const NodeRow& node, std::size_t limit = SIZE_MAX) const {
    return events(node, limit, event_tables<Row>()).template of<Row>();
  }
  // The events of `node` after its last child, whose subtree ends with node `since` (pass the
  // node's own id if it has no children).
  NodeEvents events_behind(const NodeRow& node, std::int64_t since, EventTables wanted) const;

  // The text of a move in the dictionary; "?" if there is none.
  std::string move_text(std::optional<std::int64_t> move) const;
  // From now on the functions below, which make texts for people, take the names of moves from
  // `names`; by default from the trace. Paths and what programs read (JSON, CSV) always have the
  // texts of the trace.
  void name_moves(std::shared_ptr<MoveNotation> names);
  bool names_moves() const;
  std::string move_name(const NodeRow& node) const;
  std::vector<std::string> line_names(const NodeRow& node,
                                      const std::vector<std::string>& moves) const;
  std::vector<std::string> choice_names(const NodeRow& node,
                                        const std::vector<std::string>& moves) const;

  // The position of a node, which fen(id) of a query gives; "" where it is not known, and after
  // kMostPositions calls. The counts say how many of them there were.
  void tell_positions(std::shared_ptr<PositionTexts> positions);
  std::string position_of(std::int64_t node) const;
  struct PositionCounts {
    std::int64_t told = 0, unknown = 0, left_out = 0;
  };
  static constexpr std::int64_t kMostPositions = 1'000'000;
  const PositionCounts& position_counts() const;
  // How the search of a node counts mates. Its words, "mate in 3", for a score as seen from there.
  const MateScale& mates_at(const NodeRow& node) const;
  std::string mate_words(const NodeRow& node, std::optional<Score> score) const {
    return mates_at(node).words(score, node.ply);
  }

  // "/d/c/e". The component "=" is a hand-over or a probe of the same position. "d~1" is the first
  // search of d, if d was searched more than once and this is not the last search that counts.
  std::string path(std::int64_t node) const;
  // The last component of a node's path.
  std::string component(const NodeRow& node) const;
  // The node of a path in that pass, or of an id ("1234", "#1234"). The error names the longest
  // existing part of the path and the moves that follow there.
  Result<NodeRow> find(std::string_view path_or_id, const PassRow& pass) const;
  // Splits a path into decoded components; bad_input for text that is not a path.
  static Result<std::vector<std::string>> split_path(std::string_view path);
  // Encodes one component: '/' as %2F, '%' as %25, '~' as %7E; the move "=" as %3D, an empty move
  // as a single '%'.
  static std::string path_component(std::string_view move);

  // Scans nodes first..last and the events that happened while the last entered node was among
  // them. If `digests` is given, all returned rows are added to it; it is complete when the scan
  // has reached its end. A long scan reads ahead in a thread, with the same result.
  std::unique_ptr<TraceScan> scan(std::int64_t first, std::int64_t last,
                                  format::SearchDigests* digests = nullptr) const;

  // The digests that the recorder stored for a search; nullopt if one of them is missing.
  std::optional<format::SearchDigests> recorded_digests(std::int64_t search) const;
  // The digests of the small tables as the file holds them now. Also reads the tables that nothing
  // else reads whole (moves, facts), so that damage to any page is found.
  void digest_small_tables(std::int64_t search, format::SearchDigests& digests) const;

  // Visits all rows of table_probe in id order, until `visit` returns false.
  void for_each_table_probe(const std::function<bool(const TableProbeRow&)>& visit) const;

  // One value of a user's query. Reals are formatted as scores, blobs as hexadecimal digits.
  struct QueryCell {
    enum class Type { kNull, kInteger, kReal, kText, kBlob };
    Type type = Type::kNull;
    std::string text;
  };
  // The callbacks and limits of a user's query. `row` returns false to stop.
  struct Query {
    std::function<void(const std::vector<std::string>& names)> header;
    std::function<bool(const std::vector<QueryCell>& cells)> row;
    std::function<std::string(std::int64_t node)> board;            // implements board(id)
    const std::atomic<bool>* interrupt = nullptr;                   // polled
    std::optional<std::chrono::steady_clock::time_point> deadline;  // then stops as if interrupted
    std::int64_t most_memory = std::int64_t{1} << 30;  // bytes, for all memory of SQLite
  };
  // Runs one read-only statement of the user, with the functions path(id), board(id) and fen(id).
  // Errors:
  // usage if it does not compile, would write, or is not exactly one statement; kInterrupted.
  Status query(std::string_view sql, const Query& query) const;
  // The first column of each row, as text, of one of our own statements; status() holds any
  // failure.
  std::vector<std::string> texts(const std::string& sql) const;

  // One transaction for many small reads: the trace does not change meanwhile, even if it is being
  // recorded, and each look-up is several times faster. Snapshots nest.
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
