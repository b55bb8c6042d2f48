// SPDX-License-Identifier: MIT
//
// Covers compare, report, stats, hot, why and info: sentences that were false for traces that hold
// a part of their nodes, for searches with other windows, and for searches that were stopped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/viewer/commands/answer_support.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// compare said "B visited 98.8 % fewer" and "B did not" of nodes that B had only not recorded.
TEST(Compare, DoesNotTakeAMissingRowForAMoveThatWasNotSearched) {
  const ScratchFolder folder;
  const std::string full = record(folder, "full", "connect4 -d 5");
  const std::string part = record(folder, "part", "connect4 -d 5 --max-ply 2");
  const std::string said = output_of({"compare", full, part});
  EXPECT_THAT(said, Not(HasSubstr("fewer")));
  EXPECT_THAT(said, Not(HasSubstr("did not")));
  EXPECT_THAT(said, HasSubstr("35  2,834 more not recorded\n"));
  EXPECT_THAT(said, HasSubstr("Nodes, as far as they were recorded: 35 in both, 2,834 only in A, 0 "
                              "only in B\n"));
  EXPECT_THAT(said, HasSubstr("only in A, by reason: 2,834 partial recording\n"));
  EXPECT_THAT(said, HasSubstr("First difference: /a/a/a  A searched it (#4); whether B did is not "
                              "known: not all nodes below /a/a (#3) were recorded\n"));
  const auto json = parse_json(output_of({"compare", full, part, "--format", "json"}));
  EXPECT_EQ(json["b"]["nodes"], 35);
  EXPECT_EQ(json["b"]["unrecorded"], 2834);
  EXPECT_TRUE(json["largest_skipped"].empty());
  // A move that only the path leads through is not another order.
  const std::string path = record(folder, "path", "connect4 -d 5 --below /d/d");
  const std::string led = output_of({"compare", path, full});
  EXPECT_THAT(led, HasSubstr("; whether A did is not known"));
  EXPECT_THAT(led, Not(HasSubstr("went on with")));
  EXPECT_THAT(output_of({"compare", part, part}),
              HasSubstr("none in the nodes that were recorded"));
  const std::string page = report_page(folder, {full, part});
  EXPECT_THAT(page,
              HasSubstr("visited 2,869 nodes, B (alphabeta) 2,869 nodes; 35 of their recorded "
                        "nodes are in both."));
  EXPECT_THAT(page, Not(HasSubstr("saved")));
  EXPECT_THAT(page, HasSubstr("35 recorded of 2,869"));
}

// The nodes that were not recorded made no difference to --baseline.
TEST(Compare, CountsVisitedNodesAgainstABaseline) {
  const ScratchFolder folder;
  const std::string shallow = record(folder, "a", "connect4 -d 5 --max-ply 1");
  const std::string same = record(folder, "b", "connect4 -d 5 --max-ply 1");
  EXPECT_THAT(output_of({"compare", shallow, same, "--baseline"}),
              HasSubstr("nodes      ok: +0.00 %"));
  const std::string more =
      altered(folder, shallow,
              "UPDATE node SET unrecorded = unrecorded + 2869 WHERE id = 2; "
              "UPDATE ply_summary SET unrecorded = unrecorded + 2869 WHERE ply = 3");
  EXPECT_THAT(output_of({"compare", same, more, "--baseline"}),
              HasSubstr("nodes      CHANGED: +100.00 %"));
}

// stats gave a minimal tree, a branching and a number of leaves for nodes that it did not have.
TEST(Stats, SaysWhatAPartialRecordingCannotTell) {
  const ScratchFolder folder;
  const std::string part = record(folder, "part", "connect4 -d 5 --max-ply 2");
  const std::string said = output_of({"stats", part});
  EXPECT_THAT(said, HasSubstr("value 27, 35 recorded nodes\n"));
  EXPECT_THAT(said,
              HasSubstr("branching                   not known: not all nodes were recorded"));
  EXPECT_THAT(said, HasSubstr("minimal tree                not known: "));
  EXPECT_THAT(said, Not(HasSubstr("Knuth and Moore")));
  const auto json = parse_json(output_of({"stats", part, "--format", "json"}));
  const auto full =
      parse_json(output_of({"stats", record(folder, "full", "connect4 -d 5"), "--format", "json"}));
  EXPECT_EQ(json["branching"], nullptr);
  EXPECT_EQ(json["scan"]["minimal_tree"], nullptr);
  EXPECT_EQ(json["effective_branching_factor"], full["effective_branching_factor"]);
  EXPECT_THAT(output_of({"hot", part}),
              HasSubstr("Whether a single node caused this is not known, because not all"));
}

// A search that was stopped has no branching factor at its depth.
TEST(Stats, GivesAStoppedPassNoEffectiveBranching) {
  const ScratchFolder folder;
  const std::string stopped = record(folder, "stopped", "connect4 -d 8 --node-limit 3000");
  EXPECT_THAT(output_of({"stats", stopped}), Not(HasSubstr("effective branching factor")));
}

// report said "Both found value 27" and "B saved 2,250 nodes" of a search that proved only a bound.
TEST(Compare, ABoundIsNotTheSameResultAsAnExactValue) {
  const ScratchFolder folder;
  const std::string exact = record(folder, "exact", "connect4 -d 5");
  const std::string bound = record(folder, "bound", "connect4 -d 5 --window 26,27");
  const std::string said = output_of({"compare", exact, bound});
  EXPECT_THAT(said, HasSubstr("  >= 27  c "));
  EXPECT_THAT(unwrapped(said), HasSubstr("fewer nodes are no saving here: the claims differ: "
                                         "exactly 27 in A, at least 27 in B"));
  const std::string page = report_page(folder, {exact, bound});
  EXPECT_THAT(page, HasSubstr("They DIFFER: A found value 27 and best move c, B found value at "
                              "least 27 and best move c."));
  EXPECT_THAT(page, Not(HasSubstr("saved")));
  // The last probe of MTD(f) proves one bound, the search both.
  const std::string probes = record(folder, "probes", "connect4 -d 5 -a mtdf --table 1");
  EXPECT_THAT(report_page(folder, {exact, probes}), HasSubstr("saved"));
  EXPECT_THAT(report_page(folder, {record(folder, "low", "connect4 -d 5 --window 50,100")}),
              HasSubstr("found value at most "));
}

// compare said that two searches without a value DIFFER, and that both name the same best move.
TEST(Compare, TwoMissingValuesNeitherAgreeNorDiffer) {
  const ScratchFolder folder;
  const std::string stopped = record(folder, "stopped", "connect4 -d 8 --node-limit 3000");
  const std::string said = output_of({"compare", stopped, stopped});
  EXPECT_THAT(said, HasSubstr("value      known for neither\nbest move  known for neither\n"));
  EXPECT_THAT(said, Not(HasSubstr("the values differ")));
  EXPECT_THAT(output_of({"compare", stopped, record(folder, "leaf", "connect4 -d 0")}),
              HasSubstr("value      known for only one\nbest move  known for neither\n"));
  EXPECT_THAT(report_page(folder, {stopped, stopped}),
              HasSubstr("Neither found a value or a best move."));
  EXPECT_THAT(
      report_page(folder, {stopped}),
      HasSubstr("found no value and no recorded best move at depth 8, visiting 3,000 nodes; it was "
                "not finished."));
}

// report counted the nodes of an iteration that was stopped as a saving of the other search.
TEST(Report, SavesNothingAgainstAPassThatWasStopped) {
  const ScratchFolder folder;
  const std::string base = record(folder, "base", "connect4 -d 5");
  const std::string stopped =
      record(folder, "stopped", "connect4 -d 8 --iterative --node-limit 3000 --table 1");
  EXPECT_THAT(
      report_page(folder, {base, stopped}),
      HasSubstr("not a saving, because the nodes of B include a pass that was not finished."));
}

// why said "its parent has a better or equal value" where no move of the parent was good enough.
TEST(Why, SaysThatAllMovesFailedLow) {
  const ScratchFolder folder;
  const std::string low = record(folder, "low", "connect4 -d 5 --window 50,100 --fail hard");
  const std::string said = output_of({"why", low, "/d"});
  EXPECT_THAT(said,
              HasSubstr("/d: it was searched: at most 50; no move of its parent raised alpha"));
  EXPECT_THAT(said, HasSubstr("no move was chosen in this pass: it failed low\n"));
  const std::string stopped = record(folder, "stopped", "connect4 -d 8 --node-limit 3000");
  EXPECT_THAT(output_of({"why", stopped, "/a"}),
              HasSubstr("no move was chosen in this pass: it was stopped\n"));
}

// compare called fewer nodes a saving although claims of the two searches exclude each other.
TEST(Compare, SavesNothingWhereClaimsContradictEachOther) {
  const ScratchFolder folder;
  const std::string full = record(folder, "full", "tictactoe -d 4 -a minimax");
  const std::string base = record(folder, "base", "tictactoe -d 4");
  const std::string wrong = altered(folder, base,
                                    "UPDATE node SET value = value + 7 WHERE id = (SELECT max(id) "
                                    "FROM node WHERE kind = 1)");
  const std::string said = output_of({"compare", full, wrong});
  EXPECT_THAT(said, HasSubstr("CONTRADICTION"));
  EXPECT_THAT(said, HasSubstr("are no saving here: claims of one contradict those of the other"));
  EXPECT_THAT(report_page(folder, {full, wrong}),
              HasSubstr("pairs the claims EXCLUDE each other."));
}

// why followed a value to a child that gave another one.
TEST(Why, FollowsAValueOnlyToChildrenThatHaveIt) {
  const ScratchFolder folder;
  const std::string trace =
      altered(folder, record(folder, "mm", "tree -a minimax --position [[[3]],[[5]]]"),
              "UPDATE node SET value = 9 WHERE id = 4");
  EXPECT_THAT(output_of({"why", trace, "/1"}),
              HasSubstr("its value comes from #3 (/1/1), = 3, although its best child #4 (/1/1/1) "
                        "gave 9\n"));
}

// verify said "instead of between 14 and 10", and of a search that reports 14 that it claims none.
TEST(Verify, PassesThatContradictEachOtherLeaveNoRange) {
  const ScratchFolder folder;
  const std::string pass = R"({"event":"pass","purpose":"iteration","depth":1}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf","depth":1}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf","depth":0}
{"event":"leave","value":10,"kind":"horizon"}
{"event":"leave","best_move":"a","legal":1,"value":)";
  const std::string trace =
      imported(folder, R"({"event":"search","game":"mine","position":"p","depth":1,)"
                       R"("captured":["windows","bounds","cutoffs","roles","scores","legal"]})"
                       "\n" +
                           pass + "10}\n" + pass + R"(14}
{"event":"end_search","value":14,"completed_depth":1}
)");
  const std::string said = unwrapped(output_of({"verify", trace}));
  EXPECT_THAT(said, HasSubstr("the root would be 10 instead of at least 14 and at most 10"));
  EXPECT_THAT(said,
              HasSubstr("incomplete: the search reports no bounds (`lower`, `upper`), and its"));
}

// The searches of the moves of a root that was not recorded; `search` ends the search line.
std::string loop_events(const std::string& moves, const std::string& values,
                        const std::string& end) {
  std::string lines =
      R"({"event":"search","game":"mine","position":"p","captured":["usual","legal","skipped"]})"
      "\n";
  for (std::size_t i = 0; i < moves.size(); ++i) {
    lines += R"({"event":"enter","side":"min","move":")" + std::string(1, moves[i]) +
             R"(","alpha":"-inf","beta":"+inf","depth":1})"
             "\n"
             R"({"event":"enter","side":"max","move":"x","alpha":"-inf","beta":"+inf","depth":0})"
             "\n";
    lines += R"({"event":"leave","kind":"horizon","value":)" + std::string(1, values[i]) + "}\n";
    lines += R"({"event":"leave","legal":1,"value":)" + std::string(1, values[i]) + "}\n";
  }
  return lines + end + "\n";
}

// compare took the last move that each search tried for the root: it found 2 contradictions between
// moves c and d of two sound searches. report called 9 the value of a search that reports 7.
TEST(Compare, MovesOfARootThatWasNotRecordedAreNotTheRoot) {
  const ScratchFolder folder, other;
  const std::string a =
      imported(folder, loop_events("abc", "529",
                                   R"({"event":"end_search","value":7,"lower":7,"upper":7,)"
                                   R"("best_move":"a"})"));
  const std::string b = imported(
      other,
      loop_events("abcd", "5291", R"({"event":"end_search","value":5,"lower":5,"upper":5})"));
  const std::string said = output_of({"compare", a, b});
  EXPECT_THAT(said, HasSubstr("Not compared: the passes of A are moves of a root that was "
                              "not recorded; name one pass of A and one of B that are searches of "
                              "the same move\n"));
  EXPECT_THAT(said, Not(HasSubstr("CONTRADICTION")));
  const auto json = parse_json(output_of({"compare", a, b, "--format", "json"}));
  EXPECT_EQ(json["a"]["value"], 7);
  EXPECT_EQ(json["b"]["value"], 5);
  // Their results can be compared without the roots.
  EXPECT_THAT(output_of({"compare", a, b, "--baseline"}),
              HasSubstr("value      CHANGED: 5 instead of 7, 0 tolerated\n"));
  // It used to be 1, "they differ", also for a trace and itself.
  EXPECT_EQ(plytrace({"compare", a, a}).exit_code, 4);
  // The same move of both, and another one.
  EXPECT_THAT(output_of({"compare", a, b, "--pass-a", "3", "--pass-b", "3"}),
              HasSubstr("value      the same"));
  EXPECT_THAT(output_of({"compare", a, b, "--pass-a", "3", "--pass-b", "4"}),
              HasSubstr("the root of A was entered with move c, that of B with move d\n"));
  EXPECT_THAT(report_page(folder, {a}),
              HasSubstr("The search found value 7 and best move a, visiting 6 nodes in "
                        "3 passes."));
  const std::string why = output_of({"why", a, "#3"});
  EXPECT_THAT(why,
              HasSubstr("/: it is the move b of a root that was not recorded: the search found "
                        "exactly 2 for it\n"));
  EXPECT_THAT(why, HasSubstr("pass 3 (fixed, depth 1) (-inf, +inf): move c, searched as #5"));
}

// A search of one root with one reply each to `moves` moves. `options` are JSON.
std::string flat_events(const std::string& options, const std::string& window,
                        const std::string& values, const std::string& end) {
  std::string lines =
      R"({"event":"search","game":"mine","position":"p","captured":["usual","legal","skipped"],)"
      R"("options":)" +
      options + "}\n" + R"({"event":"enter","side":"max","depth":1,)" + window + "}\n";
  char best = '0';
  for (std::size_t i = 0; i < values.size(); ++i) {
    lines += R"({"event":"enter","side":"min","move":")" +
             std::string(1, static_cast<char>('a' + i)) +
             R"(","alpha":"-inf","beta":"+inf","depth":0})"
             "\n"
             R"({"event":"leave","kind":"horizon","value":)" +
             std::string(1, values[i]) + "}\n";
    best = std::max(best, values[i]);
  }
  return lines + R"({"event":"leave","legal":)" + std::to_string(values.size()) + R"(,"value":)" +
         std::string(1, best) + "}\n" + end + "\n";
}

// --baseline called "at most 4" ok against 4, and a REFUTED search; it called two best moves ok
// that were not known. report and compare called it a saving where moves or options differed.
TEST(Compare, TellsABoundAFindingAndAnotherTreeFromTheBaseline) {
  const ScratchFolder one, two, three, four, five;
  const std::string infinite = R"("alpha":"-inf","beta":"+inf")";
  const std::string end = R"({"event":"end_search","value":4,"lower":4,"upper":4})";
  const std::string base = imported(one, flat_events("{}", infinite, "4312", end));
  const std::string bound =
      imported(two, flat_events("{}", R"("alpha":4,"beta":5)", "4312",
                                R"({"event":"end_search","value":4,"upper":4})"));
  const auto against = [&](const std::string& trace) {
    return plytrace({"compare", base, trace, "--baseline", "--nodes-tolerance", "1000"});
  };
  const ProgramResult bounded = against(bound);
  EXPECT_EQ(bounded.exit_code, 1);
  EXPECT_THAT(bounded.out, HasSubstr("Against the baseline A: CHANGED\n"));
  EXPECT_THAT(bounded.out,
              HasSubstr("value      CHANGED: at most 4 instead of exactly 4, 0 tolerated\n"));
  EXPECT_THAT(bounded.out, HasSubstr("best move  unknown\n"));
  const std::string fewer = imported(three, flat_events("{}", infinite, "431", end));
  EXPECT_THAT(unwrapped(output_of({"compare", base, fewer})),
              HasSubstr("fewer nodes are no saving here: 1 node of A is below moves that B did not "
                        "generate ply "));
  EXPECT_THAT(report_page(one, {base, fewer}), Not(HasSubstr("saved")));
  const std::string option = imported(four, flat_events(R"({"x":1})", infinite, "4312", end));
  const auto equal = parse_json(output_of({"compare", base, option, "--format", "json"}));
  EXPECT_EQ(equal["no_saving"][0], "the option x differs: not set in A, 1 in B");
  std::string wrong = flat_events("{}", infinite, "4312", end);
  wrong.replace(wrong.find(R"("value":4)"), 9, R"("value":2)");
  const ProgramResult refuted = against(imported(five, wrong));
  EXPECT_EQ(refuted.exit_code, 1);
  EXPECT_THAT(refuted.out, HasSubstr("Against the baseline A: not ok: B is REFUTED\n"));
}

// A search that left moves out on purpose was said to contradict one of all moves, since their
// values differ.
TEST(Compare, MovesThatWereLeftOutExplainAnotherValue) {
  const auto lines = [](const char* a, const char* excluded, const char* value) {
    return std::string(
               R"({"event":"search","game":"mine","captured":["usual","legal"],"uniform":true}
{"event":"pass","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
)") + excluded +
           a +
           R"({"event":"enter","move":"b","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"leave","bound":"exact","value":)" +
           value + "}\n{\"event\":\"end_search\",\"value\":" + value + "}\n";
  };
  const ScratchFolder all_moves, some_moves;
  const std::string all = imported(
      all_moves,
      lines(R"({"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
)",
            "", "3"));
  const std::string some =
      imported(some_moves, lines("", "{\"event\":\"exclude\",\"moves\":[\"a\"]}\n", "2"));
  const std::string said = unwrapped(plytrace({"compare", all, some}).out);
  EXPECT_THAT(said, HasSubstr("no contradiction"));
  EXPECT_THAT(said, HasSubstr("the moves left out at the root differ: none in A, a in B"));
  EXPECT_THAT(said, HasSubstr("only in A, by reason: 1 left out on purpose"));
  EXPECT_EQ(plytrace({"compare", all, some, "--baseline"}).exit_code, 4);
}

// info failed on a trace with an unreadable page, because its digest reads all rows.
TEST(Info, AnswersWithoutADigestWhereRowsCannotBeRead) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "ttt", "tictactoe -d 7");
  std::string bytes = read_file(trace);
  constexpr std::size_t kPage = 4096;
  const std::size_t middle = bytes.size() / kPage / 2 * kPage;
  bytes.replace(middle, 4 * kPage, std::string(4 * kPage, 'Z'));
  write_file(folder / "broken.db", bytes);
  for (const bool is_asked : {false, true}) {
    std::vector<std::string> arguments{"info", folder / "broken.db"};
    if (is_asked) arguments.emplace_back("--digest");
    const ProgramResult said = plytrace(arguments);
    EXPECT_EQ(said.exit_code, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("not complete: rows cannot be read, so there is no digest: "));
    EXPECT_THAT(said.out, HasSubstr("damaged trace: "));
    EXPECT_THAT(said.out, Not(HasSubstr("digest  ")));
  }
  const auto json = parse_json(output_of({"info", folder / "broken.db", "--format", "json"}));
  EXPECT_EQ(json["digest"], nullptr);
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["searches"][0]["digest"], nullptr);
  EXPECT_EQ(json["searches"][0]["value"], 11);
}

// A claim and a claim of a search that left moves out excluded each other, and compare said that
// they need not. The claim of a search that its root does not make was not compared at all.
TEST(Compare, RootsWhoseClaimsExcludeEachOtherAreNotExcused) {
  const ScratchFolder folder, other;
  const auto searched = [](const ScratchFolder& where, const char* excluded, const char* value,
                           const char* lower, const char* upper) {
    return imported(where, std::string(R"({"event":"search","uniform":true,"position":"p"}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
)") + excluded + R"({"event":"enter","move":"c","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","kind":"horizon","value":)" +
                               value +
                               R"(}
{"event":"leave","value":)" + value +
                               R"(,"legal":1}
{"event":"end_search","value":)" +
                               lower + R"(,"lower":)" + lower + R"(,"upper":)" + upper + "}\n");
  };
  const std::string all = searched(folder, "", "5", "5", "5");
  const std::string two = searched(other, R"({"event":"exclude","moves":["a"]}
)",
                                   "6", "6", "6");
  EXPECT_THAT(output_of({"compare", all, two}), Not(HasSubstr("need not contradict")));
  const ScratchFolder third;
  const std::string claims = searched(third, "", "5", "7", "\"+inf\"");
  EXPECT_THAT(output_of({"compare", all, claims}), Not(HasSubstr("one value can satisfy")));
}

// An engine that returned an older iteration: info named the move of the last one.
TEST(Info, NamesTheBestMoveOfTheCompletedDepth) {
  const ScratchFolder folder;
  const auto pass = [](int depth, const char* a, const char* b) {
    const std::string left = std::to_string(depth);
    return R"({"event":"pass","purpose":"iteration","depth":)" + left +
           R"(}
{"event":"enter","side":"max","depth":)" +
           left + R"(,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","kind":"terminal","value":)" +
           a + R"(}
{"event":"enter","move":"b","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","kind":"terminal","value":)" +
           b + R"(}
{"event":"leave","value":)" +
           std::string(a > std::string(b) ? a : b) + "}\n{\"event\":\"end_pass\"}\n";
  };
  const std::string trace = imported(
      folder, R"({"event":"search"})" + std::string("\n") + pass(1, "5", "4") + pass(2, "1", "4") +
                  R"({"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":1,)"
                  R"("best_move":"a"})"
                  "\n");
  const std::string info = output_of({"info", trace});
  EXPECT_THAT(info, HasSubstr("value        5 (exact, depth 1)"));
  EXPECT_THAT(info, HasSubstr("best move    a\n"));
}

}  // namespace
}  // namespace plytrace::test
