// SPDX-License-Identifier: MIT
//
// Runs one SQL statement of the user (user_query.h).
#include <algorithm>
#include <array>

#include "schemas/trace_format.h"
#include "viewer/reader/key_order.h"
#include "viewer/reader/reader_state.h"
#include "viewer/reader/user_query.h"

namespace plytrace {

using namespace reader;

namespace {

// State of the functions and hooks of a user's statement.
struct QueryContext {
  sqlite3* database;
  const TraceReader* reader;  // null for a collection
  const TraceReader::Query& query;
  std::string denied;  // what the statement was refused to do; else empty
};

// Pragmas that only read a setting; those of the second list require an argument.
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
  // The pragmas of the first list would change the setting if they had an argument.
  return in(kNamed) || (!has_argument && in(kPlain));
}

int authorize(void* target, int action, const char* first, const char* second, const char*,
              const char*) {
  const std::string name = first == nullptr ? "" : first;
  // SQLite's own message does not say which action was denied.
  std::string& denied = static_cast<QueryContext*>(target)->denied;
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      // This function reveals addresses of the process and, with two arguments, sets one.
      if (second == nullptr || std::string_view(second) != "fts3_tokenizer") return SQLITE_OK;
      denied = "fts3_tokenizer() accesses memory of this process";
      break;
    case SQLITE_PRAGMA:
      if (pragma_only_reads(name, second != nullptr)) return SQLITE_OK;
      denied = "PRAGMA " + name;
      break;
    case SQLITE_INSERT:
      denied = "it would write into " + name;
      break;
    case SQLITE_UPDATE:
      // SQLite reports this action when it creates a table-valued function (json_each,
      // pragma_table_info) in memory. A statement that really writes to sqlite_master is rejected
      // later, because it is not read-only.
      if (name == "sqlite_master") return SQLITE_OK;
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
      denied = "it is not a query";
      break;
  }
  return SQLITE_DENY;
}

bool is_over(void* target) {
  const TraceReader::Query& query = static_cast<QueryContext*>(target)->query;
  if (query.interrupt != nullptr && *query.interrupt) return true;
  return query.deadline && std::chrono::steady_clock::now() >= *query.deadline;
}
int stop_when_over(void* target) { return is_over(target) ? 1 : 0; }

// The longest value in bytes: 64 MB if the statement may use 1 GB. SQLite cannot be interrupted
// within one operation, and replace() takes time that grows with the square of this length.
int longest_value(const TraceReader::Query& query) {
  return static_cast<int>(std::min(query.most_memory, std::int64_t{1} << 30) / 16);
}

// Installs the interrupt check and the memory limit.
void bound(QueryContext& context) {
  // One operation may be a function call that takes a millisecond.
  constexpr int kOperationsBetweenChecks = 500;
  sqlite3_progress_handler(context.database, kOperationsBetweenChecks, stop_when_over, &context);
  reader::stop_reading_when(is_over, &context);
  sqlite3_hard_heap_limit64(context.query.most_memory);
  const int longest = longest_value(context.query);
  sqlite3_limit(context.database, SQLITE_LIMIT_LENGTH, longest);
  sqlite3_limit(context.database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, longest / 1000);
}

// Suspends the interrupt and the memory limit while path() and board() use the reader; an
// interrupted read would look like a damaged file.
class OwnReads {
 public:
  explicit OwnReads(QueryContext& context) : context_(context) {
    sqlite3_progress_handler(context.database, 0, nullptr, nullptr);
    reader::stop_reading_when(nullptr, nullptr);
    sqlite3_hard_heap_limit64(0);
    sqlite3_limit(context_.database, SQLITE_LIMIT_LENGTH, static_cast<int>(format::kLongestText));
  }
  ~OwnReads() { bound(context_); }
  OwnReads(const OwnReads&) = delete;
  OwnReads& operator=(const OwnReads&) = delete;

 private:
  QueryContext& context_;
};

void give_text(sqlite3_context* context, const std::string& text) {
  if (text.empty()) {
    sqlite3_result_null(context);
  } else {
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
}

std::string path_of(const QueryContext& asked, std::int64_t node) {
  return asked.reader == nullptr ? "" : asked.reader->path(node);
}

std::string board_of(const QueryContext& asked, std::int64_t node) {
  return asked.query.board ? asked.query.board(node) : "";
}

std::string fen_of(const QueryContext& asked, std::int64_t node) {
  return asked.reader == nullptr ? "" : asked.reader->position_of(node);
}

// An SQL function of a node's id; NULL for any other argument.
template <std::string (*kText)(const QueryContext&, std::int64_t)>
void node_function(sqlite3_context* context, int, sqlite3_value** arguments) {
  auto& asked = *static_cast<QueryContext*>(sqlite3_user_data(context));
  const OwnReads reads(asked);
  const bool is_id = sqlite3_value_type(arguments[0]) == SQLITE_INTEGER;
  give_text(context, is_id ? kText(asked, sqlite3_value_int64(arguments[0])) : "");
}

// Installs hooks, functions and limits, and removes them in the destructor.
class QueryHooks {
 public:
  QueryHooks(sqlite3* database, QueryContext& context)
      : database_(database),
        longest_(sqlite3_limit(database, SQLITE_LIMIT_LENGTH, -1)),
        longest_pattern_(sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1)),
        heap_(sqlite3_hard_heap_limit64(-1)) {
    sqlite3_set_authorizer(database, authorize, &context);
    bound(context);
    set_functions(&context, node_function<path_of>, node_function<board_of>, node_function<fen_of>);
    set_aggregates(database, true);
  }
  ~QueryHooks() {
    sqlite3_set_authorizer(database_, nullptr, nullptr);
    sqlite3_progress_handler(database_, 0, nullptr, nullptr);
    reader::stop_reading_when(nullptr, nullptr);
    set_functions(nullptr, nullptr, nullptr, nullptr);
    set_aggregates(database_, false);
    sqlite3_limit(database_, SQLITE_LIMIT_LENGTH, longest_);
    sqlite3_limit(database_, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, longest_pattern_);
    sqlite3_hard_heap_limit64(heap_);
  }
  QueryHooks(const QueryHooks&) = delete;
  QueryHooks& operator=(const QueryHooks&) = delete;

 private:
  using Function = void (*)(sqlite3_context*, int, sqlite3_value**);
  void set_functions(QueryContext* context, Function path, Function board, Function fen) {
    // Not callable from views: the views of an untrusted file must not run our functions.
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    sqlite3_create_function(database_, "path", 1, kFlags, context, path, nullptr, nullptr);
    sqlite3_create_function(database_, "board", 1, kFlags, context, board, nullptr, nullptr);
    sqlite3_create_function(database_, "fen", 1, kFlags, context, fen, nullptr, nullptr);
  }
  sqlite3* database_;
  int longest_, longest_pattern_;
  sqlite3_int64 heap_;
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

TraceReader::QueryCell query_cell(sqlite3_stmt* statement, int column) {
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

// True if the statement is wrong, and not the file or the machine.
bool is_users_fault(int code) {
  switch (code & 0xFF) {
    case SQLITE_ERROR:
    case SQLITE_AUTH:
    case SQLITE_TOOBIG:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
      return true;
    default:
      return false;
  }
}

Status not_allowed(const std::string& what) {
  return Status::usage("the query is not allowed: " + what +
                       "; only reading is allowed; to change a copy, use sqlite3");
}

// True if anything but blanks and comments follows the statement.
bool holds_statement(sqlite3* database, const char* tail) {
  for (; tail != nullptr && *tail != '\0';) {
    sqlite3_stmt* raw = nullptr;
    const char* next = nullptr;
    const int code = sqlite3_prepare_v2(database, tail, -1, &raw, &next);
    const Statement statement(raw);
    // Text that does not compile counts as a statement too.
    if (code != SQLITE_OK || statement) return true;
    tail = next;
  }
  return false;
}

}  // namespace

Status reader::run_user_query(const QueriedFile& file, std::string_view sql,
                              const TraceReader::Query& query) {
  sqlite3* const database = file.database;
  const std::string text(sql);
  // SQLite would take it for the end.
  if (text.find('\0') != std::string::npos) {
    return Status::usage("the query holds a byte 0; save the file as plain text (UTF-8)");
  }
  QueryContext context{database, file.reader, query, ""};
  const QueryHooks hooks(database, context);
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  const int code = sqlite3_prepare_v2(database, text.c_str(), -1, &raw, &tail);
  const Statement statement(raw);
  if (!context.denied.empty()) return not_allowed(context.denied);
  if (code != SQLITE_OK && !is_users_fault(code)) return file.failure(code);
  if (code != SQLITE_OK) {
    return Status::usage(std::string("the query does not compile: ") + sqlite3_errmsg(database));
  }
  if (!statement) return Status::usage("the query is empty; write one SELECT statement");
  if (holds_statement(database, tail)) {
    return Status::usage("the query holds more than one statement; write one SELECT");
  }
  // The authorizer judges actions, but not the effect of a pragma, so check this too.
  if (sqlite3_stmt_readonly(raw) == 0) {
    return Status::usage("the query would change the file; only reading is allowed");
  }
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(raw); ++i)
    names.emplace_back(sqlite3_column_name(raw, i));
  if (query.header) query.header(names);
  std::vector<TraceReader::QueryCell> cells(names.size());
  int result = SQLITE_DONE;
  while ((result = sqlite3_step(raw)) == SQLITE_ROW) {
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = query_cell(raw, static_cast<int>(i));
    const OwnReads reads(context);
    if (!query.row(cells)) return Status::ok();
  }
  if (result == SQLITE_DONE) return Status::ok();
  if ((result & 0xFF) == SQLITE_NOMEM) {
    return Status::usage("the query failed: it needs more than " +
                         std::to_string(query.most_memory >> 20) +
                         " MB; sort or collect less, or query a copy with sqlite3");
  }
  if ((result & 0xFF) == SQLITE_TOOBIG) {
    return Status::usage("the query failed: a text or blob is too big: more than " +
                         std::to_string(longest_value(query)) + " bytes");
  }
  if (result == SQLITE_INTERRUPT) return Status(StatusCode::kInterrupted, "interrupted");
  // A table-valued pragma function is authorized only when it runs.
  if (!context.denied.empty()) return not_allowed(context.denied);
  if (is_users_fault(result)) {
    return Status::usage(std::string("the query failed: ") + sqlite3_errmsg(database));
  }
  return file.failure(result);
}

Status TraceReader::query(std::string_view sql, const Query& query) const {
  const QueriedFile file{impl_->database.get(), this,
                         [this](int code) { return impl_->failure(code); }};
  return run_user_query(file, sql, query);
}

}  // namespace plytrace
