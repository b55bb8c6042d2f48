// SPDX-License-Identifier: MIT
//
// Panel "sql": one read-only statement of the user, stopped after a time limit.
#include <chrono>
#include <string>
#include <utility>

#include "viewer/explore/deadline.h"
#include "viewer/explore/panels.h"
#include "viewer/format/rows/format.h"
#include "viewer/verify/game/game_at.h"

namespace plytrace::explore {
namespace {

using SqlCell = TraceReader::QueryCell;

constexpr std::int64_t kMostSqlRows = 1000;
constexpr std::int64_t kMostSqlMemory = std::int64_t{64} << 20;  // also limits a value to 4 MB
constexpr std::size_t kMostCell = 2000, kMostSqlBytes = 1'000'000;
// Short, because no other request is answered meanwhile.
constexpr std::chrono::milliseconds kMostSqlTime{500};

text::Json sql_score_json(const std::string& score) {
  const auto number = parse_score(score);
  return number ? text::score_json(*number) : text::text_json(score);
}

text::Json sql_cell_json(const SqlCell& cell) {
  switch (cell.type) {
    case SqlCell::Type::kNull:
      return nullptr;
    case SqlCell::Type::kInteger:
      return std::stoll(cell.text);
    case SqlCell::Type::kReal:
      return sql_score_json(cell.text);
    case SqlCell::Type::kText:
    case SqlCell::Type::kBlob:
      break;
  }
  return text::text_json(cell.text.substr(0, kMostCell));
}

struct SqlRows {
  text::Json names = text::Json::array(), rows = text::Json::array();
  std::size_t bytes = 0;
  bool truncated = false;

  bool take(const std::vector<SqlCell>& cells, std::int64_t limit) {
    truncated = static_cast<std::int64_t>(rows.size()) == limit || bytes > kMostSqlBytes;
    if (truncated) return false;
    text::Json row = text::Json::array();
    for (const SqlCell& cell : cells) {
      row.push_back(sql_cell_json(cell));
      bytes += std::min(cell.text.size(), kMostCell);
    }
    rows.push_back(std::move(row));
    return true;
  }
};

// The board at a node; "" if there is none. SQLite calls this, so it must not throw.
std::string sql_board(const Asked& asked, std::int64_t id) {
  const auto node = asked.reader.node(id);
  const auto where = result_of([&] { return where_is(asked, id); });
  if (!node || !where) return "";
  const auto game = verify::game_at(asked.reader, *where->search, *node);
  return game ? game->board_text() : "";
}

}  // namespace

text::Json answer_sql(Asked& asked) {
  const std::string statement = asked.parameters.text("q").value_or("");
  const std::int64_t limit = asked.parameters.number_or("limit", 200, 1, kMostSqlRows);
  asked.parameters.finish();
  SqlRows found;
  TraceReader::Query query;
  query.deadline = Deadline(kMostSqlTime).end();
  query.most_memory = kMostSqlMemory;
  query.header = [&](const std::vector<std::string>& names) {
    found.names = text::texts_json(names);
  };
  query.row = [&](const std::vector<SqlCell>& cells) { return found.take(cells, limit); };
  query.board = [&](std::int64_t id) { return sql_board(asked, id); };
  const Status status = asked.reader.query(statement, query);
  if (status.code() == StatusCode::kInterrupted) {
    throw Failure::usage(
        "sql: stopped after " + std::to_string(kMostSqlTime.count()) +
        " ms; ask for fewer nodes (id BETWEEN ...), or run it outside the explorer: plytrace sql");
  }
  require(status);
  return text::Json{{"columns", std::move(found.names)},
                    {"rows", std::move(found.rows)},
                    {"truncated", found.truncated}};
}

}  // namespace plytrace::explore
