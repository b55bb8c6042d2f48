// SPDX-License-Identifier: MIT
//
// The private state of a TraceReader: the connection, its prepared statements and its caches. Only
// the files of viewer/reader/ include this. Thread rule: each object belongs to one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "viewer/reader/columns.h"
#include "viewer/reader/connection.h"
#include "viewer/reader/pages/page_source.h"
#include "viewer/reader/row_reading.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

namespace reader {

inline constexpr std::int64_t kLastStream =
    std::numeric_limits<std::int64_t>::max() / format::kStreamStride - 1;
inline std::int64_t stream_of(std::int64_t id) {
  return std::clamp<std::int64_t>((std::max<std::int64_t>(id, 1) - 1) / format::kStreamStride, 0,
                                  kLastStream);
}

// Values of TraceReader::Impl::rows_before_thread. kLongScan rows take about a millisecond to read,
// which is about what opening a second connection costs.
inline constexpr std::int64_t kLongScan = 4096;
inline constexpr std::int64_t kNoThread = std::numeric_limits<std::int64_t>::max();

// An event, and the node that had been entered last when it happened.
struct Moment {
  std::int64_t at = 0, id = 0;

  auto operator<=>(const Moment&) const = default;
};

// Maps the id of a child to the k of its path component "move~k".
using Repeats = std::unordered_map<std::int64_t, int>;

}  // namespace reader

struct TraceReader::Impl {
  using Statement = reader::Statement;

  TraceFile file;
  reader::Database database;
  bool scans_by_sql = false;  // forces SQL even where the pages can be read directly
  std::int64_t rows_before_thread = reader::kNoThread;          // a longer scan uses a thread
  std::shared_ptr<Status> status = std::make_shared<Status>();  // may outlive the reader
  mutable int snapshots = 0;
  mutable std::unordered_map<std::int64_t, std::string> move_texts;
  std::shared_ptr<MoveNotation> move_names;  // null: moves are named by their texts
  std::shared_ptr<PositionTexts> positions;
  mutable PositionCounts position_counts;
  // How scores count mates from this root on; empty if no search declares it. Dropped by the next
  // snapshot.
  mutable std::optional<std::vector<std::pair<std::int64_t, MateScale>>> mates;
  // The last id in the subtree of each open node. Valid while a snapshot is held.
  mutable std::unordered_map<std::int64_t, std::int64_t> open_ends;
  // Cached paths and "~k" suffixes. Valid while a snapshot is held; at most kMostNames of each.
  static constexpr std::size_t kMostNames = 20'000;
  mutable std::unordered_map<std::int64_t, std::string> paths;
  // The last path that was asked for, of any length: its nodes, each with the offset at which its
  // own path ends in the text. A caller that asks node by node then walks up a few steps instead of
  // to the root.
  struct LastPath {
    std::string text;
    std::vector<std::pair<std::int64_t, std::size_t>> ends;  // by id
  };
  mutable LastPath last_path;
  mutable std::unordered_map<std::int64_t, reader::Repeats> repeats;
  // Cached until the file changes: the root page of each table, the searches and their passes if
  // they are few, the hashes of those that were read, the ids of the passes of each search (no
  // index lists them), and the digests of the tables that all searches share.
  mutable std::optional<std::int64_t> known_version;
  mutable std::unordered_map<std::string_view, std::optional<std::uint32_t>> root_pages;
  mutable std::optional<std::vector<SearchRow>> search_rows;
  mutable std::unordered_map<std::int64_t, std::vector<PassRow>> pass_rows;  // by search
  mutable std::unordered_map<std::int64_t, format::RowHash> search_hashes, pass_hashes;
  mutable std::optional<std::unordered_map<std::int64_t, std::vector<std::int64_t>>> pass_ids;
  mutable std::optional<format::SearchDigests> shared_digests;
  Statement version, searches, pass_owners, pass, summary, node, next_node, last_node, move,
      digests;
  mutable std::array<Statement, format::kDigestedTables> digested_rows;  // prepared at first use
  struct EventStatements {
    Statement first_from;  // id and `at` of the first event with this id or a larger one
    Statement last_id;
    Statement rows_from;
  };
  std::array<EventStatements, format::kEventTables> events;
  // Events that earlier bisections looked at. A later bisection starts between two of them. Valid
  // while a snapshot is held; at most kMostMoments per table.
  static constexpr std::size_t kMostMoments = 20'000;
  mutable std::array<std::set<reader::Moment>, format::kEventTables> moments;

  // The rows behind the last scans, without and with digests, for a scan that begins there. To
  // find its first rows costs a small search more than to read all others. Valid while a snapshot
  // is held.
  struct ScanSource;
  mutable std::array<std::shared_ptr<ScanSource>, 2> kept_scans;

  // Prepares a statement; stores a failure in `status`.
  Statement prepare(const std::string& sql) const {
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v3(database.get(), sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT,
                                        &raw, nullptr);
    if (code != SQLITE_OK) fail(code);
    return Statement(raw);
  }
  void prepare_all();
  std::string of_passes(std::string query) const;
  // The pages of the file; nullopt if a scan must use SQL.
  std::optional<reader::PageSource> pages() const {
    return scans_by_sql ? std::nullopt : reader::PageSource::of(database.get());
  }

  void fail(int code) const { fail(reader::damage(file.path, database.get(), code)); }
  void fail(const Status& failure) const {
    if (status->is_ok()) *status = failure;
  }
  // Stores the failure in `status` and returns it.
  Status failure(int code) const {
    fail(code);
    return *status;
  }
  // Row `id` of the table follows row `before`, whose id is not smaller.
  void fail_order(const char* table, std::int64_t id, std::int64_t before) const {
    fail(Status::bad_input(file.path + ": damaged trace: row " + std::to_string(id) + " of " +
                           table + " comes after row " + std::to_string(before) +
                           "; copy it again, or record the search again"));
  }
  void fail_type(const char* table, std::int64_t id) const {
    fail(Status::bad_input(file.path + ": damaged trace: row " + std::to_string(id) + " of " +
                           table +
                           " holds a value of a type that its column cannot have, or a text with a "
                           "NUL; copy it again, or record the search again"));
  }
  void fail_long_move(std::int64_t id, std::size_t bytes) const {
    fail(Status::bad_input(
        file.path + ": damaged trace: the text of move " + std::to_string(id) + " has " +
        std::to_string(bytes) + " bytes, and " + std::to_string(format::kLongestMove) +
        " is the most that plytrace writes; copy it again, or record the search again"));
  }
  // True if the statement has a row.
  bool step(sqlite3_stmt* statement) const {
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) fail(code);
    return false;
  }
  // Decodes the current row of the statement; false if a value has a type that its column cannot
  // have.
  template <class Row>
  bool read(sqlite3_stmt* statement, Row& row, format::RowHash* hash = nullptr) const {
    format::HashOf<Row> sum;
    reader::ColumnsOf<reader::SqlValues, format::HashOf<Row>> from(
        statement, hash == nullptr ? nullptr : &sum);
    read_row(from, row);
    if (hash != nullptr) *hash = sum;
    if (!from.is_sound()) fail_type(reader::table_of(row), sqlite3_column_int64(statement, 0));
    return from.is_sound();
  }
  // Reads the next row; false at the end and where the row cannot be read.
  template <class Row>
  bool take(sqlite3_stmt* statement, Row& row, format::RowHash* hash = nullptr) const {
    return step(statement) && read(statement, row, hash);
  }
  std::optional<reader::Moment> first_event(std::size_t kind, std::int64_t id) const;
  void remember(std::size_t kind, const reader::Moment& moment) const;
  std::int64_t event_lower_bound(std::size_t kind, std::int64_t at, std::int64_t from,
                                 std::int64_t end) const;
  // The event id at which to continue in each requested table, and the end of its events.
  struct EventPlaces {
    std::array<std::int64_t, format::kEventTables> from{}, end{};
  };
  EventPlaces event_places(const NodeRow& owner, EventTables wanted) const;
  void collect(const NodeRow& owner, std::int64_t first_at, std::int64_t last_at, std::size_t limit,
               EventPlaces& places, NodeEvents& found) const;
  std::int64_t event_end(std::size_t kind, std::int64_t stream) const;
  std::optional<NodeRow> node_after(std::int64_t id) const;
  std::int64_t end_of_open(std::int64_t id) const;
  template <class Row>
  void events_between(std::size_t kind, std::int64_t from_id, std::int64_t first_at,
                      std::int64_t last_at, std::int64_t node_id, std::size_t limit,
                      std::vector<Row>& rows) const;
  std::vector<PassRow> derived_passes(std::int64_t search_id) const;
  std::int64_t version_now() const;
  void forget_older_versions() const;
  std::optional<std::uint32_t> root_page(const reader::PageSource& pages, const char* table) const;
  const std::vector<std::int64_t>& passes_of(std::int64_t search) const;
  void digest_rows(format::Digested table, std::int64_t of, format::RowDigest& digest) const;
  const format::SearchDigests& digests_of_shared_tables() const;
};

}  // namespace plytrace
