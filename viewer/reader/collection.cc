// SPDX-License-Identifier: MIT
#include "viewer/reader/collection.h"

#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>

#include "schemas/file_locks.h"
#include "schemas/rows.h"
#include "viewer/reader/connection.h"
#include "viewer/reader/user_query.h"

namespace plytrace {
namespace {

using reader::kCollectionId;

// The columns of a table without those that a collection writes itself.
template <class Row>
std::string columns_but(std::initializer_list<std::string_view> left_out) {
  std::string list;
  format::for_each_column<Row>([&](const auto& column) {
    for (const std::string_view name : left_out) {
      if (name == column.name) return;
    }
    list += std::string(list.empty() ? "" : ", ") + "\"" + column.name + "\"";
  });
  return list;
}
const std::string& search_columns() {
  static const std::string kColumns = columns_but<SearchRow>({"id"});
  return kColumns;
}
const std::string& pass_columns() {
  static const std::string kColumns = columns_but<PassRow>({"id", "root", "last", "stream", "pv"});
  return kColumns;
}
const std::string& ply_columns() {
  static const std::string kColumns = columns_but<PlySummaryRow>({"pass", "ply"});
  return kColumns;
}

constexpr const char* kResultTypes[] = {"INTEGER", "REAL", "REAL", "REAL", "TEXT", "TEXT", "TEXT"};

// "result_depth INTEGER, ...", or only the names.
std::string result_columns(bool with_types) {
  std::string list;
  for (std::size_t i = 0; i < std::size(kResultColumns); ++i) {
    list += std::string(i == 0 ? "" : ", ") + kResultColumns[i];
    if (with_types) list += std::string(" ") + kResultTypes[i];
  }
  return list;
}

// Gives a collection of an older version the columns that it lacks. Its traces count as changed, so
// that the next collect reads them again.
std::string added_result_columns() {
  std::string change;
  for (std::size_t i = 0; i < std::size(kResultColumns); ++i) {
    change += std::string("ALTER TABLE search ADD COLUMN ") + kResultColumns[i] + " " +
              kResultTypes[i] + ";";
  }
  return change + "UPDATE trace SET modified = '';";
}

std::string schema() {
  return "PRAGMA application_id = " + std::to_string(kCollectionId) +
         "; PRAGMA user_version = 1;"
         "CREATE TABLE trace (id INTEGER PRIMARY KEY, file TEXT NOT NULL, digest TEXT NOT NULL,"
         " bytes INTEGER, modified TEXT, state TEXT, error TEXT, UNIQUE (file, digest));"
         "CREATE TABLE search (trace INTEGER NOT NULL, search INTEGER NOT NULL, verdict TEXT,"
         " digest TEXT, " +
         result_columns(true) + ", " + search_columns() +
         ", PRIMARY KEY (trace, search)) WITHOUT ROWID;"
         "CREATE TABLE pass (trace INTEGER NOT NULL, pass INTEGER NOT NULL, " +
         pass_columns() +
         ", PRIMARY KEY (trace, pass)) WITHOUT ROWID;"
         "CREATE TABLE ply (trace INTEGER NOT NULL, pass INTEGER NOT NULL, ply INTEGER NOT NULL, " +
         ply_columns() + ", PRIMARY KEY (trace, pass, ply)) WITHOUT ROWID;";
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

std::string text_or_null(const std::string& text) { return text.empty() ? "NULL" : quoted(text); }

std::string score_or_null(std::optional<Score> score) {
  if (!score) return "NULL";
  if (std::isinf(*score)) return *score < 0 ? "-9e999" : "9e999";
  std::array<char, 40> digits{};
  std::snprintf(digits.data(), digits.size(), "%.17g", *score);
  return digits.data();
}

// The URI to read the file, without locks if the file system has none.
std::string readable_uri(const std::string& file) {
  return reader::file_uri(file, format::can_lock(file) ? "?mode=ro" : "?mode=ro&nolock=1");
}

}  // namespace

struct Collection::Impl {
  std::string path;
  reader::Database database;

  Status damaged(const std::string& why) const {
    return Status::bad_input(path + ": damaged collection: " + why + "; collect the traces again");
  }
  Status fail(const char* what) const {
    const std::string reason = sqlite3_errmsg(database.get());
    switch (sqlite3_errcode(database.get())) {
      case SQLITE_ERROR:  // a table or a column is missing
      case SQLITE_CORRUPT:
      case SQLITE_NOTADB:
      case SQLITE_TOOBIG:
        return damaged(reason);
      default:
        return Status::environment(path + ": " + what + ": " + reason);
    }
  }
  Status run(const std::string& sql) const {
    const int code = sqlite3_exec(database.get(), sql.c_str(), nullptr, nullptr, nullptr);
    return code == SQLITE_OK ? Status::ok() : fail("cannot write the collection");
  }
  std::int64_t number(const std::string& sql) const {
    const auto found = reader::number_of(path, database.get(), sql.c_str());
    return found ? *found : -1;
  }
  // Whether the table `search` has the result columns.
  bool has_results() const {
    return number(std::string("SELECT count(*) FROM pragma_table_info('search') WHERE name = '") +
                  kResultColumns[0] + "'") > 0;
  }
  // Attaches another file as `t`, to be read.
  Status attach(const std::string& file) const {
    return run("ATTACH " + quoted(readable_uri(file)) + " AS t");
  }
};

Collection::Collection(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Collection::Collection(Collection&&) noexcept = default;
Collection::~Collection() = default;

Result<Collection> Collection::open(const std::string& path, bool writes) {
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  sqlite3* handle = nullptr;
  const int flags = writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  const bool is_new = writes && ::access(path.c_str(), F_OK) != 0;
  const std::string uri = writes ? reader::file_uri(path, "") : readable_uri(path);
  const int code =
      sqlite3_open_v2(uri.c_str(), &handle, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  impl->database.reset(handle);
  if (code != SQLITE_OK && !writes && ::access(path.c_str(), F_OK) != 0) {
    return Status::bad_input(path + ": no such file");
  }
  if (code != SQLITE_OK) return impl->fail("cannot open the collection");
  // First of all: SQLite would take missing locks for another collect, and wait for it.
  if (writes && !format::can_lock(path)) {
    impl->database.reset();
    if (is_new) std::remove(path.c_str());
    return Status::environment(path +
                               ": cannot write the collection: the file system has no locks; "
                               "collect into a local folder and copy the file");
  }
  sqlite3_busy_timeout(handle, 60'000);  // other collects may write
  // A killed collect leaves whole rows; waiting for the disk after each trace would take longer
  // than reading it.
  if (writes) sqlite3_exec(handle, "PRAGMA synchronous = OFF", nullptr, nullptr, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  if (writes && impl->number("SELECT count(*) FROM sqlite_master") == 0) {
    if (Status status = impl->run("BEGIN IMMEDIATE"); !status) return status;
    // Another collect may have made the tables meanwhile.
    const bool is_empty = impl->number("SELECT count(*) FROM sqlite_master") == 0;
    if (Status status = impl->run((is_empty ? schema() : "") + "COMMIT"); !status) return status;
  }
  const auto id = reader::number_of(path, handle, "PRAGMA application_id");
  if (!id) return impl->fail("cannot open the collection");
  if (*id != kCollectionId) {
    return Status::bad_input(path + ": is not a collection of traces; plytrace collect makes one");
  }
  if (writes && !impl->has_results()) {
    if (Status status = impl->run("BEGIN IMMEDIATE"); !status) return status;
    const bool lacks_them = !impl->has_results();
    Status status = impl->run((lacks_them ? added_result_columns() : "") + "COMMIT");
    if (!status) return status;
  }
  return Collection(std::move(impl));
}

bool Collection::is_one(const std::string& path) {
  sqlite3* handle = nullptr;
  sqlite3_open_v2(readable_uri(path).c_str(), &handle,
                  SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  const reader::Database database(handle);
  const auto id = reader::number_of(path, handle, "PRAGMA application_id");
  return id && *id == kCollectionId;
}

const std::string& Collection::path() const { return impl_->path; }

Status Collection::check() const {
  std::string found;
  require(query("PRAGMA quick_check(1)",
                [&found](const std::vector<std::string>& cells) { found = cells[0]; }));
  found.erase(0, found.rfind('\n') + 1);  // the title of the list
  return found == "ok" ? Status::ok() : impl_->damaged(found);
}

bool Collection::has_results() const { return impl_->has_results(); }

std::optional<std::string> Collection::error_of(const CollectedTrace& trace, bool judged) const {
  const std::string judgement =
      judged ? " AND NOT EXISTS (SELECT 1 FROM search WHERE trace = id AND verdict IS NULL)" : "";
  std::optional<std::string> error;
  // A row that cannot be read is taken for none; then the trace is read again.
  (void)query("SELECT error FROM trace WHERE file = " + quoted(trace.file) +
                  " AND bytes = " + std::to_string(trace.bytes) +
                  " AND modified = " + quoted(trace.modified) + judgement,
              [&error](const std::vector<std::string>& cells) { error = cells[0]; });
  return error;
}

Status Collection::add(const CollectedTrace& trace) {
  const Impl& impl = *impl_;
  if (Status status = impl.attach(trace.path); !status) return status;
  std::string change;
  for (const char* const table : {"search", "pass", "ply"}) {
    change += std::string("DELETE FROM ") + table +
              " WHERE trace IN (SELECT id FROM trace WHERE file = " + quoted(trace.file) + ");";
  }
  change += "DELETE FROM trace WHERE file = " + quoted(trace.file) +
            "; INSERT INTO trace (file, digest, bytes, modified, state) VALUES (" +
            quoted(trace.file) + ", " + quoted(trace.digest) + ", " + std::to_string(trace.bytes) +
            ", " + quoted(trace.modified) + ", " + text_or_null(trace.state) +
            ");"
            "CREATE TEMP TABLE IF NOT EXISTS added (id); DELETE FROM added;"
            "INSERT INTO added VALUES (last_insert_rowid());";
  const std::string of = "SELECT (SELECT id FROM added), ";
  change += "INSERT INTO search (trace, search, " + search_columns() + ") " + of + "id, " +
            search_columns() + " FROM t.search;";
  change += "INSERT INTO pass (trace, pass, " + pass_columns() + ") " + of + "id, " +
            pass_columns() + " FROM t.pass;";
  change += "INSERT INTO ply (trace, pass, ply, " + ply_columns() + ") " + of + "pass, ply, " +
            ply_columns() + " FROM t.ply_summary;";
  for (const CollectedSearch& search : trace.searches) {
    change += "UPDATE search SET verdict = " + text_or_null(search.verdict) +
              ", digest = " + text_or_null(search.digest) +
              ", result_depth = " + text_or_null(search.depth) +
              ", result_value = " + score_or_null(search.value) +
              ", result_lower = " + score_or_null(search.lower) +
              ", result_upper = " + score_or_null(search.upper) +
              ", result_best_move = " + text_or_null(search.best_move) +
              ", root_side = " + text_or_null(search.side) +
              ", root_left_out = " + text_or_null(search.left_out) +
              " WHERE trace = (SELECT id FROM added) AND search = " + std::to_string(search.id) +
              ";";
  }
  Status status = impl.run("BEGIN IMMEDIATE;" + change + "COMMIT");
  if (!status) (void)impl.run("ROLLBACK");
  (void)impl.run("DETACH t");
  return status;
}

Status Collection::add_error(const CollectedTrace& trace, const std::string& error) {
  const std::string columns = "(error, bytes, modified)", cells = quoted(error) + ", " +
                                                                  std::to_string(trace.bytes) +
                                                                  ", " + quoted(trace.modified);
  Status status =
      impl_->run("BEGIN IMMEDIATE; UPDATE trace SET " + columns + " = (" + cells +
                 ") WHERE file = " + quoted(trace.file) +
                 "; INSERT INTO trace (file, digest, error, bytes, modified) SELECT " +
                 quoted(trace.file) + ", '', " + cells + " WHERE changes() = 0; COMMIT");
  if (!status) (void)impl_->run("ROLLBACK");
  return status;
}

Status Collection::merge(const std::string& path) {
  const Impl& impl = *impl_;
  // Damage found while copying would be reported of this collection.
  const auto other = open(path, false);
  if (!other) return other.status();
  Status status = other->check();
  if (status) status = impl.attach(path);
  if (!status) return status;
  const bool has_results = other->has_results();
  // `added` maps the trace ids of the other collection to the ids here. Rows that exist here stay.
  const auto copy = [](const std::string& table, const std::string& keys,
                       const std::string& columns) {
    return "INSERT OR REPLACE INTO " + table + " (trace, " + keys + ", " + columns +
           ") SELECT added.id, " + keys + ", " + columns + " FROM t." + table +
           " AS o JOIN added ON added.other = o.trace;";
  };
  status = impl.run(
      "BEGIN IMMEDIATE;"
      "INSERT OR IGNORE INTO trace (file, digest, bytes, modified, state, error)"
      " SELECT file, digest, bytes, modified, state, error FROM t.trace ORDER BY id;"
      "DROP TABLE IF EXISTS temp.added;"
      "CREATE TEMP TABLE added AS SELECT o.id AS other, m.id AS id FROM t.trace AS o"
      " JOIN main.trace AS m ON m.file = o.file AND m.digest = o.digest;" +
      copy("search", "search, verdict, digest" + (has_results ? ", " + result_columns(false) : ""),
           search_columns()) +
      copy("pass", "pass", pass_columns()) + copy("ply", "ply, pass", ply_columns()) +
      "DROP TABLE temp.added; COMMIT");
  if (!status) (void)impl.run("ROLLBACK");
  (void)impl.run("DETACH t");
  return status;
}

Status Collection::ask(std::string_view sql, const TraceReader::Query& query) const {
  const reader::QueriedFile file{impl_->database.get(), nullptr,
                                 [this](int) { return impl_->fail("cannot be read"); }};
  return reader::run_user_query(file, sql, query);
}

Status Collection::query(const std::string& sql,
                         const std::function<void(const std::vector<std::string>&)>& take) const {
  sqlite3_stmt* handle = nullptr;
  sqlite3* const database = impl_->database.get();
  const int prepared = sqlite3_prepare_v2(database, sql.c_str(), -1, &handle, nullptr);
  const reader::Statement statement(handle);
  if (prepared != SQLITE_OK) return impl_->fail("cannot be read");
  std::vector<std::string> cells(static_cast<std::size_t>(sqlite3_column_count(handle)));
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(handle)) == SQLITE_ROW) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto* const text =
          reinterpret_cast<const char*>(sqlite3_column_text(handle, static_cast<int>(i)));
      cells[i] = text == nullptr ? "" : text;
    }
    take(cells);
  }
  return code == SQLITE_DONE ? Status::ok() : impl_->fail("cannot be read");
}

}  // namespace plytrace
