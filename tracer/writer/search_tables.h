// SPDX-License-Identifier: MIT
//
// SearchTables writes the small tables of a trace through SQL: searches, passes, moves, ply
// summaries, digests and facts about the file. table_store.h and pages/page_store.h write the large
// ones (nodes and events). Every function runs inside a transaction of its caller. Errors:
// environment, with SQLite's message. Thread rule: as TraceStore.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tracer/digest_book.h"
#include "tracer/trace_store.h"
#include "tracer/writer/database.h"

namespace plytrace::writer {

class SearchTables {
 public:
  // Must run first. The connection must outlive this, or close() must be called before it ends.
  Status open(sqlite3* database);
  void close() { statements_ = {}; }

  Status write_moves(const std::vector<MoveEntry>& entries);
  Status write_rare(const std::vector<RareRow>& rows);
  Status write_plies(const std::vector<PlySummaryRow>& rows);
  // Writes the last rows of all: when the searches ended, and their digests.
  Status write_end(const DigestBook& digests, double seconds_waited);

 private:
  enum Sql {
    kSearchBegin,
    kPassBegin,
    kPassEnd,
    kSearchEnd,
    kSearchFinished,
    kAddToFact,
    kDeclareNothing,
    kMove,
    kPly,
    kDigest,
    kSearchRow,
    kPassRow,
    kPlyRows,
    kSqlCount
  };
  static std::string sql_of(Sql sql);

  Row row(Sql sql) { return Row(statements_[sql].get()); }
  Status write_one(const SearchBeginRow&);
  Status write_one(const PassBeginRow&);
  Status write_one(const PassEndRow&);
  Status write_one(const SearchEndRow&);
  Status write_one(const RefusedRow&);
  Status write_digests(const DigestBook& digests, std::int64_t search);

  sqlite3* database_ = nullptr;
  std::array<Statement, kSqlCount> statements_;
  std::vector<std::pair<std::int64_t, double>>
      finished_;  // searches to be marked as finished at the end
  // The passes of each search: a query would read all passes of the file for each search.
  std::unordered_map<std::int64_t, std::vector<std::int64_t>> passes_;
};

// Whether the file is marked as being recorded; the recorder may have died.
Result<bool> is_being_recorded(sqlite3* database);
Status begin_recording(sqlite3* database);
Status end_recording(sqlite3* database);
// After a failure: marks the searches after `last_search` as failed. Returns whether that worked.
bool mark_failed(sqlite3* database, std::int64_t last_search, std::uint64_t lost_events);

}  // namespace plytrace::writer
