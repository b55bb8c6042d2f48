// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/foreign/trace_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string_view>
#include <variant>

#include "schemas/trace_format.h"

namespace plytrace::test::foreign {
namespace {

using EventTable = EventLine::Table;

// A value of a row and its column.
struct Cell {
  const char* column;
  std::variant<std::monostate, std::int64_t, double, std::string> value;
};
using Row = std::vector<Cell>;

Cell cell(const char* column, std::int64_t number) { return {column, number}; }
Cell cell(const char* column, Id number) {
  return number ? cell(column, *number) : Cell{column, {}};
}
Cell cell(const char* column, MaybeScore score) {
  return score ? Cell{column, *score} : Cell{column, {}};
}
Cell cell(const char* column, const std::optional<std::string>& text) {
  return text ? Cell{column, *text} : Cell{column, {}};
}
template <class Code>
Cell code(const char* column, Code value) {
  return cell(column, static_cast<std::int64_t>(value));
}
Cell code(const char* column, std::optional<Bound> bound) {
  return bound ? code(column, *bound) : Cell{column, {}};
}

template <class List>
std::string json_list(const List& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "\"" : ",\"") + word + "\"";
  return "[" + text + "]";
}

Row row_of(const SearchLine& search) {
  return {cell("id", search.id),
          {"game", std::string("mine")},
          {"algorithm", search.algorithm},
          {"options", std::string(search.strict_cuts ? R"({"cut":"strict"})" : "{}")},
          {"perspective", std::string(search.one_sided ? "side" : "max")},
          cell("depth", search.depth),
          {"captured", json_list(search.captured)},
          cell("fail", search.fail),
          cell("windows", search.exact_windows ? std::optional<std::string>("exact")
                                               : std::optional<std::string>()),
          cell("uniform", search.uniform ? Id(*search.uniform ? 1 : 0) : Id()),
          cell("score_min", search.score_min),
          cell("score_max", search.score_max),
          cell("status", search.status),
          cell("value", search.value),
          cell("lower", search.lower),
          cell("upper", search.upper),
          cell("completed_depth", search.completed_depth),
          cell("best_move", search.best_move),
          {"pv", json_list(search.pv)},
          cell("nodes", search.nodes),
          {"engine", std::string("of the tests")}};
}

Row row_of(const PassLine& pass) {
  return {cell("id", pass.id),
          cell("search", pass.search),
          cell("ordinal", pass.ordinal),
          cell("stream", pass.stream),
          {"purpose", std::string(format::word(pass.purpose))},
          cell("depth", pass.depth),
          cell("alpha", pass.alpha),
          cell("beta", pass.beta),
          cell("root", pass.root),
          cell("last", pass.last),
          cell("value", pass.value),
          cell("best_move", pass.best_move),
          cell("status", pass.status),
          cell("nodes", pass.nodes)};
}

Row row_of(const NodeLine& node) {
  return {cell("id", node.id),
          cell("parent", node.parent),
          cell("last", node.last),
          cell("ply", node.ply),
          cell("move", node.move),
          cell("side", node.side),
          cell("depth", node.depth),
          cell("alpha", node.alpha),
          cell("beta", node.beta),
          cell("value", node.value),
          cell("score", node.score),
          cell("credited", node.credited),
          code("kind", node.kind),
          code("bound", node.bound),
          code("phase", node.phase),
          code("role", node.role),
          cell("best", node.best),
          cell("legal", node.legal),
          cell("unrecorded", node.unrecorded),
          cell("key", node.key)};
}

Row row_of(const EventLine& event) {
  Row row{cell("id", event.id), cell("at", event.at), cell("node", event.node)};
  const auto add = [&](std::initializer_list<Cell> cells) {
    row.insert(row.end(), cells.begin(), cells.end());
  };
  switch (event.table) {
    case EventTable::kUpdate:
      add({code("cause", event.cause), cell("child", event.child), cell("alpha", event.alpha),
           cell("beta", event.beta)});
      break;
    case EventTable::kCutoff:
      add({code("kind", event.kind), code("cause", event.cause), cell("child", event.child),
           cell("value", event.value), cell("alpha", event.alpha), cell("beta", event.beta),
           cell("skipped", event.skipped), cell("skipped_moves", event.skipped_moves)});
      break;
    case EventTable::kStore:
      add({cell("key", event.key), cell("depth", event.depth), code("bound", event.bound),
           cell("value", event.value), cell("raw", event.raw), cell("move", event.move)});
      break;
    case EventTable::kProbe:
      add({cell("key", event.key), cell("entry_key", event.entry_key), cell("depth", event.depth),
           cell("stored_by", event.stored_by), cell("stored_depth", event.stored_depth),
           code("bound", event.bound), cell("value", event.value), cell("raw", event.raw),
           cell("move", event.move), code("used", event.used)});
      break;
  }
  return row;
}

// In the order of schemas/trace.sql; tables of events in the order of EventLine::Table.
constexpr std::array<const char*, 8> kTables{"bound_update", "cutoff", "table_store", "table_probe",
                                             "search",       "pass",   "node",        "move"};
constexpr std::size_t kSearch = 4, kPass = 5, kNode = 6, kMove = 7;
constexpr int kMoves = 9;

void for_each_row(const std::vector<Trace>& traces,
                  const std::function<void(std::size_t, const Row&)>& use) {
  for (int i = 1; i <= kMoves; ++i) {
    use(kMove, {cell("id", std::int64_t{i}), {"text", "m" + std::to_string(i)}});
  }
  for (const Trace& trace : traces) {
    use(kSearch, row_of(trace.search));
    for (const PassLine& pass : trace.passes) use(kPass, row_of(pass));
    for (const NodeLine& node : trace.nodes) use(kNode, row_of(node));
    for (const EventLine& event : trace.events) {
      use(static_cast<std::size_t>(event.table), row_of(event));
    }
  }
}

std::string insert_into(std::size_t table, const Row& row) {
  std::string columns;
  std::string marks;
  for (const Cell& each : row) {
    columns += (columns.empty() ? "" : ", ") + std::string(each.column);
    marks += marks.empty() ? "?" : ", ?";
  }
  return fmt::format("INSERT INTO {} ({}) VALUES ({})", kTables[table], columns, marks);
}

std::string text_of(const Cell& each) {
  if (const auto* number = std::get_if<std::int64_t>(&each.value)) return std::to_string(*number);
  if (const auto* score = std::get_if<double>(&each.value)) {
    return std::isinf(*score) ? (*score > 0 ? "9e999" : "-9e999") : fmt::format("{}", *score);
  }
  if (const auto* text = std::get_if<std::string>(&each.value)) return "'" + *text + "'";
  return "NULL";
}

std::string scratch_folder() {
  const bool has_memory = access("/dev/shm", W_OK) == 0;
  std::string pattern =
      (has_memory ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path()) /
      "plytrace-test-XXXXXX";
  EXPECT_NE(mkdtemp(pattern.data()), nullptr);
  return pattern;
}

}  // namespace

struct TraceFile::Statements {
  sqlite3* database = nullptr;
  std::array<sqlite3_stmt*, kTables.size()> inserts{};

  ~Statements() {
    for (sqlite3_stmt* each : inserts) sqlite3_finalize(each);
    sqlite3_close(database);
  }
  void run(const std::string& text) const {
    char* message = nullptr;
    const int code = sqlite3_exec(database, text.c_str(), nullptr, nullptr, &message);
    EXPECT_EQ(code, SQLITE_OK) << (message == nullptr ? "" : message);
    sqlite3_free(message);
  }
  void insert(std::size_t table, const Row& row) {
    sqlite3_stmt*& statement = inserts[table];
    if (statement == nullptr) {
      const std::string text = insert_into(table, row);
      EXPECT_EQ(sqlite3_prepare_v2(database, text.c_str(), -1, &statement, nullptr), SQLITE_OK)
          << text << ": " << sqlite3_errmsg(database);
    }
    int index = 0;
    for (const Cell& each : row) {
      ++index;
      if (const auto* number = std::get_if<std::int64_t>(&each.value)) {
        sqlite3_bind_int64(statement, index, *number);
      } else if (const auto* score = std::get_if<double>(&each.value)) {
        sqlite3_bind_double(statement, index, *score);
      } else if (const auto* text = std::get_if<std::string>(&each.value)) {
        sqlite3_bind_text(statement, index, text->c_str(), -1, SQLITE_TRANSIENT);
      } else {
        sqlite3_bind_null(statement, index);
      }
    }
    EXPECT_EQ(sqlite3_step(statement), SQLITE_DONE) << sqlite3_errmsg(database);
    sqlite3_reset(statement);
  }
};

TraceFile::TraceFile()
    : folder_(scratch_folder()),
      path_(folder_ + "/trace.db"),
      statements_(std::make_unique<Statements>()) {
  EXPECT_EQ(sqlite3_open(path_.c_str(), &statements_->database), SQLITE_OK) << path_;
  statements_->run(std::string("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;") +
                   format::kTraceSql);
}

TraceFile::~TraceFile() {
  statements_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void TraceFile::write(const std::vector<Trace>& traces) {
  std::string clear = "BEGIN;";
  for (const char* table : kTables) clear += fmt::format("DELETE FROM {};", table);
  statements_->run(clear + "INSERT INTO move (id, text) VALUES (0, '?');");
  for_each_row(traces, [&](std::size_t table, const Row& row) { statements_->insert(table, row); });
  statements_->run("COMMIT;");
}

std::string as_sql(const std::vector<Trace>& traces) {
  std::string text;
  for_each_row(traces, [&](std::size_t table, const Row& row) {
    std::string columns;
    std::string values;
    for (const Cell& each : row) {
      columns += (columns.empty() ? "" : ", ") + std::string(each.column);
      values += (values.empty() ? "" : ", ") + text_of(each);
    }
    text += fmt::format("INSERT INTO {} ({}) VALUES ({});\n", kTables[table], columns, values);
  });
  return text;
}

}  // namespace plytrace::test::foreign
