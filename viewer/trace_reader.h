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

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

// The events of one node in time order, at most `limit` of each kind.
struct NodeEvents {
  std::vector<BoundUpdateRow> bound_updates;
  std::vector<CutoffRow> cutoffs;
  std::vector<TableStoreRow> stores;
  std::vector<TableProbeRow> probes;
  std::vector<NoteRow> notes;
};

// What is known of the file as a whole.
struct TraceFile {
  std::string path;
  std::int64_t bytes = 0;
  bool recording = false;        // a recorder has it open, or died before it could finish
  bool write_ahead_log = false;  // journal mode is WAL: not (yet) one ordinary file
  bool log_missing = false;      // WAL mode and unfinished, but no -wal beside it: maybe a copy
  std::int64_t lost_events = 0;  // events that the recorder could not write
  std::string created_by;
};

// A forward cursor over nodes and events, merged in order of time: a node comes when it was
// entered, an event when it happened. The consumer keeps the open path (pop a node when the next
// node's id is above its last, or when an event names one further up).
class TraceScan {
 public:
  enum class Item { kNode, kBoundUpdate, kCutoff, kTableStore, kTableProbe, kNote, kEnd };
  virtual ~TraceScan() = default;
  // Moves on; the accessor of that kind is valid until the next call. kEnd at the end, and on a
  // damaged page (then the reader's status() says so).
  virtual Item next() = 0;
  virtual const NodeRow& node() const = 0;
  virtual const BoundUpdateRow& bound_update() const = 0;
  virtual const CutoffRow& cutoff() const = 0;
  virtual const TableStoreRow& table_store() const = 0;
  virtual const TableProbeRow& table_probe() const = 0;
  virtual const NoteRow& note() const = 0;
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
  // Last id of the subtree, also of an open node: then the last one recorded so far.
  std::int64_t last_of(const NodeRow& node) const;
  // Children in the order searched, without reading their subtrees. Stops when `visit` says false.
  void for_each_child(const NodeRow& node, const std::function<bool(const NodeRow&)>& visit) const;
  std::vector<NodeRow> children(const NodeRow& node, std::size_t limit = SIZE_MAX) const;
  NodeEvents events(const NodeRow& node, std::size_t limit = SIZE_MAX) const;

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
  // What is handed out is added to the digests, where they are given.
  std::unique_ptr<TraceScan> scan(std::int64_t first, std::int64_t last,
                                  format::SearchDigests* digests = nullptr) const;

  // The digests that the recorder wrote of a search; none where it wrote none.
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
    std::function<std::string(std::int64_t node)> board;  // for board(id)
    const std::atomic<bool>* interrupt = nullptr;         // polled
  };
  // Runs one statement of the user's, which may only read; functions path(id) and board(id).
  // usage: it does not compile, would write, or is not one statement. kInterrupted.
  Status query(std::string_view sql, const Query& query) const;

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
  explicit TraceReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace plytrace
