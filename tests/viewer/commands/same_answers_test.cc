// SPDX-License-Identifier: MIT
//
// Covers answers that several commands give to one question, and that used to differ.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/viewer/commands/answer_support.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// A search of MAX's moves a, b, c with the values 5, 4, 6, of which `moves` are searched.
std::string three_moves(const std::string& moves, const std::string& value, const std::string& end,
                        const std::string& side = "max", const std::string& left_out = "") {
  std::string lines =
      R"({"event":"search","game":"mine","position":"p","captured":["usual"],"fail":"soft",)"
      R"("uniform":true,"depth":1}
{"event":"enter","depth":1,"alpha":"-inf","beta":"+inf","side":")" +
      side + "\"}\n" + left_out;
  for (const char move : moves) {
    lines += R"({"event":"enter","depth":0,"alpha":"-inf","beta":"+inf","move":")" +
             std::string(1, move) + R"(","side":")" + (side == "max" ? "min" : "max") + "\"}\n" +
             R"({"event":"leave","kind":"horizon","value":)" +
             (move == 'a'   ? "5"
              : move == 'b' ? "4"
                            : "6") +
             "}\n";
  }
  const std::string best = value == "5" ? "a" : value == "4" ? "b" : "c";
  return lines + R"({"event":"leave","best_move":")" + best + R"(","bound":"exact","value":)" +
         value + "}\n{\"event\":\"end_search\"" + end + "}\n";
}

struct ThreeAnswers {
  ProgramResult compare, check, collections;
};

// The answers of compare --baseline, baseline check and of two collections.
ThreeAnswers three_answers(const std::string& before, const std::string& after) {
  const ScratchFolder folder, other;
  const auto trace = [](const ScratchFolder& place, const std::string& lines) {
    const std::string made = imported(place, lines);
    std::filesystem::rename(made, place / "x.db");
    return place / "x.db";
  };
  const std::string a = trace(folder, before), b = trace(other, after);
  EXPECT_EQ(plytrace({"baseline", "save", folder / "base", a, "-q"}).exit_code, 0);
  // The verdict decides the exit code.
  EXPECT_LE(plytrace({"collect", a, "-o", folder / "a.sum", "--verify", "-q"}).exit_code, 4);
  EXPECT_LE(plytrace({"collect", b, "-o", folder / "b.sum", "--verify", "-q"}).exit_code, 4);
  return {plytrace({"compare", a, b, "--baseline"}),
          plytrace({"baseline", "check", folder / "base", b}),
          plytrace({"compare", folder / "a.sum", folder / "b.sum", "--baseline"})};
}

void expect_all(const ThreeAnswers& answers, int exit_code, const std::string& check,
                const std::string& compare, const std::string& collections) {
  EXPECT_EQ(answers.compare.exit_code, exit_code) << answers.compare.out;
  EXPECT_EQ(answers.check.exit_code, exit_code) << answers.check.out;
  EXPECT_EQ(answers.collections.exit_code, exit_code) << answers.collections.out;
  EXPECT_THAT(answers.check.out, HasSubstr(check));
  EXPECT_THAT(unwrapped(answers.compare.out), HasSubstr(compare));
  EXPECT_THAT(answers.collections.out, HasSubstr(collections));
}

// "ok" by compare --baseline, CHANGED by baseline check and not compared in collections.
TEST(BaselineAnswers, UnfinishedSearchesAndSuchWithoutAValueAreNotComparable) {
  const std::string whole = three_moves("abc", "6", R"(,"value":6,"lower":6,"upper":6)");
  const std::string stopped = three_moves(
      "abc", "6", R"(,"status":"interrupted","value":6,"lower":6,"upper":6,"completed_depth":1)");
  const std::string why = "not comparable: the new search was not finished (interrupted)";
  expect_all(three_answers(whole, stopped), 4, why, why, "1 unfinished search of B");
  std::string none = three_moves("abc", "6", "");
  none.replace(none.find(R"("bound":"exact","value":6)"), 25, R"("legal":3)");
  const std::string without = "not comparable: the new search has no value";
  expect_all(three_answers(whole, none), 4, without, without, "1 search of B without a value");
}

// CHANGED by baseline check and "worse" in collections, where compare said "not comparable".
TEST(BaselineAnswers, MovesLeftOutAndTheSideToMoveAreSettings) {
  const std::string end = R"(,"value":6,"lower":6,"upper":6)";
  const std::string whole = three_moves("abc", "6", end);
  const std::string part =
      three_moves("c", "6", end, "max", "{\"event\":\"exclude\",\"moves\":[\"b\",\"a\"]}\n");
  const std::string why = "moves left out at the root a, b instead of none";
  expect_all(three_answers(whole, part), 4, "not comparable: " + why, "not comparable: " + why,
             "1 search of both: " + why);
  const std::string min = three_moves("b", "4", R"(,"value":4,"lower":4,"upper":4)", "min");
  const std::string side = "side to move MIN instead of MAX";
  expect_all(three_answers(whole, min), 4, "not comparable: " + side, "not comparable: " + side,
             "1 search of both: " + side);
}

// Collections knew only the best move of the search, not that of its root, and took a value whose
// claim only the root makes for one without a claim.
TEST(BaselineAnswers, TheRootCompletesTheResultOfASearch) {
  const std::string first = three_moves("abc", "5", R"(,"value":5)");
  const std::string second = three_moves("abc", "6", R"(,"value":6)");
  expect_all(three_answers(first, second), 1, "value 6 instead of 5; best move c instead of a",
             "best move  CHANGED: c instead of a",
             "value 6 instead of 5; best move c instead of a");
  const std::string claimed = three_moves("abc", "6", R"(,"value":6,"lower":6,"upper":6)");
  expect_all(three_answers(claimed, second), 0, "SAME", "the baseline A: ok", "0 worse");
}

// "between 4 and 8" was the same as exactly 6, in reports, too.
TEST(BaselineAnswers, AnIntervalIsNotAnExactValue) {
  const std::string exact = three_moves("abc", "6", R"(,"value":6,"lower":6,"upper":6)");
  const std::string interval = three_moves("abc", "6", R"(,"value":6,"lower":4,"upper":8)");
  const std::string change = "6 (between 4 and 8) instead of exactly 6";
  expect_all(three_answers(exact, interval), 1, "value " + change, "value      CHANGED: " + change,
             "value " + change);
  expect_all(three_answers(interval, interval), 0, "SAME", "the baseline A: ok", "0 worse");
  const ScratchFolder one, two;
  const std::string a = imported(one, exact), b = imported(two, interval);
  const ProgramResult compared = plytrace({"compare", a, b});
  EXPECT_EQ(compared.exit_code, 1);
  EXPECT_THAT(compared.out,
              HasSubstr("value      DIFFERENT: exactly 6 in A, 6 (between 4 and 8) in B\n"));
  const std::string page = report_page(one, {a, b});
  EXPECT_THAT(page, HasSubstr("They DIFFER: A found value 6 and best move c, B found value 6 "
                              "(between 4 and 8) and best move c"));
}

// A collection of an older version lacks the columns of results.
TEST(BaselineAnswers, CollectionsOfOlderVersionsAreReadAndCompleted) {
  const ScratchFolder folder;
  const std::string trace =
      imported(folder, three_moves("abc", "6", R"(,"value":6,"lower":6,"upper":6)"));
  const std::string old = folder / "old.sum", whole = folder / "new.sum";
  for (const std::string& file : {old, whole}) {
    ASSERT_EQ(plytrace({"collect", trace, "-o", file, "-q"}).exit_code, 0);
  }
  std::string drop;
  for (const char* column : {"result_depth", "result_value", "result_lower", "result_upper",
                             "result_best_move", "root_side", "root_left_out"}) {
    drop += std::string("ALTER TABLE search DROP COLUMN ") + column + ";";
  }
  sql(old, drop);
  EXPECT_THAT(output_of({"compare", old, old, "--baseline"}),
              HasSubstr("1 search compared: 0 worse"));
  // The next collect reads the trace again.
  EXPECT_THAT(output_of({"compare", old, whole, "--baseline"}),
              HasSubstr("best move c instead of none"));
  const ScratchFolder other;
  ASSERT_EQ(plytrace({"collect", old, "-o", other / "merged.sum", "-q"}).exit_code, 0);
  EXPECT_THAT(output_of({"collect", trace, "-o", old}), HasSubstr("1 added"));
  EXPECT_EQ(plytrace({"compare", old, whole, "--baseline"}).exit_code, 0);
}

// report dropped the conditions that verify puts on a proof.
TEST(ProofWords, ReportNamesTheConditionsThatVerifyNames) {
  const ScratchFolder folder;
  const std::string trace =
      imported(folder, three_moves("abc", "6", R"(,"value":6,"lower":6,"upper":6)"));
  EXPECT_THAT(output_of({"verify", trace}),
              HasSubstr("would follow for the root: 6, if no moves are missing\n"));
  const std::string page = report_page(folder, {trace});
  EXPECT_THAT(page, HasSubstr("| 6, if no moves are missing |"));
  EXPECT_THAT(page, HasSubstr("the value of the root follows from the leaves, if no moves are "
                              "missing, under assumptions"));
}

// report called an effective branching factor of all nodes a number of the recorded nodes.
TEST(PartialReport, ExceptsTheEffectiveBranchingFactor) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "part", "connect4 -d 5 --max-ply 2");
  EXPECT_THAT(report_page(folder, {trace}),
              HasSubstr("recorded of 2,869), except the effective branching factor.\n"));
}

// stats said "0 nodes" and 0 cutoffs of a UCI log; hot did not say what reads one.
TEST(UciLog, StatsShowsNoZerosForWhatIsNotKnown) {
  const ScratchFolder folder;
  write_file(folder / "u.log",
             "position startpos\ngo depth 1\ninfo depth 1 score cp 20 nodes 21 pv e2e4\n"
             "bestmove e2e4\n");
  const std::string trace = folder / "u.db";
  ASSERT_EQ(plytrace({"import", folder / "u.log", "--uci-log", "-o", trace, "-q"}).exit_code, 0);
  const std::string stats = output_of({"stats", trace});
  EXPECT_THAT(stats, HasSubstr("21 nodes, none recorded\n"));
  EXPECT_THAT(stats, HasSubstr("  all      0           -          -            -        -"));
  EXPECT_THAT(plytrace({"hot", trace}).err,
              HasSubstr("no pass contains nodes; info, pv and verify read it\n"));
}

// Tables of passes and JSON showed bounds as values; the line about Knuth and Moore's minimal tree
// compared a pass that only asked for a bound.
TEST(PassValues, AreShownWithTheirBounds) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "mtdf", "tree -a mtdf --position [[3,12,8],[2,4,6],[14,5,2]]");
  const std::string info = output_of({"info", trace}), stats = output_of({"stats", trace});
  EXPECT_THAT(info, HasSubstr(">= "));
  EXPECT_THAT(stats, HasSubstr("Passes of the search\n"));
  EXPECT_THAT(stats.substr(stats.find("Passes of the search")), HasSubstr("= 3"));
  EXPECT_THAT(stats, Not(HasSubstr("Knuth and Moore")));
  EXPECT_THAT(report_page(folder, {trace}), HasSubstr("= 3 |"));
  const auto json = parse_json(output_of({"stats", trace, "--format", "json"}));
  EXPECT_NE(json["bound"], "exact");
  EXPECT_EQ(json["passes"].back()["bound"], json["bound"]);
  const std::string exact = record(folder, "ab", "tree --position [[3,12,8],[2,4,6],[14,5,2]]");
  EXPECT_THAT(output_of({"stats", exact}), HasSubstr("Knuth and Moore"));
  const auto compared = parse_json(
      output_of({"compare", trace, exact, "--pass-a", "1", "--pass-b", "1", "--format", "json"}));
  EXPECT_NE(compared["a"]["bound"], "exact");
  EXPECT_EQ(compared["b"]["bound"], "exact");
}

// --answer printed {"state":"running"} or {"state":"none"}, by chance.
TEST(ExploreAnswer, WaitsForWhatAJobComputes) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "a", "connect4 -d 4");
  for (const char* question : {"hot", "hot?start=1", "findings", "findings?start=1"}) {
    const auto json = parse_json(output_of({"explore", trace, "--answer", question}));
    EXPECT_EQ(json["state"], "done") << question;
    EXPECT_GT(json.size(), 2U) << question;
  }
  const auto json = parse_json(output_of({"explore", trace, trace, "--answer", "difference"}));
  EXPECT_EQ(json["state"], "done");
}

// A leaf offered the command "children", which found nothing and exited with 1.
TEST(ExploreAnswer, ALeafOffersNoChildren) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "a", "connect4 -d 1");
  EXPECT_THAT(output_of({"explore", trace, "--answer", "node?id=1"}),
              HasSubstr(R"("what":"children")"));
  EXPECT_THAT(output_of({"explore", trace, "--answer", "node?id=2"}),
              Not(HasSubstr(R"("what":"children")")));
}

// find listed more nodes than its limit: all that were cut between two nodes, or in 500 ids.
TEST(ExploreAnswer, FindKeepsItsLimitAndMissesNoNode) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "a", "connect4 -d 5 -a mtdf --table 1");
  for (const auto& [condition, query] :
       {std::pair("cutoff=any", "SELECT count(DISTINCT node) FROM cutoff"),
        std::pair("where=ply%3E1", "SELECT count(*) FROM node WHERE ply > 1")}) {
    std::size_t found = 0;
    std::string after;
    do {
      const auto part = parse_json(output_of(
          {"explore", trace, "--answer", std::string("find?limit=50&") + condition + after}));
      ASSERT_LE(part["matches"].size(), 50U);
      found += part["matches"].size();
      after = part["until"].is_null() ? "" : "&after=" + part["until"].dump();
    } while (!after.empty());
    EXPECT_EQ(std::to_string(found), sql_value(trace, query)) << condition;
  }
}

// why advised the first pass of a move, which was the shallowest. why --line called a move that
// MultiPV left out "forward cut".
TEST(WhyLine, NamesTheDeepestPassAndMovesLeftOut) {
  const ScratchFolder folder, other;
  std::string lines = R"({"event":"search","game":"mine","position":"p","captured":["usual"]})"
                      "\n";
  const std::string child =
      R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf","move":"x","depth":0}
{"event":"leave","kind":"horizon","value":1}
{"event":"leave","value":1}
)";
  for (const char* depth : {"0", "1"}) {
    for (const char* move : {"a", "b"}) {
      lines +=
          std::string(R"({"event":"pass","purpose":"iteration","depth":)") + depth + "}\n" +
          R"({"event":"enter","side":"min","alpha":"-inf","beta":"+inf","move":")" + move +
          R"(","depth":)" + depth + "}\n" +
          (depth[0] == '1' ? child : "{\"event\":\"leave\",\"kind\":\"horizon\",\"value\":1}\n");
    }
  }
  const std::string loop =
      imported(folder, lines + "{\"event\":\"end_search\",\"value\":1,\"best_move\":\"a\"}\n");
  EXPECT_THAT(plytrace({"why", loop, "/a"}).err,
              HasSubstr("pass 3 of the search is this move: --pass 3"));
  const std::string left_out =
      imported(other, three_moves("c", "6", R"(,"value":6,"lower":6,"upper":6)", "max",
                                  "{\"event\":\"exclude\",\"moves\":[\"a\"]}\n"));
  EXPECT_THAT(output_of({"why", left_out, "/a", "--line"}), HasSubstr("left out at ply 1 of 1: "));
  EXPECT_EQ(
      parse_json(output_of({"why", left_out, "/a", "--line", "--format", "json"}))["asked"]["lost"],
      "left_out");
}

// "at least 99" was no disagreement with exactly 7.
TEST(SuiteSummary, ListsBoundsThatExcludeTheReference) {
  const ScratchFolder folder;
  ASSERT_EQ(shell("echo start | $PLYTRACE suite tictactoe --positions - --depths 2 --with minimax "
                  "--with alphabeta -o t.csv -q",
                  folder.path().string())
                .exit_code,
            0);
  std::string table = read_file(folder / "t.csv");
  const std::size_t row = table.find("alphabeta,alphabeta"), at = table.find(",2,2,", row);
  ASSERT_NE(at, std::string::npos);
  const std::size_t end = table.find(",exact,", at);
  const std::string value = table.substr(at + 5, end - at - 5);
  write_file(folder / "t.csv", table.replace(at + 5, end - at - 5 + 7, "99,lower,"));
  EXPECT_THAT(output_of({"suite", "--summary", folder / "t.csv"}),
              HasSubstr("value at least 99 instead of " + value));
}

}  // namespace
}  // namespace plytrace::test
