// SPDX-License-Identifier: MIT
//
// Covers schemas/outputs: what commands write with --format json matches its schema, key by key.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "schemas/assumptions.h"
#include "schemas/captured.h"
#include "schemas/trace_format.h"
#include "tests/json_schema.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using Words = std::vector<std::string>;
using nlohmann::json;

// A member that has one of the names of docs/cli.md with another meaning, or "". `side` was a
// number in `search`, `nodes` a list in `find` and an object in `info`, `node` an object in `why`.
std::string odd_name(const json& value) {
  const auto is_odd = [](const std::string& name, const json& member) {
    if (name == "truncated") return !member.is_boolean();
    if (member.is_null()) return false;
    if (name == "side") return member != "MAX" && member != "MIN";
    if (name == "status" || name == "best_move" || name == "path") return !member.is_string();
    const std::set<std::string> numbers{"search", "pass",  "node",   "depth",
                                        "ply",    "nodes", "skipped"};
    return numbers.count(name) > 0 && !member.is_number_integer();
  };
  if (!value.is_structured()) return "";
  for (const auto& [name, member] : value.items()) {
    // The options of a search are texts of its engine.
    if (name == "options" || name == "game_options") continue;
    const std::string odd = value.is_object() && is_odd(name, member) ? name : odd_name(member);
    if (!odd.empty()) return odd;
  }
  return "";
}

// Runs the command with --format json and compares its output with the schema named after the
// command, or with `schema`.
void expect_fits(Words command, const std::string& schema = "") {
  command.insert(command.end(), {"--format", "json"});
  const ProgramResult result = plytrace(command);
  SCOPED_TRACE(json(command).dump());
  ASSERT_TRUE(result.exit_code == 0 || result.exit_code == 1 || result.exit_code == 4)
      << result.exit_code << result.err;
  EXPECT_EQ(output_problems(schema.empty() ? command.front() : schema, result.out), "");
  // `log` writes an object on each line.
  if (command.front() == "log") return;
  EXPECT_EQ(odd_name(parse_json(result.out)), "");
}

// Every command with JSON output has a schema. A new command also needs a case in this file.
TEST(OutputSchemas, EveryCommandWithJsonHasOne) {
  const Words here{"baseline", "check-answer", "collect", "compare", "find",        "hot",
                   "import",   "info",         "list",    "log",     "merge",       "perft",
                   "play",     "pv",           "repeats", "report",  "rules-check", "search",
                   "show",     "sql",          "stats",   "suite",   "verify",      "why"};
  std::istringstream help(plytrace({"--help"}).out);
  bool listed = false;
  std::size_t found = 0;
  for (std::string line; std::getline(help, line) && line != "Examples:";) {
    listed = listed || line.starts_with("Commands that ");
    if (!listed || line.size() < 3 || line.rfind("  ", 0) != 0 || line[2] == ' ') continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    if (plytrace({name, "--help"}).out.find("--format") == std::string::npos) continue;
    ++found;
    EXPECT_TRUE(std::filesystem::exists(source_path("schemas/outputs/" + name + ".schema.json")))
        << name;
    EXPECT_EQ(std::count(here.begin(), here.end(), name), 1) << name << " has no case here";
  }
  EXPECT_EQ(found, here.size());
}

// The enumerations in the schemas equal those of the format.
TEST(OutputSchemas, SharedWordsAreThoseOfTheFormat) {
  const json shared =
      parse_json(read_file(source_path("schemas/outputs/common.schema.json")))["$defs"];
  const auto with_null = [](json words) {
    words.push_back(nullptr);
    return words;
  };
  EXPECT_EQ(shared["kind"]["enum"], format::all_words<format::NodeKind>());
  EXPECT_EQ(shared["role"]["enum"], format::all_words<format::Role>());
  EXPECT_EQ(shared["phase"]["enum"], format::all_words<format::Phase>());
  EXPECT_EQ(shared["cause"]["enum"], format::all_words<format::Cause>());
  EXPECT_EQ(shared["cutoff_kind"]["enum"], format::all_words<format::CutoffKind>());
  EXPECT_EQ(shared["table_use"]["enum"], format::all_words<format::TableUse>());
  EXPECT_EQ(shared["assumption"]["enum"], format::all_words<format::Assumption>());
  EXPECT_EQ(shared["purpose"]["enum"], format::all_words<format::PassPurpose>());
  EXPECT_EQ(shared["side"]["enum"], with_null(format::all_words<format::Side>()));
  EXPECT_EQ(shared["bound"]["enum"], with_null(format::all_words<format::Bound>()));
  json status = format::all_words<format::SearchStatus>();
  status.insert(status.begin(), "running");
  EXPECT_EQ(shared["status"]["enum"], status);
}

TEST(EventSchema, ItsWordsAreThoseOfTheFormat) {
  const json events = parse_json(read_file(source_path("schemas/events.schema.json")))["$defs"];
  const auto words = [&](const char* event, const char* field) {
    const json& property = events[event]["properties"][field];
    const std::string shared = property.value("$ref", "");
    return shared.empty() ? property["enum"]
                          : events[shared.substr(std::string("#/$defs/").size())]["enum"];
  };
  EXPECT_EQ(words("cutoff", "cause"), format::all_words<format::Cause>());
  EXPECT_EQ(words("cutoff", "kind"), format::all_words<format::CutoffKind>());
  EXPECT_EQ(words("enter", "role"), format::all_words<format::Role>());
  EXPECT_EQ(words("enter", "phase"), format::all_words<format::Phase>());
  EXPECT_EQ(words("leave", "kind"), format::all_words<format::NodeKind>());
  EXPECT_EQ(words("leave", "bound"), format::all_words<format::Bound>());
  EXPECT_EQ(words("probe", "used"), format::all_words<format::TableUse>());
  EXPECT_EQ(words("pass", "purpose"), format::all_words<format::PassPurpose>());
  EXPECT_EQ(words("end_pass", "status"), format::all_words<format::SearchStatus>());
  EXPECT_EQ(words("end_search", "status"), format::all_words<format::SearchStatus>());
  EXPECT_EQ(words("store", "bound"), format::all_words<format::Bound>());
  EXPECT_EQ(words("probe", "bound"), format::all_words<format::Bound>());
  std::vector<std::string> captured = format::captured_words(~format::CaptureMask{0});
  captured.emplace_back(format::kUsual);
  EXPECT_EQ(events["search"]["properties"]["captured"]["items"]["enum"], captured);
  // Only some causes can change a window; the others only drop moves.
  std::vector<std::string> updates = format::all_words<format::Cause>();
  std::erase_if(updates, [](const std::string& word) {
    return !format::may_change_window(*format::from_word<format::Cause>(word));
  });
  EXPECT_EQ(words("bound", "cause"), updates);
}

TEST(OutputSchemas, ListsOfWhatThereIs) {
  expect_fits({"list"});
  for (const char* name : {"games", "evaluators", "algorithms", "connect4", "danger", "pvs"}) {
    expect_fits({"list", name});
  }
  expect_fits({"perft", "tictactoe", "-d", "3"});
}

// Traces of many kinds; each is queried by every command.
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
                                                 {"hot"},
                                                 {"hot", "--pass", "1"},
                                                 {"repeats"},
                                                 {"log", "--all", "--max-lines", "200"},
                                                 {"show", "/"},
                                                 {"pv"},
                                                 {"find", "--cutoff", "any", "--limit", "20"},
                                                 {"find", "--kind", "table", "--limit", "3"},
                                                 {"find", "--same-as", "3", "--limit", "5"},
                                                 {"sql", "SELECT * FROM node_text LIMIT 5"}}) {
    Words line = command;
    line.insert(line.begin() + 1, trace);
    expect_fits(line);
  }
  expect_fits({"info", trace, "--follow", "--lines", "1"}, "info_follow");
  expect_fits({"find", trace, "--index"}, "find_index");
  expect_fits({"compare", trace, trace});
  // Lists that ended at their limit were not marked as such.
  for (const Words& command : std::vector<Words>{{"show", trace, "/", "--limit", "1", "--json"},
                                                 {"find", trace, "--limit", "1", "--json"}}) {
    EXPECT_EQ(parse_json(plytrace(command).out)["truncated"], true) << command.front();
  }
  expect_fits({"verify", trace});
  expect_fits({"verify", trace, trace, "--oracle", "root", "--oracle-nodes", "100"});
  // Searched and skipped moves.
  for (const char* query :
       {"SELECT id FROM node ORDER BY (id * 7919) % 101 LIMIT 12",
        "SELECT node FROM cutoff LIMIT 3", "SELECT id FROM node WHERE kind = 3 LIMIT 3"}) {
    const json rows = parse_json(plytrace({"sql", trace, query, "--format", "json"}).out)["rows"];
    for (const json& row : rows) expect_fits({"why", trace, row[0].dump()});
    for (const json& row : rows) expect_fits({"why", trace, row[0].dump(), "--line"}, "why_line");
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

TEST(OutputSchemas, ASuiteOfPositions) {
  const ScratchFolder folder;
  write_file(folder / "suite.txt", "start\nstart moves d,d\n");
  expect_fits({"search", "connect4", "-d", "3", "--positions", folder / "suite.txt", "-o",
               folder / "suite.db"},
              "search_suite");
  expect_fits({"verify", folder / "suite.db"});
  const Words limited{"info", folder / "suite.db", "--limit", "1", "--json"};
  EXPECT_EQ(parse_json(plytrace(limited).out)["truncated"], true);
  expect_fits({"suite", "connect4", "--depths", "1..3", "--positions", folder / "suite.txt",
               "--with", "minimax", "--with", "pvs+table1", "--verify", "--record", "full", "-o",
               folder / "out"});
  expect_fits({"suite", "--summary", folder / "out/suite.csv"}, "suite_summary");
  expect_fits({"collect", folder / "out", "-o", folder / "all.sum"});
  expect_fits({"baseline", "save", folder / "base", folder / "out/000001.db"}, "baseline_save");
  expect_fits({"baseline", "check", folder / "base", folder / "out/000001.db"});
  expect_fits({"compare", folder / "all.sum", folder / "all.sum", "--baseline"},
              "compare_collections");
  expect_fits({"merge", folder / "suite.db", "-o", folder / "merged.db"});
}

TEST(OutputSchemas, AGameThatIsPlayed) {
  const ScratchFolder folder;
  expect_fits({"play", "tictactoe", "-d", "2", "--max-moves", "3", "--compare",
               "minimax,alphabeta+static", "-o", folder / "game.csv"});
}

TEST(OutputSchemas, EventLinesOfAnotherProgram) {
  const ScratchFolder folder;
  const std::string trace = folder / "run.db";
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "3", "-o", trace}).exit_code, 0);
  write_file(folder / "run.ndjson", plytrace({"export", trace, "--to", "ndjson"}).out);
  expect_fits({"import", folder / "run.ndjson", "-o", folder / "again.db"});
}

TEST(OutputSchemas, ReportsOfOneSearchAndOfTwo) {
  const ScratchFolder folder;
  const std::string a = folder / "a.db", b = folder / "b.db";
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "3", "-o", a}).exit_code, 0);
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "3", "-a", "minimax", "-o", b}).exit_code, 0);
  expect_fits({"report", a, "-o", folder / "one"});
  expect_fits({"report", a, b, "-o", folder / "two"});
}

TEST(OutputSchemas, TheValidatorFollowsReferencesAndWhatStandsBesideThem) {
  const json schema = parse_json(R"({"$ref": "#/$defs/base", "required": ["b"],
      "properties": {"b": {"$ref": "common.schema.json#/$defs/phase"}},
      "$defs": {"base": {"type": "object", "required": ["a"],
                         "properties": {"a": {"type": "integer"}}}}})");
  const auto count = [&](const char* text) {
    return schema_problems(schema, parse_json(text)).size();
  };
  EXPECT_EQ(count(R"({"a": 1, "b": "main"})"), 0U);
  EXPECT_EQ(count(R"({"a": 1})"), 1U);
  EXPECT_EQ(count(R"({"b": "main"})"), 1U);
  EXPECT_EQ(count(R"({"a": 1, "b": "other"})"), 1U);
  EXPECT_GE(count(R"({"a": 1, "b": "main", "c": 1})"), 1U);
}

TEST(OutputSchemas, TheValidatorKnowsWhatStandsBesideAChoice) {
  const json schema = parse_json(R"({"$ref": "#/$defs/event", "required": ["level"],
      "properties": {"level": {"type": "integer"}},
      "$defs": {"event": {"oneOf": [
          {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}},
          {"type": "object", "required": ["b"], "properties": {"b": {"type": "integer"}}}]}}})");
  const auto fits = [&](const char* text) {
    return schema_problems(schema, parse_json(text)).empty();
  };
  EXPECT_TRUE(fits(R"({"a": 1, "level": 0})"));
  EXPECT_TRUE(fits(R"({"b": 1, "level": 0})"));
  EXPECT_FALSE(fits(R"({"b": 1})"));
  EXPECT_FALSE(fits(R"({"level": 0})"));
  EXPECT_FALSE(fits(R"({"b": "x", "level": 0})"));
  EXPECT_FALSE(fits(R"({"a": 1, "b": 1, "level": 0})"));
}

TEST(OutputSchemas, TheCheckOfARulesProgram) {
  if (!installed("python3")) GTEST_SKIP() << "python3 is not installed";
  expect_fits({"rules-check", "python3 '" + source_path("examples/rules_program.py") + "'",
               "--games", "1", "--plies", "9"});
}

TEST(OutputSchemas, TheRulesOfVerify) { expect_fits({"verify", "--list-rules"}); }

TEST(OutputSchemas, TheValidatorFindsWhatIsWrong) {
  const json schema = parse_json(R"({"type": "object", "required": ["a"], "properties": {
      "a": {"type": ["integer", "null"], "minimum": 1}, "b": {"$ref": "#/$defs/word"},
      "c": {"type": "array", "items": {"anyOf": [{"type": "number"}, {"enum": ["+inf"]}]}}},
      "$defs": {"word": {"enum": ["x", "y"]}}})");
  const auto count = [&](const char* text) {
    return schema_problems(schema, parse_json(text)).size();
  };
  EXPECT_EQ(count(R"({"a": null, "b": "x", "c": [1.5, "+inf"]})"), 0U);
  EXPECT_EQ(count(R"({"b": "x"})"), 1U);
  EXPECT_EQ(count(R"({"a": 0})"), 1U);
  EXPECT_EQ(count(R"({"a": 1.5})"), 1U);
  EXPECT_EQ(count(R"({"a": 1, "b": "z"})"), 1U);
  EXPECT_EQ(count(R"({"a": 1, "d": 2})"), 1U);
  EXPECT_EQ(count(R"({"a": 1, "c": [true]})"), 2U);
  EXPECT_EQ(count("[]"), 1U);
  EXPECT_EQ(schema_problems(parse_json(R"({"pattern": "x"})"), "x").size(), 1U);
}

}  // namespace
}  // namespace plytrace::test
