// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/make/search.cc: plytrace search as scripts use it, with its JSON, exit
// codes and traces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

nlohmann::json search(std::vector<std::string> arguments, int exit_code = 0) {
  arguments.insert(arguments.begin(), "search");
  arguments.insert(arguments.end(), {"--format", "json"});
  const ProgramResult result = plytrace(arguments);
  EXPECT_EQ(result.exit_code, exit_code) << result.err;
  return parse_json(result.out);
}

TEST(SearchCommand, TicTacToeHasTheKnownCountsAndTheTraceHasThemToo) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto json = search({"tictactoe", "-d", "9", "-o", file});
  EXPECT_EQ(json["value"], 0);
  EXPECT_EQ(json["best_move"], "a3");
  EXPECT_EQ(json["counters"]["nodes"], 18297);
  EXPECT_EQ(json["counters"]["leaf_evaluations"], 7330);
  EXPECT_EQ(json["counters"]["alpha_cutoffs"], 4422);
  EXPECT_EQ(json["counters"]["beta_cutoffs"], 3758);
  EXPECT_EQ(json["counters"]["cutoffs_skipping"], 4237);
  EXPECT_EQ(json["counters"]["skipped"], 6930);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 18297);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE kind IN (1, 2)"), 7330);
  EXPECT_EQ(count(file, "SELECT count(*) FROM cutoff WHERE kind = 0"), 4422);
  EXPECT_EQ(count(file, "SELECT count(*) FROM cutoff WHERE kind = 1"), 3758);
  EXPECT_EQ(count(file, "SELECT sum(skipped) FROM cutoff"), 6930);
  EXPECT_EQ(sql_value(file, "PRAGMA integrity_check"), "ok");
  EXPECT_EQ(sql_value(file, "SELECT engine FROM search"), "plytrace");
}

TEST(SearchCommand, JsonHasItsFieldsInAFixedOrder) {
  const auto json = parse_ordered_json(
      plytrace({"search", "tictactoe", "-a", "minimax", "-d", "2", "--format", "json"}).out);
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  EXPECT_THAT(keys, ElementsAre("game", "game_options", "position", "side", "algorithm", "depth",
                                "evaluator", "value", "bound", "best_move", "best_moves", "pv",
                                "root_moves", "counters", "iterations", "completed_depth", "status",
                                "seconds", "nodes_per_second", "trace", "recording"));
  EXPECT_EQ(json["trace"], nullptr);
}

TEST(SearchCommand, ATracedSearchGivesTheSameAnswer) {
  const ScratchFolder folder;
  for (const char* const algorithm : {"minimax", "alphabeta", "negamax", "pvs", "mtdf"}) {
    const std::string file = folder / (std::string(algorithm) + ".db");
    const std::vector<std::string> words{"connect4", "-a",      algorithm, "-d",
                                         "5",        "--moves", "d,d,c"};
    std::vector<std::string> traced = words;
    traced.insert(traced.end(), {"-o", file});
    auto a = search(words);
    auto b = search(traced);
    for (const char* const key : {"seconds", "nodes_per_second", "trace", "recording"}) {
      a.erase(key);
      b.erase(key);
    }
    EXPECT_EQ(a, b) << algorithm;
    EXPECT_EQ(count(file, "SELECT count(*) FROM node"), a["counters"]["nodes"].get<std::int64_t>());
  }
}

TEST(SearchCommand, WrongWordsAreUsageErrorsOnOneLine) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  write_file(file, "precious");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"conect4", "-d", "2"}, "connect4"},
      {{"connect4"}, "-d"},
      {{"connect4", "--iterative"}, "--time-limit"},
      {{"connect4", "-d", "-1"}, "-1"},
      {{"connect4", "-d", "two"}, "two"},
      {{"connect4", "-d", "2", "-a", "alphabet"}, "did you mean 'alphabeta'"},
      {{"connect4", "-d", "2", "--fail", "loud"}, "soft"},
      {{"connect4", "-d", "2", "--order", "kilelr"}, "killer"},
      {{"connect4", "-d", "2", "--ties", "lasst"}, "random"},
      {{"connect4", "-d", "2", "--window", "5,-5"}, "--window"},
      {{"connect4", "-d", "2", "--window", "5"}, "--window"},
      {{"connect4", "-d", "2", "--time-limit", "soon"}, "--time-limit"},
      {{"connect4", "-d", "2", "--iterative", "--aspiration", "-5"}, "--aspiration"},
      {{"connect4", "-d", "2", "-a", "mtdf", "--ties", "random"}, "mtdf"},
      {{"connect4", "-d", "2", "-a", "minimax", "--window", "0,1"}, "minimax"},
      {{"connect4", "-d", "2", "-e", "wasy"}, "no evaluator"},
      {{"connect4", "-d", "2", "-g", "width=0"}, "width"},
      {{"connect4", "-d", "2", "-g", "width"}, "width"},
      {{"connect4", "-d", "2", "-o", "x.db", "--capture", "skiped"}, "did you mean 'skipped'"},
      {{"connect4", "-d", "2", "--append"}, "-o"},
      {{"connect4", "-d", "2", "--max-ply", "1"}, "-o"},
      {{"connect4", "-d", "2", "-o", "x.db", "--append", "--force"}, "--append"},
      {{"connect4", "-d", "2", "-o", file}, "already exists"},
      {{"connect4", "-d", "2", "-o", "-"}, "standard output"},
      {{"connect4", "-d", "2", "-o", folder.path().string(), "--force"}, "is a folder"}};
  for (const auto& [words, part] : cases) {
    std::vector<std::string> arguments{"search"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const ProgramResult result = plytrace(arguments, folder.path());
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(part));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
  EXPECT_EQ(read_file(file), "precious");
}

TEST(SearchCommand, BadInputIsRefusedAndAForcedTraceIsOnlyReplacedWhenAllElseIsRight) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  write_file(file, "precious");
  const std::vector<std::vector<std::string>> cases{{"--moves", "d,x"},
                                                    {"--moves", "d,d,d,d,d,d,d"},
                                                    {"--position", "nonsense"},
                                                    {"--below", "/d/z"},
                                                    {"--below", "/d/d/d/d/d/d/d"}};
  for (const auto& words : cases) {
    std::vector<std::string> arguments{"search", "connect4", "-d", "2", "-o", file, "--force"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const ProgramResult result = plytrace(arguments);
    EXPECT_EQ(result.exit_code, 3) << words[1] << " " << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(read_file(file), "precious");
  }
  search({"connect4", "-d", "2", "-o", file, "--force"});
  EXPECT_EQ(count(file, "SELECT count(*) FROM search"), 1);
}

TEST(SearchCommand, AMissingFolderIsTheEnvironment) {
  const ScratchFolder folder;
  const ProgramResult result =
      plytrace({"search", "connect4", "-d", "2", "-o", folder / "no/t.db"});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_THAT(result.err, HasSubstr("does not exist"));
}

TEST(SearchCommand, TheNodeLimitEndsTheSearchAndIsRecorded) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto json =
      search({"connect4", "--iterative", "--node-limit", "1000", "-o", file, "-e", "ways"});
  EXPECT_EQ(json["status"], "node_limit");
  EXPECT_EQ(json["counters"]["nodes"], 1000);
  EXPECT_EQ(json["completed_depth"], 4);
  EXPECT_EQ(json["iterations"].size(), 4U);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 1000);
  EXPECT_EQ(sql_value(file, "SELECT status FROM search"), "node_limit");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(status) FROM pass"),
            "finished,finished,finished,finished,node_limit");
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE last IS NULL"), 0);
}

TEST(SearchCommand, WithoutAFinishedPassThereIsNoValue) {
  const auto json = search({"connect4", "-d", "6", "--node-limit", "10"});
  EXPECT_EQ(json["value"], nullptr);
  EXPECT_EQ(json["bound"], nullptr);
  EXPECT_EQ(json["completed_depth"], nullptr);
  EXPECT_EQ(json["best_move"], nullptr);
}

TEST(SearchCommand, AppendAddsASearch) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  search({"tictactoe", "-d", "4", "-o", file});
  search({"tictactoe", "-d", "4", "-a", "minimax", "-o", file, "--append"});
  EXPECT_EQ(sql_value(file, "SELECT group_concat(algorithm) FROM search"), "alphabeta,minimax");
  EXPECT_EQ(count(file, "SELECT sum(nodes) = (SELECT count(*) FROM node) FROM search"), 1);
  EXPECT_EQ(count(file, "SELECT count(*) FROM move"), 10);
}

TEST(SearchCommand, PartialRecordingCountsWhatItLeavesOut) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto json =
      search({"connect4", "-d", "6", "-o", file, "--below", "/d/c", "--max-ply", "4"});
  const auto nodes = json["counters"]["nodes"].get<std::int64_t>();
  EXPECT_EQ(count(file, "SELECT count(*) + sum(unrecorded) FROM node"), nodes);
  EXPECT_EQ(count(file, "SELECT max(ply) FROM node"), 4);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE ply = 2"), 1);
  EXPECT_EQ(count(file, "SELECT nodes FROM search"), nodes);
  EXPECT_LT(json["recording"]["nodes"].get<std::int64_t>(), nodes);
  EXPECT_EQ(sql_value(file, "SELECT options ->> '$.record.below' FROM search"), "/d/c");
}

TEST(SearchCommand, AFullDiskLosesTheTraceAndNotTheResult) {
  const ScratchFolder folder;
  const auto expected = search({"connect4", "-d", "7"});
  const ProgramResult result = shell(
      "ulimit -f 1500; \"$PLYTRACE\" search connect4 -d 7 -o full.db --format json", folder.path());
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_THAT(result.err, StartsWith("plytrace: full.db: cannot write the trace: "));
  const auto json = parse_json(result.out);
  EXPECT_EQ(json["value"], expected["value"]);
  EXPECT_EQ(json["counters"], expected["counters"]);
  EXPECT_GT(json["recording"]["lost_events"], 0);
  const std::string file = folder / "full.db";
  EXPECT_EQ(sql_value(file, "PRAGMA integrity_check"), "ok");
  EXPECT_EQ(count(file, "SELECT count(*) FROM search WHERE status IS 'finished'"), 0);
}

// Searches recorded earlier became INCOMPLETE because of events that a later search had lost.
TEST(SearchCommand, AFullDiskLeavesTheSearchesBeforeAsTheyWere) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  search({"connect4", "-d", "4", "-o", file});
  search({"tictactoe", "-d", "4", "-o", file, "--append"});
  const auto fill = [&] {
    return shell("ulimit -f 1500; \"$PLYTRACE\" search connect4 -d 7 -o t.db --append",
                 folder.path());
  };
  const ProgramResult full = fill();
  EXPECT_EQ(full.exit_code, 5) << full.err;
  // The mark may not fit: the last commit can fill SQLite's log up to the limit, and the trace
  // would exceed it. Then the file stays one whose recording was cut short. (For a disk with space
  // for the mark see Checkpoint.AnAppendWithAFailingCallIsMarkedOr...)
  const auto lost_after = [&] {
    return sql_value(file, "SELECT value FROM meta WHERE name = 'lost_after'");
  };
  const std::string marked = lost_after();
  EXPECT_THAT(marked, testing::AnyOf("2", ""));
  const ProgramResult again = fill();
  EXPECT_EQ(again.exit_code, marked.empty() ? 3 : 5) << again.err;
  EXPECT_EQ(lost_after(), marked);
  const auto verdict = [&](const char* number) {
    return plytrace({"verify", file, "--search", number}).exit_code;
  };
  EXPECT_EQ(verdict("1"), 0);
  EXPECT_EQ(verdict("2"), 0);
  EXPECT_EQ(verdict("3"), 4);
}

// Starts a long recording, runs an action once rows have arrived, and waits for the end.
ProgramResult disturb(const ScratchFolder& folder, const std::string& action) {
  return shell(
      "\"$PLYTRACE\" search connect4 -d 20 -o t.db --format json > out.json & pid=$!; "
      "until [ \"$(sqlite3 -readonly t.db 'SELECT count(*) > 1000 FROM node' 2>/dev/null)\" "
      "= 1 ]; do kill -0 $pid || exit 1; sleep 0.02; done; " +
          action + "; wait $pid; echo exit $?",
      folder.path());
}

TEST(SearchCommand, CtrlCClosesTheTraceAndPrintsTheResult) {
  const ScratchFolder folder;
  const ProgramResult result = disturb(folder, "kill -INT $pid");
  EXPECT_THAT(result.out, HasSubstr("exit 130"));
  EXPECT_EQ(parse_json(read_file(folder / "out.json"))["status"], "interrupted");
  const std::string file = folder / "t.db";
  EXPECT_EQ(sql_value(file, "SELECT status FROM search"), "interrupted");
  EXPECT_EQ(count(file, "SELECT nodes = (SELECT count(*) FROM node) FROM search"), 1);
  EXPECT_EQ(count(file, "SELECT count(*) FROM meta WHERE name = 'recording'"), 0);
  EXPECT_EQ(sql_value(file, "PRAGMA journal_mode"), "delete");
}

TEST(SearchCommand, AKilledRecordingHoldsTheOpenPathAndIsUnfinished) {
  for (const char* const wait : {"true", "sleep 0.1", "sleep 0.33"}) {
    const ScratchFolder folder;
    const ProgramResult result = disturb(folder, std::string(wait) + "; kill -9 $pid");
    EXPECT_THAT(result.out, HasSubstr("exit 137"));
    const std::string file = folder / "t.db";
    EXPECT_EQ(sql_value(file, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(sql_value(file, "SELECT value FROM meta WHERE name = 'recording'"), "1");
    EXPECT_EQ(sql_value(file, "SELECT status FROM search"), "");
    EXPECT_EQ(count(file, "SELECT max(id) = count(*) FROM node"), 1);
    EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE last IS NULL AND value IS NOT NULL"), 0);
    // The open nodes form one path from the root.
    EXPECT_EQ(count(file,
                    "SELECT count(*) = count(DISTINCT ply) AND min(id) = 1 AND count(*) > 1 "
                    "FROM node WHERE last IS NULL"),
              1);
  }
}

TEST(SearchCommand, AReaderThatHoldsTheTraceOpenDoesNotSpoilItsEnd) {
  const ScratchFolder folder;
  // The reader keeps a transaction open beyond the end of the recording.
  const ProgramResult result = disturb(
      folder,
      "(echo 'BEGIN; SELECT count(*) FROM node;'; sleep 1; echo 'SELECT count(*) FROM node; "
      "COMMIT;') | sqlite3 -readonly -cmd '.timeout 10000' t.db > reader.txt & sleep 0.3; kill "
      "-INT $pid; wait");
  const std::string file = folder / "t.db";
  std::istringstream reader(read_file(folder / "reader.txt"));
  std::int64_t before = 0, after = -1;
  reader >> before >> after;
  EXPECT_EQ(before, after) << result.err;
  EXPECT_GT(before, 1000);
  EXPECT_EQ(sql_value(file, "SELECT status FROM search"), "interrupted");
  EXPECT_EQ(sql_value(file, "PRAGMA integrity_check"), "ok");
}

// A position that several lines reach, named by its key in a first recording.
TEST(SearchCommand, RecordsBelowThePositionsWithAKey) {
  const ScratchFolder folder;
  const std::string search = "\"$PLYTRACE\" search connect4 -d 5 -q ";
  const auto made = shell(search + "-o whole.db --capture keys >whole.txt", folder.path().string());
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string whole = folder / "whole.db";
  const std::string key = sql_value(
      whole, "SELECT key FROM node WHERE ply = 3 GROUP BY key ORDER BY count(*) DESC LIMIT 1");
  const auto again =
      shell(search + "-o part.db --at-key=" + key + " >part.txt", folder.path().string());
  ASSERT_EQ(again.exit_code, 0) << again.err;
  const std::string part = folder / "part.db";
  const std::string with_key =
      "SELECT group_concat(path(id), ' ') FROM (SELECT id FROM node WHERE "
      "key = " +
      key + " ORDER BY id)";
  const auto paths = [&](const std::string& file) {
    return plytrace({"sql", file, with_key, "--format", "csv"}).out;
  };
  EXPECT_EQ(paths(part), paths(whole));
  EXPECT_NE(paths(part).find(' '), std::string::npos);
  EXPECT_EQ(sql_value(part, "SELECT count(*) + sum(unrecorded) FROM node"),
            sql_value(whole, "SELECT count(*) FROM node"));
  EXPECT_LT(std::stoi(sql_value(part, "SELECT count(*) FROM node")), 500);
  EXPECT_EQ(plytrace({"verify", part}).exit_code, 4);
  const auto wrong = plytrace({"search", "connect4", "-d", "2", "-o", part, "--at-key", "zz"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("not a position key"), std::string::npos);
}

}  // namespace
}  // namespace plytrace::test
