// SPDX-License-Identifier: MIT
//
// Covers viewer/format/rows and the CSV output of commands. Positions of Othello were written to
// CSV with an apostrophe before them ('--------...), so --position did not accept them. Now a text
// that begins like a formula is quoted. Quotes do not keep a spreadsheet from computing a move of a
// foreign trace, so such moves are escaped as in a path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

// Parses CSV into rows of cells, by RFC 4180.
std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!quoted && c == '\n') {
      rows.push_back({""});
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

std::vector<std::string> column(const std::string& csv, const std::string& name) {
  const auto rows = read_csv(csv);
  std::size_t at = 0;
  while (at < rows[0].size() && rows[0][at] != name) ++at;
  EXPECT_LT(at, rows[0].size()) << name;
  std::vector<std::string> cells;
  for (std::size_t i = 1; i < rows.size(); ++i) cells.push_back(rows[i].at(at));
  return cells;
}

TEST(CsvRoundTrip, EveryPositionOfEveryGameIsReadBackUnchanged) {
  const std::vector<std::vector<std::string>> games{
      {"connect4"},
      {"tictactoe"},
      {"othello"},
      {"andantino"},
      {"doublecard"},
      {"tree", "--position", R"([[3,[12,-8]],{"name":"B","move":"b, 1","children":[-2,4]}])"},
      {"synthetic", "-g", "depth=4"}};
  for (const std::vector<std::string>& game : games) {
    const ScratchFolder folder;
    const std::string in = folder.path().string();
    std::vector<std::string> call{"play"};
    call.insert(call.end(), game.begin(), game.end());
    call.insert(call.end(),
                {"--compare", "alphabeta", "--first", "random", "--second", "random", "--seed", "7",
                 "-d", "1", "--max-moves", "70", "-o", "rows.csv", "--format", "json"});
    const ProgramResult played = plytrace(call, in);
    ASSERT_EQ(played.exit_code, 0) << game[0] << played.err;
    const std::vector<std::string> positions = column(read_file(folder / "rows.csv"), "position");
    std::vector<std::string> expected;
    const nlohmann::json game_played = parse_json(played.out);
    for (const auto& row : game_played["rows"]) expected.push_back(row["position"]);
    EXPECT_EQ(positions, expected) << game[0];
    ASSERT_GE(positions.size(), 2U) << game[0];
    // Give them back: one through --position, and all as a file of positions.
    std::string suite;
    for (const std::string& position : positions) suite += position + "\n";
    write_file(folder / "suite.txt", suite);
    const bool is_tree = game[0] == "tree";
    std::vector<std::string> again{"search", game[0], "-d", "0"};
    if (!is_tree) again.insert(again.end(), game.begin() + 1, game.end());
    std::vector<std::string> one = again;
    one.insert(one.end(), {"--position", positions.back(), "--format", "json"});
    EXPECT_EQ(parse_json(plytrace(one, in).out)["position"], positions.back());
    again.insert(again.end(), {"--positions", "suite.txt", "--format", "csv"});
    const ProgramResult searched = plytrace(again, in);
    EXPECT_EQ(searched.exit_code, 0) << game[0] << searched.err;
    EXPECT_EQ(column(searched.out, "position"), positions) << game[0];
  }
}

TEST(CsvRoundTrip, AMoveThatLooksLikeAFormulaIsWrittenAsInAPath) {
  const ScratchFolder folder;
  const std::string in = folder.path().string();
  write_file(folder / "t.ndjson", R"({"event":"search","game":"mine"}
{"event":"enter","side":"max"}
{"event":"enter","move":"=1+1","side":"min"}
{"event":"leave","value":-3}
{"event":"enter","move":"-5","side":"min"}
{"event":"leave","value":2}
{"event":"leave","value":2}
)");
  ASSERT_EQ(plytrace({"import", "t.ndjson", "-o", "t.db"}, in).exit_code, 0);
  const std::vector<std::string> moves{"", "%3D1+1", "%2D5"};
  EXPECT_EQ(column(plytrace({"export", "t.db", "--to", "csv"}, in).out, "move"), moves);
  const std::string found = plytrace({"find", "t.db", "--format", "csv"}, in).out;
  EXPECT_EQ(column(found, "move"), moves);
  EXPECT_EQ(column(found, "value"), (std::vector<std::string>{"2", "-3", "2"}));
  EXPECT_THAT(found, ::testing::Not(HasSubstr("\"-3\"")));
  for (const std::string move : {"=1+1", "%3D1+1"}) {
    const auto node =
        parse_json(plytrace({"find", "t.db", "--move", move, "--format", "json"}, in).out);
    EXPECT_EQ(node["found"], 1) << move;
    EXPECT_EQ(node["matches"][0]["value"], -3);
  }
  EXPECT_EQ(plytrace({"show", "t.db", "/%3D1+1"}, in).exit_code, 0);
}

}  // namespace
}  // namespace plytrace::test
