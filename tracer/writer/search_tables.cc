// SPDX-License-Identifier: MIT
#include "tracer/writer/search_tables.h"

#include <optional>
#include <variant>

#include "core/parameters.h"
#include "schemas/file_facts.h"
#include "schemas/row_digest.h"

namespace plytrace::writer {
namespace {

std::string json_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) list += (list.size() == 1 ? "" : ",") + json_quote(text);
  return list + "]";
}

// Reads back the few rows that change after they were written, and hashes them.
Status digest_rows(sqlite3* database, sqlite3_stmt* rows, std::int64_t of,
                   format::RowDigest& digest) {
  sqlite3_bind_int64(rows, 1, of);
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    format::RowHash hash;
    for (int i = 0; i < sqlite3_column_count(rows); ++i) {
      const int type = sqlite3_column_type(rows, i);
      if (type == SQLITE_INTEGER) hash.integer(i, sqlite3_column_int64(rows, i));
      if (type == SQLITE_FLOAT) hash.real(i, sqlite3_column_double(rows, i));
      if (type != SQLITE_TEXT) continue;
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(rows, i));
      hash.text(i, {text, static_cast<std::size_t>(sqlite3_column_bytes(rows, i))});
    }
    digest.add_row(sqlite3_column_int64(rows, 0), hash);
  }
  const Status status = code == SQLITE_DONE ? Status::ok() : failure(database);
  sqlite3_reset(rows);
  return status;
}

constexpr const char* kWriteDigest =
    "INSERT OR REPLACE INTO digest (search, \"table\", rows, sum) VALUES (?,?,?,?)";

Status write_digest(Row row, std::int64_t search, format::Digested table,
                    const format::RowDigest& digest) {
  row.integer(search).text(format::kDigestedNames[static_cast<std::size_t>(table)]);
  return row.integer(digest.rows()).integer(digest.sum()).run();
}

// The digest of the rows that all searches share.
Status digest_shared_tables(sqlite3* database) {
  Result<Statement> write = prepare(database, kWriteDigest);
  Status status = write.status();
  for (const auto table : {format::Digested::kMove, format::Digested::kMeta}) {
    if (!status) break;
    Result<Statement> rows = prepare(database, format::digest_query(table));
    if (!rows) return rows.status();
    format::RowDigest digest;
    status = digest_rows(database, rows->get(), 0, digest);
    if (status.is_ok()) status = write_digest(Row(write->get()), 0, table, digest);
  }
  return status;
}

// Names all columns of the table, in the order of schemas/rows.h.
template <class AnyRow>
std::string insert_or_replace() {
  std::string places = "?";
  for (int i = 1; i < format::kColumnCount<AnyRow>; ++i) places += ",?";
  return std::string("INSERT OR REPLACE INTO ") + format::Table<AnyRow>::kName + " (" +
         format::column_names<AnyRow>() + ") VALUES (" + places + ")";
}

std::string_view status_word(SearchStatus status) {
  return status == SearchStatus::kRunning ? std::string_view{} : format::word(status);
}

// Has the interface of Row, but collects the column names for the statement's text.
class ColumnNames {
 public:
  ColumnNames& column(const char* name) {
    insert_ += insert_.empty() ? name : std::string(", ") + name;
    places_ += places_.empty() ? "?" : ",?";
    update_ += (update_.empty() ? "" : ", ") + std::string(name) + " = ?";
    return *this;
  }
  template <class T>
  void integer(const T&) {}
  void number(std::int32_t) {}
  template <class T>
  void real(const T&) {}
  void text(std::string_view) {}
  void text_or_null(std::string_view) {}
  void id(std::int64_t) {}

  std::string insert_into(const std::string& table) const {
    return "INSERT INTO " + table + " (" + insert_ + ") VALUES (" + places_ + ")";
  }
  std::string update(const std::string& table) const {
    return "UPDATE " + table + " SET " + update_ + " WHERE id = ?";
  }

 private:
  std::string insert_, places_, update_;
};

// Maps each kind of row to its columns. `To` is Row or ColumnNames.
template <class To>
void put(const SearchBeginRow& begin, To& to) {
  const SearchDeclaration& d = begin.declaration;
  const std::optional<Window>& range = d.score_range;
  to.column("id").integer(begin.id);
  to.column("game").text(d.game);
  to.column("game_options").text(d.game_options.empty() ? "{}" : d.game_options);
  to.column("position").text(d.position);
  to.column("algorithm").text(d.algorithm);
  to.column("options").text(d.options.empty() ? "{}" : d.options);
  to.column("evaluator").text(d.evaluator);
  to.column("perspective").text(d.counts_from_side_to_move ? "side" : "max");
  to.column("max_player").integer(d.max_player);
  to.column("depth").integer(d.depth);
  to.column("captured").text(json_list(d.captured));
  to.column("fail").text_or_null(d.fail);
  to.column("windows").text_or_null(d.exact_windows ? "exact" : "");
  to.column("uniform").integer(d.uniform ? 1 : 0);
  to.column("score_min").real(range ? range->alpha : kNoScore);
  to.column("score_max").real(range ? range->beta : kNoScore);
  to.column("started_at").real(begin.started_at);
  to.column("engine").text(begin.engine);
  to.column("engine_version").text(begin.engine_version);
}

template <class To>
void put(const PassBeginRow& begin, To& to) {
  to.column("id").integer(begin.id);
  to.column("search").integer(begin.search);
  to.column("ordinal").integer(begin.ordinal);
  to.column("stream").integer(begin.stream);
  to.column("purpose").text(format::word(begin.pass.purpose));
  to.column("depth").number(begin.pass.depth);
  to.column("alpha").real(begin.pass.window.alpha);
  to.column("beta").real(begin.pass.window.beta);
  to.column("root").id(begin.root);
}

template <class To>
void put(const PassEndRow& end, To& to) {
  to.column("last").id(end.last);
  to.column("value").real(end.pass.value);
  to.column("best_move").text_or_null(end.best_move);
  to.column("status").text_or_null(status_word(end.pass.status));
  to.column("nodes").integer(static_cast<std::int64_t>(end.pass.nodes));
  to.column("seconds").real(end.seconds);
  to.column("pv").text_or_null(end.pass.pv.empty() ? std::string() : json_list(end.pass.pv));
}

template <class To>
void put(const SearchEndRow& end, To& to) {
  const SearchEnd& s = end.search;
  to.column("status").text_or_null(status_word(s.status));
  to.column("value").real(s.value);
  to.column("lower").real(s.lower);
  to.column("upper").real(s.upper);
  to.column("completed_depth").integer(s.completed_depth);
  to.column("best_move").text_or_null(s.best_move);
  to.column("pv").text(json_list(s.pv));
  to.column("nodes").integer(static_cast<std::int64_t>(s.nodes));
  to.column("leaf_evaluations").integer(static_cast<std::int64_t>(s.leaf_evaluations));
  to.column("seconds").real(end.seconds);
}

template <class AnyRow>
ColumnNames columns_of() {
  ColumnNames names;
  put(AnyRow(), names);
  return names;
}

}  // namespace

std::string SearchTables::sql_of(Sql sql) {
  switch (sql) {
    case kSearchBegin:
      return columns_of<SearchBeginRow>().insert_into("search");
    case kPassBegin:
      return columns_of<PassBeginRow>().insert_into("pass");
    case kPassEnd:
      return columns_of<PassEndRow>().update("pass");
    case kSearchEnd:
      return columns_of<SearchEndRow>().update("search");
    case kSearchFinished:
      return "UPDATE search SET finished_at = ? WHERE id = ?";
    case kAddToFact:
      return std::string("INSERT INTO meta (name, value) VALUES (?, ?)") + format::kOrAdd;
    case kDeclareNothing:
      return "UPDATE search SET captured = '[]', fail = NULL, windows = NULL, uniform = 0 "
             "WHERE id = ?";
    case kMove:
      return "INSERT INTO move (id, text) VALUES (?, ?)";
    case kPly:
      return insert_or_replace<PlySummaryRow>();
    case kDigest:
      return kWriteDigest;
    case kSearchRow:
      return format::digest_query(format::Digested::kSearch);
    case kPassRow:
      return format::digest_query(format::Digested::kPass);
    case kPlyRows:
      return format::digest_query(format::Digested::kPlySummary);
    case kSqlCount:
      break;
  }
  return {};
}

Status SearchTables::open(sqlite3* database) {
  database_ = database;
  for (std::size_t i = 0; i < kSqlCount; ++i) {
    Result<Statement> statement = prepare(database, sql_of(static_cast<Sql>(i)));
    if (!statement) return statement.status();
    statements_[i] = std::move(*statement);
  }
  return Status::ok();
}

Status SearchTables::write_moves(const std::vector<MoveEntry>& entries) {
  Status status;
  for (std::size_t i = 0; i < entries.size() && status.is_ok(); ++i) {
    status = row(kMove).integer(entries[i].id).text(entries[i].text).run();
  }
  return status;
}

Status SearchTables::write_rare(const std::vector<RareRow>& rows) {
  Status status;
  for (std::size_t i = 0; i < rows.size() && status.is_ok(); ++i) {
    status = std::visit([this](const auto& any) { return write_one(any); }, rows[i]);
  }
  return status;
}

Status SearchTables::write_one(const SearchBeginRow& begin) {
  Row values = row(kSearchBegin);
  put(begin, values);
  return values.run();
}

Status SearchTables::write_one(const PassBeginRow& begin) {
  passes_[begin.search].push_back(begin.id);
  Row values = row(kPassBegin);
  put(begin, values);
  return values.run();
}

Status SearchTables::write_one(const PassEndRow& end) {
  Row values = row(kPassEnd);
  put(end, values);
  return values.integer(end.id).run();
}

Status SearchTables::write_one(const SearchEndRow& end) {
  finished_.emplace_back(end.id, end.finished_at);
  Row values = row(kSearchEnd);
  put(end, values);
  return values.integer(end.id).run();
}

Status SearchTables::write_one(const RefusedRow& refused) {
  Status status =
      row(kAddToFact).text(format::fact::kRefusedEvents).text(std::to_string(refused.events)).run();
  return status.is_ok() ? row(kDeclareNothing).integer(refused.search).run() : status;
}

Status SearchTables::write_plies(const std::vector<PlySummaryRow>& rows) {
  Status status;
  for (std::size_t i = 0; i < rows.size() && status.is_ok(); ++i) {
    Row values = row(kPly);
    format::for_each_column<PlySummaryRow>(
        [&](const auto& column) { values.integer(rows[i].*column.member); });
    status = values.run();
  }
  return status;
}

// Call when the rows of the search will not change any more.
Status SearchTables::write_digests(const DigestBook& digest_book, std::int64_t search) {
  const auto known = digest_book.searches().find(search);
  if (known == digest_book.searches().end()) return Status::ok();
  format::SearchDigests digests = known->second;
  const auto add = [&](format::Digested table, Sql rows, std::int64_t of) {
    return digest_rows(database_, statements_[rows].get(), of, digests[table]);
  };
  Status status = add(format::Digested::kSearch, kSearchRow, search);
  for (const std::int64_t pass : passes_[search]) {
    if (status.is_ok()) status = add(format::Digested::kPass, kPassRow, pass);
    if (status.is_ok()) status = add(format::Digested::kPlySummary, kPlyRows, pass);
  }
  for (std::size_t i = 0; i < format::kDigestedASearch && status.is_ok(); ++i) {
    status =
        write_digest(row(kDigest), search, static_cast<format::Digested>(i), digests.of_table[i]);
  }
  return status;
}

Status SearchTables::write_end(const DigestBook& digests, double seconds_waited) {
  Status status;
  for (const auto& [search, time] : finished_) {
    if (status.is_ok()) status = row(kSearchFinished).real(time).integer(search).run();
    if (status.is_ok()) status = write_digests(digests, search);
  }
  if (status.is_ok())
    status = row(kAddToFact)
                 .text(format::fact::kSecondsWaited)
                 .text(std::to_string(seconds_waited))
                 .run();
  if (status.is_ok()) status = end_recording(database_);
  return status.is_ok() ? digest_shared_tables(database_) : status;
}

Result<bool> is_being_recorded(sqlite3* database) {
  const auto marks =
      number(database, "SELECT count(*)" + format::of_fact(format::fact::kRecording));
  if (!marks) return marks.status();
  return *marks != 0;
}

Status begin_recording(sqlite3* database) {
  return execute(database, format::insert_fact(format::fact::kRecording, "1").c_str());
}

Status end_recording(sqlite3* database) {
  return execute(database, ("DELETE" + format::of_fact(format::fact::kRecording)).c_str());
}

// Often works even on a full disk, because the rolled-back transaction freed its pages.
bool mark_failed(sqlite3* database, std::int64_t last_search, std::uint64_t lost_events) {
  if (sqlite3_get_autocommit(database) == 0) (void)execute(database, "ROLLBACK");
  // If several recordings lost events, the first one's fact tells which searches are complete.
  const std::string marks =
      "BEGIN IMMEDIATE;"
      "INSERT OR IGNORE INTO meta (name, value) SELECT '" +
      std::string(format::fact::kLostAfter) + "', '" + std::to_string(last_search) +
      "' WHERE NOT EXISTS (SELECT 1" + format::of_fact(format::fact::kLostEvents) + ");" +
      format::insert_fact(format::fact::kLostEvents, std::to_string(lost_events)) + format::kOrAdd +
      ";"
      "UPDATE search SET status = 'failed', lower = NULL, upper = NULL WHERE id > " +
      std::to_string(last_search);
  Status status = execute(database, marks.c_str());
  if (status.is_ok()) status = end_recording(database);
  if (status.is_ok()) status = digest_shared_tables(database);
  if (status.is_ok()) status = execute(database, "COMMIT");
  if (!status) {
    if (sqlite3_get_autocommit(database) == 0) (void)execute(database, "ROLLBACK");
    return false;
  }
  (void)execute(database, "PRAGMA journal_mode=DELETE");
  return true;
}

}  // namespace plytrace::writer
