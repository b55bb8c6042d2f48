// SPDX-License-Identifier: MIT
#include "tracer/trace_writer.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/parameters.h"
#include "tracer/batch_rows.h"

namespace plytrace {
namespace {

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// What the system said of the last failed read or write, where SQLite still knows: of the
// connection, the database file, or its journal. 0 = not known.
int system_error(sqlite3* database) {
  int error = sqlite3_system_errno(database);
  if (error == 0) sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  if (error != 0) return error;
  sqlite3_file* journal = nullptr;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
  if (journal != nullptr && journal->pMethods != nullptr) {
    journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  return error;
}

Status failure(sqlite3* database) {
  std::string message = sqlite3_errmsg(database);
  const int code = sqlite3_errcode(database) & 0xFF;
  if (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) {
    if (const int error = system_error(database); error != 0) {
      message += std::string(" (") + std::strerror(error) + ")";
    }
  }
  return Status::environment(message);
}

Status execute(sqlite3* database, const char* sql) {
  const int code = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? Status::ok() : failure(database);
}

// One row of parameters for a prepared statement, bound from left to right.
class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
  }
  Row& integer(std::int64_t value) {
    sqlite3_bind_int64(statement_, ++column_, value);
    return *this;
  }
  template <class T>
  Row& integer(const std::optional<T>& value) {
    return value ? integer(static_cast<std::int64_t>(*value)) : null();
  }
  Row& number(std::int32_t value) { return value == kNoNumber ? null() : integer(value); }
  // A NaN is no score: NULL.
  Row& real(double value) {
    sqlite3_bind_double(statement_, ++column_, value);
    return *this;
  }
  Row& real(std::optional<double> value) { return value ? real(*value) : null(); }
  Row& text(std::string_view value) {
    sqlite3_bind_text64(statement_, ++column_, value.data(), value.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
    return *this;
  }
  Row& text_or_null(std::string_view value) { return value.empty() ? null() : text(value); }
  Row& id(std::int64_t value) { return value == 0 ? null() : integer(value); }
  Row& null() {
    sqlite3_bind_null(statement_, ++column_);
    return *this;
  }
  Status run() {
    sqlite3_step(statement_);
    return sqlite3_reset(statement_) == SQLITE_OK ? Status::ok()
                                                  : failure(sqlite3_db_handle(statement_));
  }

 private:
  sqlite3_stmt* statement_;
  int column_ = 0;
};

Result<Statement> prepare(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(database, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement,
                         nullptr) != SQLITE_OK) {
    return failure(database);
  }
  return Statement(statement);
}

std::string json_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) list += (list.size() == 1 ? "" : ",") + json_quote(text);
  return list + "]";
}

std::string_view status_word(SearchStatus status) {
  return status == SearchStatus::kRunning ? std::string_view{} : format::word(status);
}

// --- Batches as virtual tables
// --------------------------------------------------------------------

// Where the cells of batch_rows.h go. Texts stay valid until the row is written: they lie in the
// batch, or in the source.
class Cell {
 public:
  explicit Cell(sqlite3_context* context) : context_(context) {}
  void integer(std::int64_t value) { sqlite3_result_int64(context_, value); }
  void real(Score value) { sqlite3_result_double(context_, value); }  // NaN is NULL
  void text(std::string_view value) {
    sqlite3_result_text64(context_, value.data(), value.size(), SQLITE_STATIC, SQLITE_UTF8);
  }

 private:
  sqlite3_context* context_;
};

// A read-only virtual table that shows the rows of one kind in the batch of its BatchSource.
template <class Rows>
class BatchTable {
 public:
  static std::string insert_sql() {
    return std::string("INSERT INTO ") + Rows::kTable + " (" + Rows::kColumns + ") SELECT " +
           Rows::kColumns + " FROM " + name();
  }
  static int add_to(sqlite3* database, BatchSource& source) {
    return sqlite3_create_module(database, name().c_str(), &kModule, &source);
  }

 private:
  struct Table {
    sqlite3_vtab base{};
    BatchSource* source = nullptr;
  };
  struct Cursor {
    sqlite3_vtab_cursor base{};
    std::size_t index = 0, size = 0;
  };
  static std::string name() { return std::string("batch_") + Rows::kTable; }
  static Cursor& cursor_of(sqlite3_vtab_cursor* base) { return *reinterpret_cast<Cursor*>(base); }
  static BatchSource& source_of(sqlite3_vtab_cursor* base) {
    return *reinterpret_cast<Table*>(base->pVtab)->source;
  }

  static int connect(sqlite3* database, void* source, int, const char* const*, sqlite3_vtab** out,
                     char**) {
    const std::string sql = std::string("CREATE TABLE batch(") + Rows::kColumns + ")";
    if (const int code = sqlite3_declare_vtab(database, sql.c_str()); code != SQLITE_OK) {
      return code;
    }
    auto table = std::make_unique<Table>();
    table->source = static_cast<BatchSource*>(source);
    *out = &table.release()->base;
    return SQLITE_OK;
  }
  static int disconnect(sqlite3_vtab* base) {
    delete reinterpret_cast<Table*>(base);  // NOLINT: SQLite owned it
    return SQLITE_OK;
  }
  static int best_index(sqlite3_vtab*, sqlite3_index_info*) { return SQLITE_OK; }
  static int open(sqlite3_vtab*, sqlite3_vtab_cursor** out) {
    *out = &std::make_unique<Cursor>().release()->base;
    return SQLITE_OK;
  }
  static int close(sqlite3_vtab_cursor* base) {
    delete &cursor_of(base);  // NOLINT: SQLite owned it
    return SQLITE_OK;
  }
  static void skip_others(Cursor& cursor, const Batch& batch) {
    while (cursor.index < cursor.size && !Rows::is_row(batch, cursor.index)) ++cursor.index;
  }
  static int filter(sqlite3_vtab_cursor* base, int, const char*, int, sqlite3_value**) {
    Cursor& cursor = cursor_of(base);
    const Batch& batch = *source_of(base).batch;
    cursor.index = 0;
    cursor.size = Rows::size(batch);
    skip_others(cursor, batch);
    return SQLITE_OK;
  }
  static int next(sqlite3_vtab_cursor* base) {
    Cursor& cursor = cursor_of(base);
    ++cursor.index;
    skip_others(cursor, *source_of(base).batch);
    return SQLITE_OK;
  }
  static int at_end(sqlite3_vtab_cursor* base) {
    return cursor_of(base).index >= cursor_of(base).size ? 1 : 0;
  }
  static int column(sqlite3_vtab_cursor* base, sqlite3_context* out, int column) {
    Cell cell(out);
    Rows::column(cell, source_of(base), cursor_of(base).index, column);
    return SQLITE_OK;
  }
  static int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* out) {
    *out = static_cast<sqlite3_int64>(cursor_of(base).index);
    return SQLITE_OK;
  }

  static constexpr sqlite3_module make_module() {
    sqlite3_module module{};
    module.xConnect = connect;  // no xCreate: the table exists under the module's name only
    module.xDisconnect = disconnect;
    module.xBestIndex = best_index;
    module.xOpen = open;
    module.xClose = close;
    module.xFilter = filter;
    module.xNext = next;
    module.xEof = at_end;
    module.xColumn = column;
    module.xRowid = row_id;
    return module;
  }
  static constexpr sqlite3_module kModule = make_module();
};

// --- The store
// --------------------------------------------------------------------------------------

class TraceWriter final : public TraceStore {
 public:
  explicit TraceWriter(Database database) : database_(std::move(database)) {}

  // Runs once, before anything else.
  Status open(const LastIds& last, std::vector<MoveEntry> moves);

  LastIds last_ids() const override { return last_; }
  std::vector<MoveEntry> moves() const override { return moves_; }
  Status write_moves(const std::vector<MoveEntry>& entries) override;
  Status write(const Batch& batch) override;
  Status write_plies(const std::vector<PlyRow>& rows) override;
  Status commit() override;
  Status finish(double seconds_waited) override;
  void mark_failed(std::uint64_t lost_events) override;

 private:
  enum Sql {
    kBegin,
    kCommit,
    kSearchBegin,
    kPassBegin,
    kPassEnd,
    kSearchEnd,
    kSearchFinished,
    kRefused,
    kWaited,
    kDeclareNothing,
    kCloseNode,
    kCredit,
    kMove,
    kPly,
    kNodes,
    kBounds,
    kCutoffs,
    kStores,
    kProbes,
    kNotes,
    kSqlCount
  };
  static std::string sql_of(Sql sql);

  Row row(Sql sql) { return Row(statements_[sql].get()); }
  Status begin();
  Status write_rare(const SearchBeginRow&);
  Status write_rare(const PassBeginRow&);
  Status write_rare(const PassEndRow&);
  Status write_rare(const SearchEndRow&);
  Status write_rare(const RefusedRow&);
  Status write_closing(const Closing&);
  void learn(const MoveEntry& entry);

  Database database_;
  BatchSource source_;
  std::array<Statement, kSqlCount> statements_;
  LastIds last_;
  std::vector<MoveEntry> moves_;
  std::vector<std::pair<std::int64_t, double>> finished_;  // searches, to be marked at the very end
  bool in_transaction_ = false;
};

std::string TraceWriter::sql_of(Sql sql) {
  switch (sql) {
    case kBegin:
      return "BEGIN IMMEDIATE";
    case kCommit:
      return "COMMIT";
    case kSearchBegin:
      return "INSERT INTO search (id, game, game_options, position, algorithm, options, evaluator, "
             "perspective, max_player, depth, captured, fail, windows, uniform, score_min, "
             "score_max, started_at, engine, engine_version) "
             "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    case kPassBegin:
      return "INSERT INTO pass (id, search, ordinal, stream, purpose, depth, alpha, beta, root) "
             "VALUES (?,?,?,?,?,?,?,?,?)";
    case kPassEnd:
      return "UPDATE pass SET last = ?, value = ?, best_move = ?, status = ?, nodes = ?, "
             "seconds = ? WHERE id = ?";
    case kSearchEnd:
      return "UPDATE search SET status = ?, value = ?, lower = ?, upper = ?, completed_depth = ?, "
             "best_move = ?, pv = ?, nodes = ?, leaf_evaluations = ?, seconds = ? WHERE id = ?";
    case kSearchFinished:
      return "UPDATE search SET finished_at = ? WHERE id = ?";
    case kRefused:
      return "INSERT INTO meta (name, value) VALUES ('refused_events', ?) ON CONFLICT (name) "
             "DO UPDATE SET value = value + excluded.value";
    case kWaited:
      return "INSERT INTO meta (name, value) VALUES ('seconds_waited', ?) ON CONFLICT (name) "
             "DO UPDATE SET value = value + excluded.value";
    case kDeclareNothing:
      return "UPDATE search SET captured = '[]', fail = NULL, windows = NULL, uniform = 0 "
             "WHERE id = ?";
    case kCloseNode:
      return "UPDATE node SET last = ?, value = ?, score = ?, credited = ?, kind = ?, bound = ?, "
             "best = ?, legal = ?, unrecorded = ? WHERE id = ?";
    case kCredit:
      return "UPDATE node SET credited = ? WHERE id = ?";
    case kMove:
      return "INSERT INTO move (id, text) VALUES (?, ?)";
    case kPly:
      return "INSERT OR REPLACE INTO ply_summary (pass, ply, nodes, interior, horizon, terminal, "
             "\"table\", known, draw, unknown, alpha_cutoffs, beta_cutoffs, cut_by_first, "
             "cutoffs_skipping, skipped, bound_updates, re_searches, unrecorded) "
             "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    case kNodes:
      return BatchTable<NodeRows>::insert_sql();
    case kBounds:
      return BatchTable<BoundRows>::insert_sql();
    case kCutoffs:
      return BatchTable<CutoffRows>::insert_sql();
    case kStores:
      return BatchTable<StoreRows>::insert_sql();
    case kProbes:
      return BatchTable<ProbeRows>::insert_sql();
    case kNotes:
      return BatchTable<NoteRows>::insert_sql();
    case kSqlCount:
      break;
  }
  return {};
}

Status TraceWriter::open(const LastIds& last, std::vector<MoveEntry> moves) {
  last_ = last;
  moves_ = std::move(moves);
  learn({0, "?"});
  for (const MoveEntry& entry : moves_) learn(entry);
  for (const int code : {BatchTable<NodeRows>::add_to(database_.get(), source_),
                         BatchTable<BoundRows>::add_to(database_.get(), source_),
                         BatchTable<CutoffRows>::add_to(database_.get(), source_),
                         BatchTable<StoreRows>::add_to(database_.get(), source_),
                         BatchTable<ProbeRows>::add_to(database_.get(), source_),
                         BatchTable<NoteRows>::add_to(database_.get(), source_)}) {
    if (code != SQLITE_OK) return failure(database_.get());
  }
  for (std::size_t i = 0; i < kSqlCount; ++i) {
    Result<Statement> statement = prepare(database_.get(), sql_of(static_cast<Sql>(i)));
    if (!statement) return statement.status();
    statements_[i] = std::move(*statement);
  }
  return Status::ok();
}

void TraceWriter::learn(const MoveEntry& entry) {
  if (entry.id >= source_.quoted_moves.size()) {
    source_.quoted_moves.resize(entry.id + 1, "\"?\"");
  }
  source_.quoted_moves[entry.id] = json_quote(entry.text);
}

Status TraceWriter::begin() {
  if (in_transaction_) return Status::ok();
  Status status = row(kBegin).run();
  in_transaction_ = status.is_ok();
  return status;
}

Status TraceWriter::commit() {
  if (!in_transaction_) return Status::ok();
  Status status = row(kCommit).run();
  if (status.is_ok()) in_transaction_ = false;
  return status;
}

Status TraceWriter::write_moves(const std::vector<MoveEntry>& entries) {
  Status status = begin();
  for (std::size_t i = 0; i < entries.size() && status.is_ok(); ++i) {
    learn(entries[i]);
    status = row(kMove).integer(entries[i].id).text(entries[i].text).run();
  }
  return status;
}

Status TraceWriter::write(const Batch& batch) {
  Status status = begin();
  for (const RareRow& rare : batch.rare) {
    if (!status.is_ok()) return status;
    status = std::visit([this](const auto& any) { return write_rare(any); }, rare);
  }
  source_.batch = &batch;
  if (status.is_ok() && !batch.nodes.empty()) status = row(kNodes).run();
  for (std::size_t type = 0; type < kEventTypes && status.is_ok(); ++type) {
    if (batch.events_of_type[type] == 0) continue;
    status = row(static_cast<Sql>(kBounds + type)).run();
  }
  for (std::size_t i = 0; i < batch.closings.size() && status.is_ok(); ++i) {
    status = write_closing(batch.closings[i]);
  }
  for (std::size_t i = 0; i < batch.credits.size() && status.is_ok(); ++i) {
    status = row(kCredit).real(batch.credits[i].score).integer(batch.credits[i].id).run();
  }
  source_.batch = nullptr;
  return status;
}

Status TraceWriter::write_rare(const SearchBeginRow& begin) {
  const SearchDeclaration& d = begin.declaration;
  Row values = row(kSearchBegin);
  values.integer(begin.id).text(d.game).text(d.game_options.empty() ? "{}" : d.game_options);
  values.text(d.position).text(d.algorithm).text(d.options.empty() ? "{}" : d.options);
  values.text(d.evaluator).text(d.counts_from_side_to_move ? "side" : "max");
  values.integer(d.max_player).integer(d.depth).text(json_list(d.captured));
  values.text_or_null(d.fail).text_or_null(d.exact_windows ? "exact" : "");
  values.integer(d.uniform ? 1 : 0);
  values.real(d.score_range ? d.score_range->alpha : kNoScore);
  values.real(d.score_range ? d.score_range->beta : kNoScore);
  return values.real(begin.started_at).text(begin.engine).text(begin.engine_version).run();
}

Status TraceWriter::write_rare(const PassBeginRow& begin) {
  return row(kPassBegin)
      .integer(begin.id)
      .integer(begin.search)
      .integer(begin.ordinal)
      .integer(begin.stream)
      .text(format::word(begin.pass.purpose))
      .number(begin.pass.depth)
      .real(begin.pass.window.alpha)
      .real(begin.pass.window.beta)
      .id(begin.root)
      .run();
}

Status TraceWriter::write_rare(const PassEndRow& end) {
  return row(kPassEnd)
      .id(end.last)
      .real(end.pass.value)
      .text_or_null(end.best_move)
      .text_or_null(status_word(end.pass.status))
      .integer(static_cast<std::int64_t>(end.pass.nodes))
      .real(end.seconds)
      .integer(end.id)
      .run();
}

Status TraceWriter::write_rare(const SearchEndRow& end) {
  finished_.emplace_back(end.id, end.finished_at);
  const SearchEnd& s = end.search;
  Row values = row(kSearchEnd);
  values.text_or_null(status_word(s.status)).real(s.value).real(s.lower).real(s.upper);
  values.integer(s.completed_depth).text_or_null(s.best_move).text(json_list(s.pv));
  values.integer(static_cast<std::int64_t>(s.nodes));
  values.integer(static_cast<std::int64_t>(s.leaf_evaluations));
  return values.real(end.seconds).integer(end.id).run();
}

Status TraceWriter::write_rare(const RefusedRow& refused) {
  Status status = row(kRefused).text(std::to_string(refused.events)).run();
  return status.is_ok() ? row(kDeclareNothing).integer(refused.search).run() : status;
}

Status TraceWriter::write_closing(const Closing& closing) {
  const NodeResult& result = closing.result;
  Row values = row(kCloseNode);
  values.integer(result.last).real(result.value).real(result.score).real(result.credited);
  values.integer(result.kind);
  result.bound == kNoCode ? values.null() : values.integer(result.bound);
  values.id(result.best);
  return values.number(result.legal).integer(result.unrecorded).integer(closing.id).run();
}

Status TraceWriter::write_plies(const std::vector<PlyRow>& rows) {
  Status status = begin();
  for (std::size_t i = 0; i < rows.size() && status.is_ok(); ++i) {
    Row values = row(kPly);
    values.integer(rows[i].pass).integer(rows[i].ply);
    for (const std::int64_t count : rows[i].counts) values.integer(count);
    status = values.run();
  }
  return status;
}

// What takes room is done before the mark of a complete trace is set: the journal goes into the
// file first, then finished_at is written, then the file leaves WAL mode.
Status TraceWriter::finish(double seconds_waited) {
  Status status = commit();
  if (!status) return status;
  const int checkpoint = sqlite3_wal_checkpoint_v2(database_.get(), nullptr,
                                                   SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  if (checkpoint != SQLITE_OK && checkpoint != SQLITE_BUSY) return failure(database_.get());
  status = begin();
  for (const auto& [search, time] : finished_) {
    if (status.is_ok()) status = row(kSearchFinished).real(time).integer(search).run();
  }
  if (status.is_ok()) status = row(kWaited).text(std::to_string(seconds_waited)).run();
  if (status.is_ok()) status = execute(database_.get(), "DELETE FROM meta WHERE name='recording'");
  if (status.is_ok()) status = commit();
  if (!status) return status;
  statements_ = {};
  const int code =
      sqlite3_exec(database_.get(), "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
  // Another process reads it: it stays a valid trace in WAL mode.
  if (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED) {
    return failure(database_.get());
  }
  database_.reset();
  return Status::ok();
}

// On a full disk this often works: the pages of the transaction that was rolled back are free.
void TraceWriter::mark_failed(std::uint64_t lost_events) {
  if (database_ == nullptr) return;
  sqlite3* const database = database_.get();
  statements_ = {};
  if (sqlite3_get_autocommit(database) == 0) (void)execute(database, "ROLLBACK");
  const std::string marks =
      "BEGIN IMMEDIATE;"
      "INSERT INTO meta (name, value) VALUES ('lost_events', '" +
      std::to_string(lost_events) +
      "') ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;"
      "UPDATE search SET status = 'failed', lower = NULL, upper = NULL WHERE id > " +
      std::to_string(last_.search) +
      ";"
      "DELETE FROM meta WHERE name = 'recording';"
      "COMMIT";
  if (!execute(database, marks.c_str())) {
    if (sqlite3_get_autocommit(database) == 0) (void)execute(database, "ROLLBACK");
  } else {
    (void)execute(database, "PRAGMA journal_mode=DELETE");
  }
  database_.reset();
}

// --- Opening
// ----------------------------------------------------------------------------------------

Result<Database> open_database(const std::string& path) {
  sqlite3* raw = nullptr;
  // SQLite gives names like ":memory:" a meaning of their own; a path with a folder has none.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  const int code = sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE, nullptr);
  Database database(raw);
  if (code != SQLITE_OK) return failure(raw);
  sqlite3_extended_result_codes(raw, 1);
  sqlite3_busy_timeout(raw, 2000);
  return database;
}

// A first column as a number; 0 where there is none.
Result<std::int64_t> number(sqlite3* database, const std::string& sql) {
  Result<Statement> statement = prepare(database, sql);
  if (!statement) return statement.status();
  const int code = sqlite3_step(statement->get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) return failure(database);
  return code == SQLITE_ROW ? sqlite3_column_int64(statement->get(), 0) : 0;
}

// While recording: readers see what was committed, and nothing waits for the disk. (A kill loses
// nothing that was committed; a power cut may.)
Status enter_recording_mode(sqlite3* database) {
  return execute(database,
                 "PRAGMA journal_mode=WAL;"
                 "PRAGMA synchronous=OFF;"
                 "PRAGMA wal_autocheckpoint=2000;"
                 "PRAGMA cache_size=-32000;"
                 "PRAGMA temp_store=MEMORY");
}

Status create_schema(sqlite3* database) {
  Status status = execute(database, "PRAGMA page_size=16384; PRAGMA synchronous=OFF; BEGIN");
  if (status.is_ok()) status = execute(database, format::kTraceSql);
  if (status.is_ok()) {
    status = execute(
        database, "INSERT INTO meta (name, value) VALUES ('created_by', 'plytrace " PLYTRACE_VERSION
                  "'), ('recording', '1'); COMMIT");
  }
  if (status.is_ok()) status = enter_recording_mode(database);
  return status;
}

Result<std::vector<MoveEntry>> read_moves(sqlite3* database) {
  Result<Statement> statement =
      prepare(database, "SELECT id, text FROM move WHERE id > 0 ORDER BY id");
  if (!statement) return statement.status();
  std::vector<MoveEntry> moves;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement->get())) == SQLITE_ROW) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement->get(), 1));
    moves.push_back({static_cast<MoveId>(sqlite3_column_int64(statement->get(), 0)),
                     text == nullptr ? std::string() : std::string(text)});
  }
  if (code != SQLITE_DONE) return failure(database);
  return moves;
}

Result<LastIds> read_last_ids(sqlite3* database) {
  const std::string stream_0 = " WHERE id <= " + std::to_string(format::kStreamStride);
  LastIds last;
  Status status;
  const auto read = [&](const std::string& table, const std::string& where) -> std::int64_t {
    const auto result = number(database, "SELECT max(id) FROM " + table + where);
    if (!result && status.is_ok()) status = result.status();
    return result ? *result : 0;
  };
  last.search = read("search", "");
  last.pass = read("pass", "");
  last.node = read("node", stream_0);
  for (const char* table : {"bound_update", "cutoff", "table_store", "table_probe", "note"}) {
    last.event = std::max(last.event, read(table, stream_0));
  }
  last.stream = std::max<std::int64_t>(0, read("node", "") - 1) / format::kStreamStride;
  if (!status) return status;
  return last;
}

Result<std::unique_ptr<TraceStore>> make_writer(Database database, const LastIds& last,
                                                std::vector<MoveEntry> moves) {
  auto writer = std::make_unique<TraceWriter>(std::move(database));
  if (Status status = writer->open(last, std::move(moves)); !status) return status;
  return std::unique_ptr<TraceStore>(std::move(writer));
}

// The mark and the check in one transaction: two programs cannot both go on in one trace.
Status claim(sqlite3* database, const std::string& path) {
  Status status = execute(database, "BEGIN IMMEDIATE");
  if (!status) return status;
  const auto recording = number(database, "SELECT count(*) FROM meta WHERE name = 'recording'");
  if (!recording) return Status::bad_input(path + ": damaged: " + recording.status().message());
  if (*recording != 0) {
    return Status::bad_input(path +
                             ": is being recorded, or its recording was cut short; append to "
                             "another trace");
  }
  return execute(database, "INSERT INTO meta (name, value) VALUES ('recording', '1'); COMMIT");
}

Status check_is_trace(sqlite3* database, const std::string& path) {
  const auto application = number(database, "PRAGMA application_id");
  if (!application || *application != format::kApplicationId) {
    return Status::bad_input(path + ": is no plytrace trace; name a trace to append to");
  }
  const auto version = number(database, "PRAGMA user_version");
  if (!version || *version != format::kVersion) {
    return Status::bad_input(path + ": trace format " + std::to_string(version ? *version : 0) +
                             ", this plytrace writes " + std::to_string(format::kVersion) +
                             "; append to a trace of this version");
  }
  return Status::ok();
}

Status in_file(const std::string& path, const Status& status) {
  return {status.code(), path + ": cannot write the trace: " + status.message() +
                             "; make room or choose another place"};
}

}  // namespace

Result<std::unique_ptr<TraceStore>> create_trace(const std::string& path) {
  Result<Database> database = open_database(path);
  Status status = database ? create_schema(database->get()) : database.status();
  if (status.is_ok()) {
    auto writer = make_writer(std::move(*database), {}, {});
    if (writer) return writer;
    status = writer.status();
  }
  return in_file(path, status);
}

Result<std::unique_ptr<TraceStore>> append_to_trace(const std::string& path) {
  Result<Database> database = open_database(path);
  if (!database) return in_file(path, database.status());
  sqlite3* const raw = database->get();
  if (Status status = check_is_trace(raw, path); !status) return status;
  if (Status status = claim(raw, path); !status) return status;
  const auto last = read_last_ids(raw);
  if (!last) return Status::bad_input(path + ": damaged: " + last.status().message());
  auto moves = read_moves(raw);
  if (!moves) return Status::bad_input(path + ": damaged: " + moves.status().message());
  if (Status status = enter_recording_mode(raw); !status) return in_file(path, status);
  auto writer = make_writer(std::move(*database), *last, std::move(*moves));
  if (!writer) return in_file(path, writer.status());
  return writer;
}

}  // namespace plytrace
