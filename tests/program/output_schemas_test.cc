// SPDX-License-Identifier: MIT
//
// What commands write with --format json is what schemas/outputs says, key by key.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/json_schema.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using Words = std::vector<std::string>;
using nlohmann::json;

// Runs the command with --format json and compares its output with the schema of its name.
void expect_fits(Words command) {
  command.insert(command.end(), {"--format", "json"});
  const ProgramResult result = plytrace(command);
  SCOPED_TRACE(json(command).dump());
  ASSERT_TRUE(result.exit_code == 0 || result.exit_code == 1 || result.exit_code == 4)
      << result.exit_code << result.err;
  EXPECT_EQ(output_problems(command.front(), result.out), "");
}

TEST(OutputSchemas, ListsOfWhatThereIs) {
  for (const char* command : {"games", "evaluators", "algorithms"}) expect_fits({command});
  expect_fits({"games", "connect4"});
  expect_fits({"evaluators", "connectk"});
  expect_fits({"perft", "tictactoe", "-d", "3"});
}

// Traces of many kinds, each asked by every command.
class TraceOutputs : public testing::TestWithParam<const char*> {};

TEST_P(TraceOutputs, FitTheirSchemas) {
  const ScratchFolder folder;
  const std::string trace = folder / "run.db";
  std::istringstream words(std::string(GetParam()) + " -o " + trace);
  Words search{"search"};
  for (std::string word; words >> word;) search.push_back(word);
  expect_fits(search);
  for (const Words& command : std::vector<Words>{{"info"},
                                                 {"stats"},
                                                 {"log", "--all", "--max-lines", "200"},
                                                 {"show", "/"},
                                                 {"pv"},
                                                 {"find", "--cutoff", "any", "--limit", "20"},
                                                 {"find", "--kind", "table", "--limit", "3"},
                                                 {"sql", "SELECT * FROM node_text LIMIT 5"},
                                                 {"watch", "--limit", "1"}}) {
    Words line = command;
    line.insert(line.begin() + 1, trace);
    expect_fits(line);
  }
  expect_fits({"compare", trace, trace});
  // Searched and skipped moves.
  for (const char* query :
       {"SELECT id FROM node ORDER BY (id * 7919) % 101 LIMIT 12",
        "SELECT node FROM cutoff LIMIT 3", "SELECT id FROM node WHERE kind = 3 LIMIT 3"}) {
    const json rows = parse_json(plytrace({"sql", trace, query, "--format", "json"}).out)["rows"];
    for (const json& row : rows) expect_fits({"why", trace, row[0].dump()});
  }
  const json skips =
      parse_json(plytrace({"sql", trace,
                           "SELECT path(node), json_extract(skipped_moves, '$[0]') FROM cutoff "
                           "WHERE skipped > 0 AND skipped_moves IS NOT NULL LIMIT 5",
                           "--format", "json"})
                     .out)["rows"];
  for (const json& row : skips) {
    const std::string above = row[0] == "/" ? "" : row[0].get<std::string>();
    expect_fits({"why", trace, above + "/" + row[1].get<std::string>()});
  }
}

INSTANTIATE_TEST_SUITE_P(Searches, TraceOutputs,
                         testing::Values("connect4 -d 4 --iterative --table 1",
                                         "connect4 -d 3 -a pvs --aspiration 3 --iterative",
                                         "tictactoe -d 4 -a mtdf --table 1",
                                         "tictactoe -d 2 -a minimax", "othello -d 3 --capture none",
                                         "connect4 -d 5 --iterative --node-limit 700"));

TEST(OutputSchemas, TheValidatorFindsWhatIsWrong) {
  const json schema = json::parse(R"({"type": "object", "required": ["a"], "properties": {
      "a": {"type": ["integer", "null"], "minimum": 1}, "b": {"$ref": "#/$defs/word"},
      "c": {"type": "array", "items": {"anyOf": [{"type": "number"}, {"enum": ["+inf"]}]}}},
      "$defs": {"word": {"enum": ["x", "y"]}}})");
  const auto count = [&](const char* text) {
    return schema_problems(schema, json::parse(text)).size();
  };
  EXPECT_EQ(count(R"({"a": null, "b": "x", "c": [1.5, "+inf"]})"), 0U);
  EXPECT_EQ(count(R"({"b": "x"})"), 1U);
  EXPECT_EQ(count(R"({"a": 0})"), 1U);
  EXPECT_EQ(count(R"({"a": 1.5})"), 1U);
  EXPECT_EQ(count(R"({"a": 1, "b": "z"})"), 1U);
  EXPECT_EQ(count(R"({"a": 1, "d": 2})"), 1U);
  EXPECT_EQ(count(R"({"a": 1, "c": [true]})"), 2U);
  EXPECT_EQ(count("[]"), 1U);
  EXPECT_EQ(schema_problems(json::parse(R"({"pattern": "x"})"), "x").size(), 1U);
}

}  // namespace
}  // namespace plytrace::test
