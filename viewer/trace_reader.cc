// SPDX-License-Identifier: MIT
#include "viewer/trace_reader.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "viewer/trace_file_check.h"

namespace plytrace {
namespace {

// Handles
// ------------------------------------------------------------------------------------------

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// What each table is read as. Columns are named, so that a newer table with more of them reads too.
constexpr const char* kSearchColumns =
    "id, game, game_options, position, algorithm, options, evaluator, perspective, max_player, "
    "depth, captured, fail, windows, uniform, score_min, score_max, status, value, lower, upper, "
    "completed_depth, best_move, pv, nodes, leaf_evaluations, started_at, finished_at, seconds, "
    "engine, engine_version";
constexpr const char* kPassColumns =
    "id, search, ordinal, stream, purpose, depth, alpha, beta, root, last, value, best_move, "
    "status, nodes, seconds";
constexpr const char* kNodeColumns =
    "id, parent, last, ply, move, side, depth, alpha, beta, value, score, credited, kind, bound, "
    "phase, role, best, legal, unrecorded, key";
constexpr const char* kSummaryColumns =
    "pass, ply, nodes, interior, horizon, terminal, \"table\", known, draw, unknown, "
    "alpha_cutoffs, beta_cutoffs, cut_by_first, cutoffs_skipping, skipped, bound_updates, "
    "re_searches, unrecorded";

struct EventTable {
  const char* name;
  const char* columns;
};
enum EventKind : std::size_t { kBoundUpdates, kCutoffs, kStores, kProbes, kNotes, kEventKinds };
constexpr std::array<EventTable, kEventKinds> kEventTables{{
    {"bound_update", "id, at, node, cause, child, alpha, beta"},
    {"cutoff",
     "id, at, node, kind, cause, child, value, alpha, beta, skipped, skipped_moves, reason"},
    {"table_store", "id, at, node, depth, bound, value, raw, move"},
    {"table_probe",
     "id, at, node, key, depth, stored_by, stored_depth, bound, value, raw, move, used"},
    {"note", "id, at, node, name, value"},
}};

// Rows
// ---------------------------------------------------------------------------------------------

// Reads the columns of a row from left to right.
class Columns {
 public:
  explicit Columns(sqlite3_stmt* statement) : statement_(statement) {}

  std::int64_t integer() { return sqlite3_column_int64(statement_, next_++); }
  std::optional<std::int64_t> maybe_integer() {
    if (is_null()) return skip<std::int64_t>();
    return integer();
  }
  std::optional<double> maybe_real() {
    if (is_null()) return skip<double>();
    return sqlite3_column_double(statement_, next_++);
  }
  std::string text() {
    std::string result;
    assign(result);
    return result;
  }
  void assign(std::string& target) {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, next_));
    const auto count = static_cast<std::size_t>(sqlite3_column_bytes(statement_, next_++));
    target.assign(bytes == nullptr ? "" : bytes, bytes == nullptr ? 0 : count);
  }
  std::optional<std::string> maybe_text() {
    if (is_null()) return skip<std::string>();
    return text();
  }
  // A stored enumeration. A number that does not fit becomes one that is no word of it.
  template <class Enum>
  Enum code() {
    const std::int64_t number = integer();
    const bool fits = number >= 0 && number < std::numeric_limits<std::int8_t>::max();
    return static_cast<Enum>(fits ? number : std::numeric_limits<std::int8_t>::max());
  }
  template <class Enum>
  std::optional<Enum> maybe_code() {
    if (is_null()) return skip<Enum>();
    return code<Enum>();
  }

 private:
  bool is_null() const { return sqlite3_column_type(statement_, next_) == SQLITE_NULL; }
  template <class T>
  std::optional<T> skip() {
    ++next_;
    return std::nullopt;
  }

  sqlite3_stmt* statement_;
  int next_ = 0;
};

// A JSON array of texts; empty where it is none.
std::optional<std::vector<std::string>> json_texts(std::string_view json, std::size_t limit) {
  const auto array = nlohmann::json::parse(json, nullptr, false);
  if (!array.is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const auto& item : array) {
    if (!item.is_string()) return std::nullopt;
    if (texts.size() < limit) texts.push_back(item.get<std::string>());
  }
  return texts;
}

SearchRow read_search(sqlite3_stmt* statement) {
  Columns from(statement);
  SearchRow row;
  row.id = from.integer();
  row.game = from.text();
  row.game_options = from.text();
  row.position = from.text();
  row.algorithm = from.text();
  row.options = from.text();
  row.evaluator = from.text();
  row.perspective = from.text();
  row.max_player = from.maybe_integer();
  row.depth = from.maybe_integer();
  row.captured = json_texts(from.text(), SIZE_MAX).value_or(std::vector<std::string>{});
  row.fail = from.text();
  row.windows = from.text();
  row.uniform = from.integer() == 1;
  row.score_min = from.maybe_real();
  row.score_max = from.maybe_real();
  row.status = format::search_status(from.text());
  row.value = from.maybe_real();
  row.lower = from.maybe_real();
  row.upper = from.maybe_real();
  row.completed_depth = from.maybe_integer();
  row.best_move = from.maybe_text();
  row.pv = json_texts(from.text(), SIZE_MAX).value_or(std::vector<std::string>{});
  row.nodes = from.maybe_integer();
  row.leaf_evaluations = from.maybe_integer();
  row.started_at = from.maybe_real();
  row.finished_at = from.maybe_real();
  row.seconds = from.maybe_real();
  row.engine = from.text();
  row.engine_version = from.text();
  return row;
}

PassRow read_pass(sqlite3_stmt* statement) {
  Columns from(statement);
  PassRow row;
  row.id = from.integer();
  row.search = from.integer();
  row.ordinal = from.integer();
  row.stream = from.integer();
  row.purpose = format::pass_purpose(from.text());
  row.depth = from.maybe_integer();
  row.alpha = from.maybe_real();
  row.beta = from.maybe_real();
  row.root = from.maybe_integer();
  row.last = from.maybe_integer();
  row.value = from.maybe_real();
  row.best_move = from.maybe_text();
  row.status = format::search_status(from.text());
  row.nodes = from.maybe_integer();
  row.seconds = from.maybe_real();
  return row;
}

void read_row(sqlite3_stmt* statement, NodeRow& row) {
  Columns from(statement);
  row.id = from.integer();
  row.parent = from.maybe_integer();
  row.last = from.maybe_integer();
  row.ply = from.integer();
  row.move = from.maybe_integer();
  row.side = from.maybe_code<format::Side>();
  row.depth = from.maybe_integer();
  row.alpha = from.maybe_real();
  row.beta = from.maybe_real();
  row.value = from.maybe_real();
  row.score = from.maybe_real();
  row.credited = from.maybe_real();
  row.kind = from.code<format::NodeKind>();
  row.bound = from.maybe_code<format::Bound>();
  row.phase = from.code<format::Phase>();
  row.role = from.code<format::Role>();
  row.best = from.maybe_integer();
  row.legal = from.maybe_integer();
  row.unrecorded = from.integer();
  row.key = from.maybe_integer();
}

void read_row(sqlite3_stmt* statement, BoundUpdateRow& row) {
  Columns from(statement);
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  row.cause = from.code<format::Cause>();
  row.child = from.maybe_integer();
  row.alpha = from.maybe_real();
  row.beta = from.maybe_real();
}

void read_row(sqlite3_stmt* statement, CutoffRow& row) {
  Columns from(statement);
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  row.kind = from.code<format::CutoffKind>();
  row.cause = from.code<format::Cause>();
  row.child = from.maybe_integer();
  row.value = from.maybe_real();
  row.alpha = from.maybe_real();
  row.beta = from.maybe_real();
  row.skipped = from.maybe_integer();
  row.skipped_moves = from.maybe_text();
  row.reason = from.maybe_text();
}

void read_row(sqlite3_stmt* statement, TableStoreRow& row) {
  Columns from(statement);
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  row.depth = from.maybe_integer();
  row.bound = from.maybe_code<format::Bound>();
  row.value = from.maybe_real();
  row.raw = from.maybe_real();
  row.move = from.maybe_integer();
}

void read_row(sqlite3_stmt* statement, TableProbeRow& row) {
  Columns from(statement);
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  row.key = from.maybe_integer();
  row.depth = from.maybe_integer();
  row.stored_by = from.maybe_integer();
  row.stored_depth = from.maybe_integer();
  row.bound = from.maybe_code<format::Bound>();
  row.value = from.maybe_real();
  row.raw = from.maybe_real();
  row.move = from.maybe_integer();
  row.used = from.code<format::TableUse>();
}

void read_row(sqlite3_stmt* statement, NoteRow& row) {
  Columns from(statement);
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  from.assign(row.name);
  from.assign(row.value);
}

PlySummaryRow read_summary(sqlite3_stmt* statement) {
  Columns from(statement);
  PlySummaryRow row;
  for (std::int64_t* field :
       {&row.pass, &row.ply, &row.nodes, &row.interior, &row.horizon, &row.terminal, &row.table,
        &row.known, &row.draw, &row.unknown, &row.alpha_cutoffs, &row.beta_cutoffs,
        &row.cut_by_first, &row.cutoffs_skipping, &row.skipped, &row.bound_updates,
        &row.re_searches, &row.unrecorded}) {
    *field = from.integer();
  }
  return row;
}

constexpr std::int64_t kLastStream =
    std::numeric_limits<std::int64_t>::max() / format::kStreamStride - 1;
std::int64_t stream_of(std::int64_t id) { return (id - 1) / format::kStreamStride; }

// Opening
// --------------------------------------------------------------------------------------------

// A file name as a SQLite URI, with every byte that could mean something there escaped.
std::string file_uri(const std::string& path, const char* parameters) {
  constexpr const char* kHex = "0123456789ABCDEF";
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("/._-").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', kHex[byte / 16], kHex[byte % 16]};
    }
  }
  return uri + parameters;
}

// Opens without ever writing beside the trace, and without trusting its schema.
int open_database(const std::string& uri, Database& database) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(
      uri.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  database.reset(handle);
  if (code != SQLITE_OK) return code;
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, 5000);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  return sqlite3_exec(handle, "PRAGMA query_only = 1; PRAGMA cell_size_check = 1;", nullptr,
                      nullptr, nullptr);
}

// The first read of a file, which is when SQLite looks at it.
int first_read(sqlite3* database) {
  return sqlite3_exec(database, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
}

Status damage(const std::string& path, sqlite3* database, int code) {
  const std::string reason = sqlite3_errmsg(database);
  switch (code & 0xFF) {
    case SQLITE_NOMEM:
      return Status::environment("out of memory while reading " + path);
    case SQLITE_IOERR:
    case SQLITE_FULL:
      return Status::environment(path + ": cannot be read: " + reason);
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return Status::environment(path + ": cannot be opened: " + reason +
                                 "; check the permissions of the file and of its folder");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Status::environment(path + ": another program holds it locked; try again later");
    case SQLITE_READONLY:
      return Status::bad_input(path +
                               ": its writer died in the middle of a change; open it once with "
                               "sqlite3, which repairs it");
    case SQLITE_NOTADB:
      return Status::bad_input(path + ": not a trace (SQLite cannot read it: " + reason + ")");
    default:
      return Status::bad_input(path + ": damaged trace: " + reason +
                               "; copy it again, or record the search anew");
  }
}

// A small whole number that a statement gives; -1 if it gives none.
std::int64_t number_of(sqlite3* database, const char* sql) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(database, sql, -1, &raw, nullptr) != SQLITE_OK) return -1;
  const Statement statement(raw);
  return sqlite3_step(raw) == SQLITE_ROW ? sqlite3_column_int64(raw, 0) : -1;
}

}  // namespace

// The reader's state
// -----------------------------------------------------------------------------------

struct TraceReader::Impl {
  TraceFile file;
  Database database;
  mutable Status status;
  mutable int snapshots = 0;
  mutable std::unordered_map<std::int64_t, std::string> move_texts;
  Statement searches, passes, summary, node, next_node, last_node, move;
  struct EventStatements {
    Statement first_from;  // id and `at` of the first event from an id on
    Statement last_id;
    Statement rows_from;
  };
  std::array<EventStatements, kEventKinds> events;

  // Prepares; keeps the failure in `status`.
  Statement prepare(const std::string& sql) const {
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v3(database.get(), sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT,
                                        &raw, nullptr);
    if (code != SQLITE_OK) fail(code);
    return Statement(raw);
  }
  void prepare_all();

  void fail(int code) const {
    if (status.is_ok()) status = damage(file.path, database.get(), code);
  }
  // True while there is a row.
  bool step(sqlite3_stmt* statement) const {
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) fail(code);
    return false;
  }
  std::optional<std::pair<std::int64_t, std::int64_t>> first_event(std::size_t kind,
                                                                   std::int64_t id) const;
  std::int64_t event_lower_bound(std::size_t kind, std::int64_t at, std::int64_t from,
                                 std::int64_t end) const;
  std::int64_t event_end(std::size_t kind, std::int64_t stream) const;
  std::optional<NodeRow> node_after(std::int64_t id) const;
  template <class Row>
  void events_between(std::size_t kind, std::int64_t from_id, std::int64_t first_at,
                      std::int64_t last_at, std::int64_t node_id, std::size_t limit,
                      std::vector<Row>& rows) const;
  std::vector<PassRow> derived_passes(std::int64_t search_id) const;
};

namespace {

// Runs a kept statement with its numbers bound, and gives it back when done.
class Run {
 public:
  Run(sqlite3_stmt* statement, std::initializer_list<std::int64_t> numbers)
      : statement_(statement) {
    int index = 1;
    for (const std::int64_t number : numbers) sqlite3_bind_int64(statement, index++, number);
  }
  ~Run() { sqlite3_reset(statement_); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  operator sqlite3_stmt*() const { return statement_; }  // NOLINT: it stands for the statement

 private:
  sqlite3_stmt* statement_;
};

std::string select_from(const char* columns, const char* table, const char* rest) {
  return std::string("SELECT ") + columns + " FROM " + table + " " + rest;
}

}  // namespace

void TraceReader::Impl::prepare_all() {
  searches = prepare(select_from(kSearchColumns, "search", "ORDER BY id"));
  passes = prepare(select_from(kPassColumns, "pass", "WHERE search = ?1 ORDER BY id"));
  summary = prepare(select_from(kSummaryColumns, "ply_summary", "WHERE pass = ?1 ORDER BY ply"));
  node = prepare(select_from(kNodeColumns, "node", "WHERE id = ?1"));
  next_node = prepare(select_from(kNodeColumns, "node", "WHERE id > ?1 ORDER BY id LIMIT 1"));
  last_node = prepare("SELECT max(id) FROM node WHERE id <= ?1");
  move = prepare("SELECT text FROM move WHERE id = ?1");
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    const EventTable& table = kEventTables[kind];
    events[kind].first_from =
        prepare(select_from("id, at", table.name, "WHERE id >= ?1 ORDER BY id LIMIT 1"));
    events[kind].last_id = prepare(select_from("max(id)", table.name, "WHERE id <= ?1"));
    events[kind].rows_from =
        prepare(select_from(table.columns, table.name, "WHERE id >= ?1 ORDER BY id"));
  }
}

bool SearchRow::captures(std::string_view kind) const {
  return std::find(captured.begin(), captured.end(), kind) != captured.end();
}

std::optional<std::vector<std::string>> skipped_texts(const CutoffRow& cutoff, std::size_t limit) {
  if (!cutoff.skipped_moves) return std::nullopt;
  return json_texts(*cutoff.skipped_moves, limit);
}

TraceReader::TraceReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TraceReader::TraceReader(TraceReader&&) noexcept = default;
TraceReader& TraceReader::operator=(TraceReader&&) noexcept = default;
TraceReader::~TraceReader() = default;

namespace {

// Opens the database in the way that its journal asks for.
Status open_whatever_journal(const std::string& path, const FileHeader& header,
                             Database& database) {
  // Without a log there is nobody who writes; SQLite would put an empty log beside the trace.
  const bool frozen = header.write_ahead_log && !header.log_file;
  int code = open_database(file_uri(path, frozen ? "?immutable=1" : ""), database);
  if (code == SQLITE_OK) code = first_read(database.get());
  const bool log_unusable = (code & 0xFF) == SQLITE_CANTOPEN || (code & 0xFF) == SQLITE_READONLY;
  if (header.write_ahead_log && log_unusable) {
    // The index of the log cannot be made in this folder: keep it in memory instead.
    code = open_database(file_uri(path, "?vfs=unix-none"), database);
    if (code == SQLITE_OK) {
      sqlite3_exec(database.get(), "PRAGMA locking_mode = EXCLUSIVE", nullptr, nullptr, nullptr);
      code = first_read(database.get());
    }
  }
  return code == SQLITE_OK ? Status::ok() : damage(path, database.get(), code);
}

// What the file says it is.
Status check_identity(const std::string& path, const FileHeader& header, sqlite3* database) {
  const std::int64_t application = number_of(database, "PRAGMA application_id");
  const std::int64_t version = number_of(database, "PRAGMA user_version");
  const std::int64_t tables = number_of(database, "SELECT count(*) FROM sqlite_master");
  if (tables == 0 && header.write_ahead_log) {
    return Status::bad_input(
        path + (header.log_file
                    ? ": holds nothing yet: its recording has only begun, or never did"
                    : ": holds nothing without its -wal file; copy " + path + "-wal as well"));
  }
  if (application != format::kApplicationId) {
    return Status::bad_input(path +
                             ": not a trace (an SQLite file of another program, application_id " +
                             std::to_string(application) + "); name a trace");
  }
  if (version == format::kVersion) return Status::ok();
  return Status::bad_input(path + ": trace format " + std::to_string(version) +
                           ", this plytrace reads " + std::to_string(format::kVersion) +
                           (version > format::kVersion
                                ? "; use a newer plytrace"
                                : "; record it anew, or use the plytrace that made it"));
}

// That the tables are tables: a view of the same name could be anything.
Status check_tables(const std::string& path, sqlite3* database) {
  for (const char* table : {"search", "pass", "node", "bound_update", "cutoff", "table_store",
                            "table_probe", "note", "move", "ply_summary", "meta"}) {
    const std::string sql =
        std::string("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '") +
        table + "'";
    if (number_of(database, sql.c_str()) != 1) {
      return Status::bad_input(path + ": damaged trace: it has no table '" + table +
                               "'; copy it again, or record the search anew");
    }
  }
  return Status::ok();
}

}  // namespace

Result<TraceReader> TraceReader::open(const std::string& path) {
  if (path == "-") {
    return Status::usage("a trace cannot come from stdin; write it to a file and name that");
  }
  const auto header = check_file(path);
  if (!header) return header.status();

  auto impl = std::make_unique<Impl>();
  impl->file.path = path;
  impl->file.bytes = header->bytes;
  impl->file.write_ahead_log = header->write_ahead_log;
  if (Status s = open_whatever_journal(path, *header, impl->database); !s) return s;
  sqlite3* database = impl->database.get();
  if (Status s = check_identity(path, *header, database); !s) return s;
  if (Status s = check_tables(path, database); !s) return s;
  impl->prepare_all();
  if (!impl->status.is_ok()) return impl->status;

  TraceReader reader(std::move(impl));
  const Snapshot snapshot(reader);
  TraceFile& file = reader.impl_->file;
  const std::int64_t pages = number_of(database, "PRAGMA page_count");
  if (!pages_are_complete(path, pages)) {
    return Status::bad_input(path + ": truncated trace: some of its " + std::to_string(pages) +
                             " pages are missing; copy it again, with its -wal file if it has one");
  }
  file.recording =
      number_of(database, "SELECT value = '1' FROM meta WHERE name = 'recording'") == 1;
  file.lost_events = std::max<std::int64_t>(
      0, number_of(database, "SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'lost_events'"));
  const Statement created =
      reader.impl_->prepare("SELECT value FROM meta WHERE name = 'created_by'");
  if (created && reader.impl_->step(created.get())) file.created_by = Columns(created.get()).text();
  const auto searches = reader.searches();
  if (!reader.status().is_ok()) return reader.status();
  const bool unfinished =
      file.recording || searches.empty() || !searches.back().finished_at.has_value();
  file.log_missing = header->write_ahead_log && !header->log_file && unfinished;
  return reader;
}

const TraceFile& TraceReader::file() const { return impl_->file; }
Status TraceReader::status() const { return impl_->status; }

// Searches and passes
// ----------------------------------------------------------------------------------

std::vector<SearchRow> TraceReader::searches() const {
  std::vector<SearchRow> rows;
  const Run statement(impl_->searches.get(), {});
  while (impl_->step(statement)) rows.push_back(read_search(statement));
  return rows;
}

std::vector<PassRow> TraceReader::passes(std::int64_t search) const {
  std::vector<PassRow> rows;
  {
    const Run statement(impl_->passes.get(), {search});
    while (impl_->step(statement)) rows.push_back(read_pass(statement));
  }
  return rows.empty() ? impl_->derived_passes(search) : rows;
}

// The roots as passes, for a trace made by hand that lists none: enough to show it. Such a pass has
// no status, so nothing takes it for finished.
std::vector<PassRow> TraceReader::Impl::derived_passes(std::int64_t search_id) const {
  std::vector<PassRow> rows;
  const bool any_pass = number_of(database.get(), "SELECT EXISTS (SELECT 1 FROM pass)") != 0;
  if (any_pass || number_of(database.get(), "SELECT count(*) FROM search") != 1) return rows;
  constexpr std::size_t kMost = 1000;
  for (auto root = node_after(-1); root && rows.size() < kMost;) {
    if (root->parent) break;
    PassRow row;
    row.id = row.ordinal = static_cast<std::int64_t>(rows.size()) + 1;
    row.search = search_id;
    row.stream = stream_of(root->id);
    row.depth = root->depth;
    row.alpha = root->alpha;
    row.beta = root->beta;
    row.root = root->id;
    row.last = root->last;
    row.value = root->value;
    rows.push_back(row);
    if (!root->last) break;
    root = node_after(*root->last);
  }
  return rows;
}

std::vector<PlySummaryRow> TraceReader::ply_summary(std::int64_t pass) const {
  std::vector<PlySummaryRow> rows;
  const Run statement(impl_->summary.get(), {pass});
  while (impl_->step(statement)) rows.push_back(read_summary(statement));
  return rows;
}

Result<SearchRow> TraceReader::choose_search(std::optional<std::int64_t> id) const {
  std::vector<SearchRow> rows = searches();
  if (!status().is_ok()) return status();
  if (rows.empty()) {
    return Status::bad_input(impl_->file.path + ": holds no search" +
                             (impl_->file.log_missing ? " without its -wal file; copy that as well"
                                                      : "; its recording has only begun"));
  }
  if (!id) return rows.back();
  for (const SearchRow& row : rows) {
    if (row.id == *id) return row;
  }
  return Status::bad_input(impl_->file.path + ": has no search " + std::to_string(*id) +
                           "; it has " + std::to_string(rows.front().id) + " to " +
                           std::to_string(rows.back().id));
}

Result<PassRow> TraceReader::choose_pass(const SearchRow& search,
                                         std::optional<std::int64_t> id) const {
  const std::vector<PassRow> rows = passes(search.id);
  if (!status().is_ok()) return status();
  const std::string owner = impl_->file.path + ": search " + std::to_string(search.id);
  if (rows.empty()) return Status::bad_input(owner + " has no pass; nothing was recorded of it");
  if (!id) {
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
      if (row->status == format::SearchStatus::kFinished) return *row;
    }
    return rows.back();
  }
  for (const PassRow& row : rows) {
    if (row.id == *id) return row;
  }
  return Status::bad_input(owner + " has no pass " + std::to_string(*id) + "; it has " +
                           std::to_string(rows.front().id) + " to " +
                           std::to_string(rows.back().id));
}

// Nodes
// ------------------------------------------------------------------------------------------------

std::optional<NodeRow> TraceReader::node(std::int64_t id) const {
  const Run statement(impl_->node.get(), {id});
  if (!impl_->step(statement)) return std::nullopt;
  NodeRow row;
  read_row(statement, row);
  return row;
}

std::optional<NodeRow> TraceReader::Impl::node_after(std::int64_t id) const {
  const Run statement(next_node.get(), {id});
  if (!step(statement)) return std::nullopt;
  NodeRow row;
  read_row(statement, row);
  return row;
}

std::int64_t TraceReader::last_of(const NodeRow& node) const {
  if (node.last) return *node.last;
  // Jump from child to child; only the open path is walked into.
  std::int64_t last = node.id;
  while (const auto next = impl_->node_after(last)) {
    if (!next->parent || *next->parent < node.id) break;
    last = std::max(next->id, next->last.value_or(next->id));
  }
  return last;
}

void TraceReader::for_each_child(const NodeRow& node,
                                 const std::function<bool(const NodeRow&)>& visit) const {
  std::int64_t seen = node.id;
  while (const auto next = impl_->node_after(seen)) {
    const bool outside =
        node.last ? next->id > *node.last : !next->parent.has_value() || *next->parent < node.id;
    if (outside) return;
    if (next->parent == node.id && !visit(*next)) return;
    seen = std::max(next->id, next->last.value_or(next->id));
  }
}

std::vector<NodeRow> TraceReader::children(const NodeRow& node, std::size_t limit) const {
  std::vector<NodeRow> rows;
  if (limit == 0) return rows;
  for_each_child(node, [&](const NodeRow& child) {
    rows.push_back(child);
    return rows.size() < limit;
  });
  return rows;
}

std::string TraceReader::move_text(std::optional<std::int64_t> move) const {
  if (!move) return "?";
  const auto known = impl_->move_texts.find(*move);
  if (known != impl_->move_texts.end()) return known->second;
  const Run statement(impl_->move.get(), {*move});
  if (!impl_->step(statement)) return "?";
  constexpr std::size_t kMostTexts = 65536;
  if (impl_->move_texts.size() >= kMostTexts) impl_->move_texts.clear();
  return impl_->move_texts.emplace(*move, Columns(statement).text()).first->second;
}

// Events
// -----------------------------------------------------------------------------------------------

std::optional<std::pair<std::int64_t, std::int64_t>> TraceReader::Impl::first_event(
    std::size_t kind, std::int64_t id) const {
  const Run statement(events[kind].first_from.get(), {id});
  if (!step(statement)) return std::nullopt;
  return std::pair{sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1)};
}

// One past the last event id of a stream.
std::int64_t TraceReader::Impl::event_end(std::size_t kind, std::int64_t stream) const {
  const Run statement(events[kind].last_id.get(), {(stream + 1) * format::kStreamStride});
  return step(statement) ? sqlite3_column_int64(statement, 0) + 1 : 0;
}

// An id in from..end: all events before it happened earlier than `at`, the one there did not. (`at`
// never decreases with the id.) Gallops from `from`, since questions come in order.
std::int64_t TraceReader::Impl::event_lower_bound(std::size_t kind, std::int64_t at,
                                                  std::int64_t from, std::int64_t end) const {
  std::int64_t low = from;
  std::int64_t high = end;
  for (std::int64_t stride = 1; low < end; stride *= 2) {
    const std::int64_t reach = std::min(low + stride - 1, end - 1);
    const auto probe = first_event(kind, reach);
    if (!probe || probe->second >= at) {
      high = reach;
      break;
    }
    low = probe->first + 1;
  }
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const auto probe = first_event(kind, middle);
    if (!probe || probe->first >= high || probe->second >= at) {
      high = middle;
    } else {
      low = probe->first + 1;
    }
  }
  return low;
}

template <class Row>
void TraceReader::Impl::events_between(std::size_t kind, std::int64_t from_id,
                                       std::int64_t first_at, std::int64_t last_at,
                                       std::int64_t node_id, std::size_t limit,
                                       std::vector<Row>& rows) const {
  const Run statement(events[kind].rows_from.get(), {from_id});
  while (rows.size() < limit && step(statement)) {
    if (sqlite3_column_int64(statement, 1) > last_at) return;
    if (sqlite3_column_int64(statement, 1) < first_at) continue;
    if (sqlite3_column_int64(statement, 2) != node_id) continue;
    read_row(statement, rows.emplace_back());
  }
}

NodeEvents TraceReader::events(const NodeRow& node, std::size_t limit) const {
  const Snapshot snapshot(*this);
  NodeEvents found;
  std::array<std::int64_t, kEventKinds> position{};
  std::array<std::int64_t, kEventKinds> end{};
  const std::int64_t stream = stream_of(node.id);
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    position[kind] = stream * format::kStreamStride;
    end[kind] = impl_->event_end(kind, stream);
  }
  // Own events happen before the first child, and between the children: `at` says where.
  const auto collect = [&](std::int64_t first_at, std::int64_t last_at) {
    for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
      if (position[kind] >= end[kind]) continue;
      position[kind] = impl_->event_lower_bound(kind, first_at, position[kind], end[kind]);
    }
    const auto take = [&](std::size_t kind, auto& rows) {
      if (position[kind] >= end[kind]) return;
      impl_->events_between(kind, position[kind], first_at, last_at, node.id, limit, rows);
    };
    take(kBoundUpdates, found.bound_updates);
    take(kCutoffs, found.cutoffs);
    take(kStores, found.stores);
    take(kProbes, found.probes);
    take(kNotes, found.notes);
  };
  std::int64_t since = node.id;
  for_each_child(node, [&](const NodeRow& child) {
    collect(since, child.id - 1);
    since = last_of(child);
    return true;
  });
  collect(since, last_of(node));
  return found;
}

// Scans
// ------------------------------------------------------------------------------------------------

namespace {

// One of the five event tables under a scan: the next event not yet handed out.
template <class Row>
struct EventCursor {
  Statement statement;
  bool has_row = false;
  Row row;
};

}  // namespace

// Six cursors in id order, merged. Must not outlive its reader.
class TraceReader::Scan final : public TraceScan {
 public:
  Scan(const Impl& impl, std::int64_t first, std::int64_t last) : impl_(impl), last_(last) {
    nodes_ =
        impl.prepare(select_from(kNodeColumns, "node", "WHERE id >= ?1 AND id <= ?2 ORDER BY id"));
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
  template <class Row>
  void begin(EventKind kind, EventCursor<Row>& cursor, std::int64_t first) {
    const EventTable& table = kEventTables[kind];
    cursor.statement =
        impl_.prepare(select_from(table.columns, table.name, "WHERE id >= ?1 ORDER BY id"));
    if (!cursor.statement) return;
    const std::int64_t end = impl_.event_end(kind, kLastStream);
    sqlite3_bind_int64(cursor.statement.get(), 1, impl_.event_lower_bound(kind, first, 0, end));
    advance(cursor);
  }

  template <class Row>
  void advance(EventCursor<Row>& cursor) {
    cursor.has_row = cursor.statement && impl_.step(cursor.statement.get());
    if (cursor.has_row) read_row(cursor.statement.get(), cursor.row);
    if (!cursor.has_row || cursor.row.at > last_) {
      cursor.has_row = false;
      cursor.statement.reset();
    }
  }

  void advance_node() {
    has_node_ = nodes_ && impl_.step(nodes_.get());
    if (has_node_) read_row(nodes_.get(), node_);
    if (!has_node_) nodes_.reset();
  }

  // The event of the lowest id, unless a node was entered before it. Damage ends everything.
  Item earliest() const {
    if (!impl_.status.is_ok()) return Item::kEnd;
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
  Item handed_out_ = Item::kEnd;
  Statement nodes_;
  bool has_node_ = false;
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
  const EventTable& table = kEventTables[kProbes];
  const Statement statement = impl_->prepare(select_from(table.columns, table.name, "ORDER BY id"));
  TableProbeRow row;
  while (statement && impl_->step(statement.get())) {
    read_row(statement.get(), row);
    if (!visit(row)) return;
  }
}

std::unique_ptr<TraceScan> TraceReader::scan(std::int64_t first, std::int64_t last) const {
  const Snapshot snapshot(*this);
  return std::make_unique<Scan>(*impl_, first, last);
}

// Transactions
// -----------------------------------------------------------------------------------------

TraceReader::Snapshot::Snapshot(const TraceReader& reader) : impl_(*reader.impl_) {
  if (impl_.snapshots++ == 0) {
    sqlite3_exec(impl_.database.get(), "BEGIN", nullptr, nullptr, nullptr);
  }
}

TraceReader::Snapshot::~Snapshot() {
  if (--impl_.snapshots == 0) {
    sqlite3_exec(impl_.database.get(), "COMMIT", nullptr, nullptr, nullptr);
  }
}

// The user's SQL
// ---------------------------------------------------------------------------------------

namespace {

// What the functions and hooks of a user's statement need.
struct QueryContext {
  const TraceReader& reader;
  const TraceReader::Query& query;
  std::string denied;  // what the statement tried to do, where it was refused
};

// Pragmas that only tell something; those of the second list take a name.
bool pragma_only_reads(std::string_view name, bool has_argument) {
  constexpr std::array<std::string_view, 13> kPlain{
      "application_id", "user_version",  "page_count",      "page_size",     "journal_mode",
      "encoding",       "database_list", "compile_options", "function_list", "freelist_count",
      "schema_version", "data_version",  "collation_list"};
  constexpr std::array<std::string_view, 7> kNamed{"table_info",     "table_xinfo", "table_list",
                                                   "index_list",     "index_info",  "quick_check",
                                                   "integrity_check"};
  const auto in = [&](const auto& list) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  return in(kNamed) || (!has_argument && in(kPlain));
}

int authorize(void* target, int action, const char* first, const char* second, const char*,
              const char*) {
  const std::string name = first == nullptr ? "" : first;
  std::string& denied = static_cast<QueryContext*>(target)->denied;
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_PRAGMA:
      if (pragma_only_reads(name, second != nullptr)) return SQLITE_OK;
      denied = "PRAGMA " + name;
      break;
    case SQLITE_INSERT:
      denied = "it would write into " + name;
      break;
    case SQLITE_UPDATE:
      denied = "it would change " + name;
      break;
    case SQLITE_DELETE:
      denied = "it would delete from " + name;
      break;
    case SQLITE_ATTACH:
      denied = "ATTACH opens another file";
      break;
    case SQLITE_TRANSACTION:
      denied = "transactions are not needed";
      break;
    default:
      denied = "it is no query";
      break;
  }
  return SQLITE_DENY;
}

int stop_when_interrupted(void* target) {
  const std::atomic<bool>* interrupt = static_cast<QueryContext*>(target)->query.interrupt;
  return interrupt != nullptr && *interrupt ? 1 : 0;
}

void give_text(sqlite3_context* context, const std::string& text) {
  if (text.empty()) {
    sqlite3_result_null(context);
  } else {
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
}

void path_function(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto& asked = *static_cast<QueryContext*>(sqlite3_user_data(context));
  const bool is_id = sqlite3_value_type(arguments[0]) == SQLITE_INTEGER;
  give_text(context, is_id ? asked.reader.path(sqlite3_value_int64(arguments[0])) : "");
}

void board_function(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto& asked = *static_cast<QueryContext*>(sqlite3_user_data(context));
  const bool is_id = sqlite3_value_type(arguments[0]) == SQLITE_INTEGER && asked.query.board;
  give_text(context, is_id ? asked.query.board(sqlite3_value_int64(arguments[0])) : "");
}

// Hooks and functions, in place as long as the object lives.
class QueryHooks {
 public:
  QueryHooks(sqlite3* database, QueryContext& context) : database_(database) {
    constexpr int kOperationsBetweenChecks = 10000;
    sqlite3_set_authorizer(database, authorize, &context);
    sqlite3_progress_handler(database, kOperationsBetweenChecks, stop_when_interrupted, &context);
    set_functions(&context, path_function, board_function);
  }
  ~QueryHooks() {
    sqlite3_set_authorizer(database_, nullptr, nullptr);
    sqlite3_progress_handler(database_, 0, nullptr, nullptr);
    set_functions(nullptr, nullptr, nullptr);
  }
  QueryHooks(const QueryHooks&) = delete;
  QueryHooks& operator=(const QueryHooks&) = delete;

 private:
  using Function = void (*)(sqlite3_context*, int, sqlite3_value**);
  void set_functions(QueryContext* context, Function path, Function board) {
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    sqlite3_create_function(database_, "path", 1, kFlags, context, path, nullptr, nullptr);
    sqlite3_create_function(database_, "board", 1, kFlags, context, board, nullptr, nullptr);
  }
  sqlite3* database_;
};

std::string hexadecimal(const void* blob, std::size_t count) {
  constexpr const char* kHex = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned char byte = static_cast<const unsigned char*>(blob)[i];
    text += {kHex[byte / 16], kHex[byte % 16]};
  }
  return text;
}

TraceReader::QueryCell read_cell(sqlite3_stmt* statement, int column) {
  using Type = TraceReader::QueryCell::Type;
  const auto bytes = [&] {
    return static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
  };
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
      return {Type::kNull, ""};
    case SQLITE_INTEGER:
      return {Type::kInteger, std::to_string(sqlite3_column_int64(statement, column))};
    case SQLITE_FLOAT:
      return {Type::kReal, score_text(sqlite3_column_double(statement, column))};
    case SQLITE_BLOB: {
      const void* blob = sqlite3_column_blob(statement, column);
      return {Type::kBlob, hexadecimal(blob, bytes())};
    }
    default: {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
      return {Type::kText, text == nullptr ? "" : std::string(text, bytes())};
    }
  }
}

// Whether anything but blanks and comments follows a statement.
bool holds_statement(sqlite3* database, const char* tail) {
  for (; tail != nullptr && *tail != '\0';) {
    sqlite3_stmt* raw = nullptr;
    const char* next = nullptr;
    const int code = sqlite3_prepare_v2(database, tail, -1, &raw, &next);
    const Statement statement(raw);
    if (code != SQLITE_OK || statement) return true;
    tail = next;
  }
  return false;
}

}  // namespace

Status TraceReader::query(std::string_view sql, const Query& query) const {
  sqlite3* database = impl_->database.get();
  const std::string text(sql);
  QueryContext context{*this, query, ""};
  const QueryHooks hooks(database, context);
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  const int code = sqlite3_prepare_v2(database, text.c_str(), -1, &raw, &tail);
  const Statement statement(raw);
  if (!context.denied.empty()) {
    return Status::usage("the query is not allowed: " + context.denied +
                         "; only reading is, to change a copy use sqlite3");
  }
  if (code != SQLITE_OK) {
    return Status::usage(std::string("the query does not compile: ") + sqlite3_errmsg(database));
  }
  if (!statement) return Status::usage("the query is empty; write one SELECT statement");
  if (holds_statement(database, tail)) {
    return Status::usage("the query holds more than one statement; write one SELECT");
  }
  if (sqlite3_stmt_readonly(raw) == 0) {
    return Status::usage("the query would change the trace; only reading is allowed");
  }
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(raw); ++i)
    names.emplace_back(sqlite3_column_name(raw, i));
  if (query.header) query.header(names);
  std::vector<QueryCell> cells(names.size());
  int result = SQLITE_DONE;
  while ((result = sqlite3_step(raw)) == SQLITE_ROW) {
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = read_cell(raw, static_cast<int>(i));
    if (!query.row(cells)) return Status::ok();
  }
  if (result == SQLITE_DONE) return Status::ok();
  if (result == SQLITE_INTERRUPT) return Status(StatusCode::kInterrupted, "interrupted");
  if ((result & 0xFF) == SQLITE_ERROR) {
    return Status::usage(std::string("the query failed: ") + sqlite3_errmsg(database));
  }
  return damage(impl_->file.path, database, result);
}

}  // namespace plytrace
