// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/ask/compare.cc: real searches, checked against independent counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/test_support.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

void search(const ScratchFolder& folder, const std::string& arguments, const std::string& trace) {
  const ProgramResult result =
      shell("\"$PLYTRACE\" -q search " + arguments + " -o " + trace, folder.path().string());
  ASSERT_EQ(result.exit_code, 0) << arguments << "\n" << result.err;
}

struct Compared {
  int exit_code = -1;
  json answer;
};

Compared compare(const ScratchFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compare");
  arguments.insert(arguments.end(), {"--format", "json"});
  const ProgramResult result = plytrace(arguments, folder.path().string());
  EXPECT_EQ(result.err, "");
  return {result.exit_code, parse_json(result.out)};
}

// The paths of all nodes in the last finished pass.
std::set<std::string> paths_of(const std::string& file) {
  const auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok());
  const auto search = reader->choose_search({});
  const auto pass = reader->choose_pass(*search, {});
  std::set<std::string> paths;
  for (std::int64_t id = *pass->root; id <= *pass->last; ++id) paths.insert(reader->path(id));
  EXPECT_EQ(paths.size(), static_cast<std::size_t>(*pass->last - *pass->root + 1)) << file;
  return paths;
}

// The last probe of mtdf may fail low. It then names no move, but its search does.
TEST(CompareCommand, AProbeWithoutAMoveStandsForTheMoveOfItsSearch) {
  const ScratchFolder folder;
  const std::string tree = "tree --position '[[3,12,8],[2,4,6],[14,5,2]]'";
  search(folder, tree + " -a minimax", "minimax.db");
  search(folder, tree + " -a mtdf", "mtdf.db");
  const auto [exit_code, answer] = compare(folder, {"minimax.db", "mtdf.db"});
  EXPECT_EQ(exit_code, 0);
  EXPECT_EQ(answer["b"]["best_move"], "1");
  EXPECT_EQ(answer["same_best_move"], true);
}

TEST(CompareCommand, TicTacToeMinimaxAgainstAlphaBeta) {
  const ScratchFolder folder;
  search(folder, "tictactoe -d 9 -e ways -a minimax", "minimax.db");
  search(folder, "tictactoe -d 9 -e ways", "alphabeta.db");
  const auto [exit_code, answer] = compare(folder, {"minimax.db", "alphabeta.db"});
  EXPECT_EQ(exit_code, 0);
  EXPECT_EQ(answer["same_position"], true);
  EXPECT_EQ(answer["same_value"], true);
  EXPECT_EQ(answer["same_best_move"], true);
  EXPECT_EQ(answer["node_counts"], json({{"both", 18297}, {"only_a", 531649}, {"only_b", 0}}));
  EXPECT_EQ(answer["contradictions_total"], 0);
  EXPECT_EQ(answer["claims_compared"], 18297);
  EXPECT_EQ(answer["skipped_in_a"], 0);
  EXPECT_EQ(answer["skipped_in_b"], 6930);
  EXPECT_EQ(answer["skipped_in_b_searched_in_a"], 6930);
  const std::vector<int> minimax{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
  const std::vector<int> alphabeta{1, 9, 30, 132, 409, 1306, 2645, 5173, 5316, 3276};
  ASSERT_EQ(answer["by_ply"].size(), minimax.size());
  for (std::size_t ply = 0; ply < minimax.size(); ++ply) {
    EXPECT_EQ(answer["by_ply"][ply]["nodes_a"], minimax[ply]);
    EXPECT_EQ(answer["by_ply"][ply]["nodes_b"], alphabeta[ply]);
    EXPECT_EQ(answer["by_ply"][ply]["only_a"], minimax[ply] - alphabeta[ply]);
  }
  EXPECT_EQ(answer["skipped_subtrees"], json({{"count", 6930}, {"nodes", 531649}}));
  EXPECT_EQ(answer["largest_skipped"].size(), 10U);
  EXPECT_EQ(answer["largest_skipped"][0]["path"], "/b3/b1");
  EXPECT_EQ(answer["largest_skipped"][0]["nodes"], 9400);
}

TEST(CompareCommand, EveryAlgorithmAgreesWithMinimaxAndIsCountedAsItsPathsSay) {
  const std::vector<std::string> positions{
      "connect4 --moves d,d,d,c,e,d -d 4", "tictactoe --moves b2,a1 -d 5",
      "synthetic -g branching=4 -g depth=5", "tree --position '[[3,12,8],[2,4,6],[14,5,2]]'"};
  const std::vector<std::string> ways{
      "-a alphabeta", "-a alphabeta --fail hard",     "-a negamax --order static",
      "-a pvs",       "-a alphabeta --order history", "-a alphabeta --eval-cache"};
  for (const std::string& position : positions) {
    const ScratchFolder folder;
    search(folder, position + " -a minimax", "minimax.db");
    const std::set<std::string> minimax = paths_of(folder / "minimax.db");
    for (const std::string& way : ways) {
      search(folder, position + " " + way + " --force", "other.db");
      const std::set<std::string> other = paths_of(folder / "other.db");
      std::vector<std::string> both;
      std::set_intersection(minimax.begin(), minimax.end(), other.begin(), other.end(),
                            std::back_inserter(both));
      const auto [exit_code, answer] = compare(folder, {"minimax.db", "other.db"});
      EXPECT_EQ(answer["same_value"], true) << position << way;
      EXPECT_EQ(answer["contradictions_total"], 0) << position << way;
      EXPECT_EQ(answer["node_counts"]["both"], both.size()) << position << way;
      EXPECT_EQ(answer["node_counts"]["only_a"], minimax.size() - both.size()) << position << way;
      EXPECT_EQ(answer["node_counts"]["only_b"], other.size() - both.size()) << position << way;
      EXPECT_GT(both.size(), 5U);
    }
  }
}

TEST(CompareCommand, ADeliberatelyWrongValueContradictsAtItsPath) {
  const ScratchFolder folder;
  search(folder, "connect4 --moves d,d,d,c,e,d -d 4 -a minimax", "right.db");
  search(folder, "connect4 --moves d,d,d,c,e,d -d 4", "wrong.db");
  const std::string wrong = folder / "wrong.db";
  const std::string id = sql_value(wrong, "SELECT max(id) FROM node WHERE depth = 2 AND bound = 0");
  const std::string path = sql_value(wrong, "SELECT path FROM node_text WHERE id = " + id);
  sql(wrong, "UPDATE node SET value = value - 7, bound = 2 WHERE id = " + id);
  const auto [exit_code, answer] = compare(folder, {"right.db", "wrong.db"});
  ASSERT_EQ(answer["contradictions_total"], 1);
  EXPECT_EQ(exit_code, 1);
  EXPECT_EQ(answer["contradictions"][0]["path"], path);
  EXPECT_EQ(answer["contradictions"][0]["b"]["bound"], "upper");
  EXPECT_EQ(answer["contradictions"][0]["a"]["bound"], "exact");
}

TEST(CompareCommand, TwoIterationsOfOneSearch) {
  const ScratchFolder folder;
  search(folder, "connect4 -d 5 --iterative -e ways", "run.db");
  auto [exit_code, answer] =
      compare(folder, {"run.db", "run.db", "--pass-a", "4", "--pass-b", "5"});
  EXPECT_EQ(exit_code, 1) << "other depths, other values";
  EXPECT_EQ(answer["same_position"], true);
  EXPECT_EQ(answer["a"]["nodes"], 306);
  EXPECT_EQ(answer["b"]["nodes"], 1278);
  EXPECT_EQ(answer["claims_compared"], 0) << "no two nodes of one path have equal depth";
  std::tie(exit_code, answer) = [&] {
    const auto same = compare(folder, {"run.db", "run.db", "--pass-a", "5", "--pass-b", "5"});
    return std::tuple(same.exit_code, same.answer);
  }();
  EXPECT_EQ(exit_code, 0);
  EXPECT_EQ(answer["node_counts"]["both"], 1278);
  EXPECT_EQ(answer["first_difference"], nullptr);
}

TEST(CompareCommand, OtherPositionsAndGamesAreNotAligned) {
  const ScratchFolder folder;
  search(folder, "connect4 -d 3", "start.db");
  search(folder, "connect4 --moves d -d 3", "later.db");
  search(folder, "tictactoe -d 3", "other.db");
  for (const char* other : {"later.db", "other.db"}) {
    const auto [exit_code, answer] = compare(folder, {"start.db", other});
    EXPECT_EQ(exit_code, 1);
    EXPECT_EQ(answer["same_position"], false);
    EXPECT_EQ(answer["node_counts"]["both"], 0);
    EXPECT_FALSE(answer["message"].get<std::string>().empty());
  }
}

// The best moves of two searches that only `end_search` reports were "known for neither", and ok.
TEST(CompareCommand, TheResultOfASearchIsThatOfItsRow) {
  const ScratchFolder folder;
  for (const char* move : {"a", "b"}) {
    write_file(folder / "lines.ndjson",
               std::string(R"({"event":"search","game":"x","captured":["usual"]}
{"event":"pass","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":-9,"beta":5}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":1,"best_move":")") +
                   move + "\"}\n");
    const ProgramResult made = plytrace(
        {"import", "lines.ndjson", "-o", std::string(move) + ".db", "-q"}, folder.path().string());
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  const auto found = compare(folder, {"a.db", "b.db", "--baseline"});
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_EQ(found.answer["a"]["best_move"], "a");
  EXPECT_EQ(found.answer["b"]["best_move"], "b");
  EXPECT_EQ(found.answer["baseline"]["best_move_ok"], false);
  // The rows of the passes are compared with --pass-a.
  const auto passes = compare(folder, {"a.db", "b.db", "--pass-a", "1"});
  EXPECT_TRUE(passes.answer["a"]["best_move"].is_null());
}

// "A visited 100.0 % fewer" of 1 node, and "fewer nodes are no saving" of equally many.
TEST(CompareCommand, SaysFewerOnlyOfFewerNodes) {
  const ScratchFolder folder;
  search(folder, "tictactoe -d 0", "none.db");
  search(folder, "tictactoe -d 5", "five.db");
  search(folder, "connect4 -d 8 --iterative --node-limit 3000", "a.db");
  search(folder, "connect4 -d 8 --iterative --node-limit 3000 -a pvs --table 1", "b.db");
  const std::string far = plytrace({"compare", "none.db", "five.db"}, folder.path().string()).out;
  EXPECT_THAT(far, HasSubstr("A visited over 99.9 % fewer"));
  EXPECT_THAT(far, HasSubstr("fewer nodes are no saving here"));
  const std::string equal = plytrace({"compare", "a.db", "b.db"}, folder.path().string()).out;
  EXPECT_THAT(equal, Not(HasSubstr("fewer")));
}

TEST(CompareCommand, ABaselineHasTolerances) {
  const ScratchFolder folder;
  search(folder, "connect4 -d 5 --order static", "base.db");
  search(folder, "connect4 -d 5 --order static", "new.db");
  // One node fewer, and the same value.
  sql(folder / "new.db", "DELETE FROM node WHERE id = (SELECT max(id) FROM node)");
  const std::vector<std::string> files{"base.db", "new.db", "--baseline"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = files;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return compare(folder, arguments);
  };
  auto found = with({});
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_EQ(found.answer["baseline"]["nodes_ok"], false);
  EXPECT_EQ(found.answer["baseline"]["value_ok"], true);
  found = with({"--nodes-tolerance", "100"});
  EXPECT_EQ(found.answer["baseline"]["nodes_ok"], true);
  // A trace that lacks a node is REFUTED.
  EXPECT_EQ(found.answer["baseline"]["refuted"], std::vector<std::string>{"B is REFUTED"});
  EXPECT_EQ(found.exit_code, 1);
  // A different value.
  sql(folder / "new.db", "UPDATE pass SET value = value + 1");
  sql(folder / "new.db",
      "UPDATE search SET value = value + 1, lower = lower + 1, upper = upper + 1");
  found = with({"--nodes-tolerance", "100"});
  EXPECT_EQ(found.answer["baseline"]["value_ok"], false);
  found = with({"--nodes-tolerance", "100", "--value-tolerance", "1000"});
  EXPECT_EQ(found.answer["baseline"]["value_ok"], true);
  // Tolerances without a baseline are a usage error.
  EXPECT_EQ(
      plytrace({"compare", "base.db", "new.db", "--nodes-tolerance", "1"}, folder.path().string())
          .exit_code,
      2);
}

// A deeper search was compared with the baseline and "saved" nodes.
TEST(CompareCommand, ABaselineOfAnotherSettingIsNotComparable) {
  const ScratchFolder folder;
  search(folder, "connect4 -d 5", "base.db");
  const auto against = [&](const std::string& line) {
    search(folder, line + " --force", "new.db");
    return compare(folder, {"base.db", "new.db", "--baseline", "--nodes-tolerance", "1000"});
  };
  EXPECT_EQ(against("connect4 -d 5").exit_code, 0);
  for (const auto& [line, reason] :
       {std::pair("connect4 -d 4", "[\"depth 4 instead of 5\"]"),
        std::pair("connect4 -d 5 --moves d", "[\"position "),
        std::pair("connect4 -d 5 -a minimax", "[\"algorithm minimax instead of alphabeta\"]"),
        std::pair("connect4 -d 5 --order static", "option order ")}) {
    const auto found = against(line);
    EXPECT_EQ(found.exit_code, 4) << line;
    EXPECT_EQ(found.answer["baseline"]["comparable"], false) << line;
    EXPECT_EQ(found.answer["baseline"]["ok"], false) << line;
    EXPECT_NE(found.answer["baseline"]["not_comparable"].dump().find(reason), std::string::npos)
        << found.answer["baseline"];
  }
}

// The output said "B saves 46.4 %" when depth 5 was compared with depth 6.
TEST(CompareCommand, NoSavingIsReportedForSearchesThatDidOtherWork) {
  const ScratchFolder folder;
  search(folder, "connect4 -d 5", "a.db");
  search(folder, "connect4 -d 4", "b.db");
  const auto found = compare(folder, {"a.db", "b.db"});
  EXPECT_NE(found.answer["no_saving"].dump().find("the depths differ: 5 in A, 4 in B"),
            std::string::npos);
  const std::string said = plytrace({"compare", "a.db", "b.db"}, folder.path().string()).out;
  EXPECT_EQ(said.find("saves"), std::string::npos) << said;
  EXPECT_NE(said.find("fewer nodes are no saving here: the depths differ: 5 in A, 4 in B"),
            std::string::npos)
      << said;
  EXPECT_EQ(compare(folder, {"a.db", "a.db"}).answer["no_saving"].size(), 0U);
}

// Two unknown best moves were the same.
TEST(CompareCommand, UnknownBestMovesAreNotTheSame) {
  const ScratchFolder folder;
  search(folder, "tictactoe -d 1", "a.db");
  search(folder, "tictactoe -d 1", "b.db");
  for (const char* file : {"a.db", "b.db"}) {
    sql(folder / file,
        "UPDATE search SET best_move = NULL; UPDATE pass SET best_move = NULL;"
        "UPDATE node SET best = NULL");
  }
  EXPECT_TRUE(compare(folder, {"a.db", "b.db"}).answer["same_best_move"].is_null());
  search(folder, "tictactoe -d 1", "c.db");
  EXPECT_EQ(compare(folder, {"a.db", "c.db"}).answer["same_best_move"], false);
}

TEST(CompareCommand, KeysComeInTheOrderOfTheContract) {
  const ScratchFolder folder;
  search(folder, "tictactoe -d 2", "a.db");
  const ProgramResult result =
      plytrace({"compare", "a.db", "a.db", "--format", "json"}, folder.path().string());
  const auto ordered = parse_ordered_json(result.out);
  const std::vector<std::string> contract{"same_position",
                                          "same_value",
                                          "same_best_move",
                                          "a",
                                          "b",
                                          "node_counts",
                                          "contradictions",
                                          "contradictions_total",
                                          "skipped_in_a",
                                          "skipped_in_b",
                                          "first_difference",
                                          "by_ply"};
  std::vector<std::string> keys;
  for (const auto& [key, value] : ordered.items()) keys.push_back(key);
  keys.resize(contract.size());
  EXPECT_EQ(keys, contract);
  // Two identical runs write identical bytes.
  EXPECT_EQ(plytrace({"compare", "a.db", "a.db", "--format", "json"}, folder.path().string()).out,
            result.out);
}

}  // namespace
}  // namespace plytrace::test
