// SPDX-License-Identifier: MIT
//
// Covers why, stats, log, hot, report and --replay-certificate: sentences that were false for
// unusual traces.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viewer/commands/answer_support.h"
#include "tests/viewer/verify/verify_support.h"
#include "viewer/format/numbers.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// why said "it was chosen: it is worth at most 3" about a move whose rival is worth exactly 3.
TEST(Why, SaysThatAChoiceByABoundIsNotProven) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, R"({"event":"search","game":"mine","position":"p"}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"middle","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"enter","move":"other","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"enter","move":"right","side":"min","alpha":3,"beta":"+inf"}
{"event":"enter","move":"1","side":"max","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"cutoff","kind":"alpha","value":3,"alpha":3,"beta":"+inf","skipped":1}
{"event":"leave","value":3}
{"event":"leave","value":3,"best_move":"right"}
{"event":"end_search","value":3,"best_move":"right"}
)");
  EXPECT_THAT(
      output_of({"why", trace, "/right"}),
      HasSubstr("/right: it was chosen, which is not proven: the search found at most 3 for it; it "
                "found middle (#2) exactly 3, other (#3) exactly 3\n"));
  const std::string middle = output_of({"why", trace, "/middle"});
  EXPECT_THAT(middle, HasSubstr("and at most 3 for right: the choice is not proven, this move is"));
  EXPECT_THAT(middle, Not(HasSubstr("the engine's own rule for ties decided")));
}

TEST(Why, NamesTheMovesThatAChosenOneTiedWith) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "mm", "tree -a minimax --position [[3],[5],[5]]");
  EXPECT_THAT(output_of({"why", trace, "#4"}),
              HasSubstr("the search found exactly 5 for it; it tied with "));
}

// Cutoffs by stand pats and null moves counted against move ordering.
TEST(Stats, TheFirstMoveIsHeldAgainstCutoffsByMovesOnly) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, R"({"event":"search","game":"mine","position":"p"}
{"event":"enter","side":"max","alpha":-9,"beta":5}
{"event":"enter","move":"a","side":"min","alpha":-9,"beta":5}
{"event":"cutoff","kind":"alpha","cause":"stand_pat","value":-9,"alpha":-9,"beta":5}
{"event":"leave","value":-9,"score":-9}
{"event":"enter","move":"b","side":"min","alpha":-9,"beta":5}
{"event":"enter","move":"x","side":"max","alpha":-9,"beta":5}
{"event":"leave","value":-9,"kind":"terminal"}
{"event":"cutoff","kind":"alpha","value":-9,"alpha":-9,"beta":5,"skipped":2}
{"event":"leave","value":-9}
{"event":"leave","value":-9}
{"event":"end_search","value":-9}
)");
  const std::string said = output_of({"stats", trace});
  EXPECT_THAT(said, HasSubstr("by a move  by 1st move"));
  EXPECT_THAT(said, HasSubstr("1 (100.0 % of the 1 cutoff by a move)"));
  const auto json = parse_json(output_of({"stats", trace, "--format", "json"}));
  EXPECT_EQ(json["total"]["cut_by_move"], 1);
  EXPECT_EQ(json["total"]["cut_by_move_share"], 0.5);
  EXPECT_EQ(json["total"]["cut_by_first_share"], 1);
  EXPECT_EQ(json["passes"][0]["cut_by_move"], 1);
}

// The recorder counted illegal moves and both searches of a reduced move, so that "cut by the first
// move" contradicted the rank on the next line.
TEST(Stats, TheRecorderAndTheReaderRankACutoffAlike) {
  const ScratchFolder folder;
  const std::string begin = R"({"event":"search","game":"mine","position":"p"}
{"event":"enter","side":"max","alpha":0,"beta":2}
)";
  const std::string end = R"({"event":"enter","move":"g","side":"min","alpha":0,"beta":2}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"cutoff","kind":"beta","value":3,"alpha":0,"beta":2,"skipped":2}
{"event":"leave","value":3}
{"event":"end_search","value":3}
)";
  const std::string illegal = R"({"event":"enter","move":"i","side":"min","alpha":0,"beta":2}
{"event":"leave","kind":"illegal"}
)";
  const auto as = [](const std::string& role, const std::string& move) {
    return R"({"event":"enter",)" + move + R"("role":")" + role +
           R"(","side":"min","alpha":0,"beta":1}
{"event":"leave","value":1,"kind":"horizon"}
)";
  };
  const struct {
    std::string before;
    int first;
  } kCases[] = {{illegal, 1},
                {illegal + illegal, 1},
                {as("reduced", R"("move":"g",)"), 1},
                {as("probe", R"("move":"h",)"), 1},
                {as("hand_over", ""), 1},
                {as("reduced", R"("move":"h",)"), 0},
                {as("reduced", R"("move":"g",)") + as("move", R"("move":"h",)"), 0}};
  for (const auto& [before, first] : kCases) {
    const std::string trace = imported(folder, begin + before + end);
    const auto json = parse_json(output_of({"stats", trace, "--format", "json"}));
    EXPECT_EQ(json["total"]["cut_by_first"], first) << before;
    EXPECT_EQ(json["total"]["cut_by_move"], 1) << before;
    EXPECT_EQ(json["scan"]["cut_ranks"]["by_rank"][0], first) << before;
    const auto found =
        parse_json(output_of({"find", trace, "--cutoff", "any", "--format", "json"}));
    EXPECT_EQ(found["matches"][0]["cut_rank"] == 1, first == 1) << before;
  }
}

// A partial recording counts the moves that got no row by the same rule.
TEST(Stats, APartialRecordingCountsCutoffsByTheFirstMoveAlike) {
  const ScratchFolder folder;
  const std::string events = R"({"event":"search","game":"mine","position":"p"}
{"event":"enter","side":"max","alpha":0,"beta":2}
{"event":"enter","move":"i","side":"min","alpha":0,"beta":2}
{"event":"leave","kind":"illegal"}
{"event":"enter","move":"g","role":"reduced","side":"min","alpha":0,"beta":2}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"g","side":"min","alpha":0,"beta":2}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":3,"alpha":0,"beta":2,"skipped":2}
{"event":"leave","value":3}
{"event":"end_search","value":3}
)";
  test::write_file(folder / "e.ndjson", events);
  for (const char* most : {"1", "2", "3", "9"}) {
    const std::string trace = folder / (std::string("t") + most + ".db");
    const ProgramResult made =
        plytrace({"import", folder / "e.ndjson", "-o", trace, "--max-nodes", most});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_EQ(sql_value(trace, "SELECT sum(cut_by_first) FROM ply_summary"), "1") << most;
  }
}

// stats failed on a recorder killed before its first pass, although info and verify answered.
TEST(Stats, OfASearchWithoutAPass) {
  const ScratchFolder folder;
  const std::string trace = hand_made(folder, "killed",
                                      "INSERT INTO search (id, game) VALUES (1, 'mine'); INSERT "
                                      "INTO meta VALUES ('recording', '1');");
  for (const char* command : {"stats", "log"}) {
    const ProgramResult said = plytrace({command, trace});
    EXPECT_EQ(said.exit_code, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("search 1: no pass was recorded: it has only begun, or its "
                                    "recorder died\n"));
    const ProgramResult json = plytrace({command, trace, "--format", "json"});
    EXPECT_EQ(json.exit_code, 0) << json.err;
    EXPECT_EQ(parse_json(json.out)["pass"], nullptr);
  }
  EXPECT_EQ(plytrace({"stats", trace, "--pass", "1"}).exit_code, 3);
}

// hot said "No node set it off" above 77.9 % late waste.
// A file whose first search was stopped was "complete", because only the last ones are listed.
TEST(Info, AsksAllSearchesWhetherTheTraceIsComplete) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, R"({"event":"search","game":"mine","depth":2}
{"event":"enter","side":"max","depth":2}
{"event":"enter","move":"a","side":"min","depth":1}
{"event":"end_search","status":"time_limit"}
{"event":"search","game":"mine","depth":0}
{"event":"enter","side":"max","depth":0}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"end_search","value":1}
)");
  const std::string said = output_of({"info", trace, "--limit", "1"});
  EXPECT_THAT(said, HasSubstr("not complete: search 1 was stopped (time limit)"));
  EXPECT_THAT(said, HasSubstr("the last 1 of 2 searches"));
}

TEST(Hot, NamesTheCauseWhereNoNodeStandsOut) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "ab", "connect4 -d 6");
  const std::string said = output_of({"hot", trace});
  const auto json = parse_json(output_of({"hot", trace, "--format", "json"}));
  ASSERT_EQ(json["trigger"], nullptr);
  if (json["accounts"][0]["share"] < 0.25) {
    EXPECT_EQ(json["cause"], nullptr);
    EXPECT_THAT(said, HasSubstr("\nNo single node caused this"));
    return;
  }
  EXPECT_EQ(json["cause"]["what"], json["accounts"][0]["what"]);
  EXPECT_EQ(json["cause"]["nodes"], json["accounts"][0]["nodes"]);
  const std::string command = json["cause"]["command"];
  EXPECT_THAT(command, HasSubstr("plytrace stats "));
  EXPECT_THAT(said, HasSubstr("were searched in vain"));
  EXPECT_EQ(plytrace({"stats", trace, "--search", "1", "--pass", "1", "--scan"}).exit_code, 0);
}

// report said "B visited 2,560 of the 3,087 nodes that A visited: it saved 527" for searches of
// different depth, and for REFUTED ones.
TEST(Report, SpeaksOfNoSavingWhereTheSearchesDidOtherWork) {
  const ScratchFolder folder;
  const std::string base = record(folder, "base", "tictactoe -d 4");
  const std::string shallow = record(folder, "shallow", "tictactoe -d 3");
  std::string page = report_page(folder, {base, shallow});
  EXPECT_THAT(page, Not(HasSubstr("saved")));
  EXPECT_THAT(page,
              HasSubstr("The smaller number is not a saving, because the depths differ: 4 in A, 3 "
                        "in B"));
  const std::string full = record(folder, "full", "tictactoe -d 4 -a minimax");
  page = report_page(folder, {full, base});
  EXPECT_THAT(page, HasSubstr("B saved "));
  page =
      report_page(folder, {altered(folder, full, "UPDATE node SET legal = 7 WHERE id = 1"), base});
  EXPECT_THAT(page, Not(HasSubstr("saved")));
  EXPECT_THAT(page, HasSubstr("A is REFUTED"));
}

// report said "Its 2 cutoffs ... 50 % by the first move", although only one skipped anything.
TEST(Report, CountsTheFirstMoveOnlyWhereSomethingWasSkipped) {
  const ScratchFolder folder;
  const std::string page =
      report_page(folder, {record(folder, "ab", "tree --position [[3,12,8],[2,4,6],[14,5,2]]")});
  EXPECT_THAT(page,
              HasSubstr("1 of its 2 cutoffs left 2 moves unsearched, each with all that follows "
                        "it. 100.0 % of the cutoffs by a move that skipped something (1 of 1) "
                        "came from the first move that was searched."));
}

// "the premises hold" was reported for `scores 0 0`, in a game whose score range is known.
TEST(ReplayedCertificate, TestsTheRangeOfScores) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "mm", "tree -a minimax --position [[3,12],[2,4]]");
  const std::string file = folder / "run.cert";
  ASSERT_EQ(plytrace({"verify", trace, "--certificate", file}).exit_code, 0);
  ASSERT_EQ(plytrace({"verify", "--replay-certificate", file}).exit_code, 0);
  std::string text = read_file(file);
  const std::size_t at = text.find("\nscores ");
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, text.find('\n', at + 1) - at, "\nscores 0 4");
  write_file(folder / "lie.cert", text);
  const ProgramResult lie = plytrace({"verify", "--replay-certificate", folder / "lie.cert"});
  EXPECT_EQ(lie.exit_code, 1) << lie.out << lie.err;
  EXPECT_THAT(lie.out, HasSubstr("the scores are declared as 0 to 4, the evaluator gives 12"));
}

constexpr const char* kNoBestRecorded =
    R"({"event":"search","game":"mine","position":"p","captured":["windows","cutoffs","roles","scores","bounds","legal"],"depth":1}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"c","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","kind":"illegal"}
{"event":"leave","value":3,"legal":2}
{"event":"end_search","value":3,"best_move":"a","lower":3,"upper":3}
)";

// why said "did not take it" and "no best move is recorded" about the best move of a search that
// records neither best moves nor bound updates of its nodes.
TEST(Why, KnowsTheChosenMoveWithoutARecordedBest) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, kNoBestRecorded);
  const std::string chosen = output_of({"why", trace, "/a"});
  EXPECT_THAT(chosen, HasSubstr("/a: it was chosen: the search found exactly 3 for it"));
  EXPECT_THAT(chosen, HasSubstr("#1 (/) took it as its best value; no bound update is recorded"));
  EXPECT_THAT(chosen, HasSubstr("#1 returned = 3, the value of this move"));
  EXPECT_THAT(output_of({"why", trace, "/b"}), HasSubstr("/b: it was not chosen"));
  EXPECT_THAT(output_of({"why", trace, "/"}),
              HasSubstr("it is the root of its pass, which chose a (#3)"));
  EXPECT_THAT(output_of({"why", trace, "/a", "--line"}),
              HasSubstr("/a: the pass played this line"));
  // pv followed the first child with the value.
  EXPECT_THAT(output_of({"pv", trace}), HasSubstr("pv of pass 1: a\n"));
}

// why and show said that an illegal node was left while the search stopped.
TEST(Why, SaysThatAMoveWasIllegal) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, kNoBestRecorded);
  const std::string words = "no usable value: the move that leads there turned out to be illegal";
  EXPECT_THAT(output_of({"why", trace, "/c"}), HasSubstr(words));
  EXPECT_THAT(output_of({"show", trace, "/c"}), HasSubstr(words));
}

// why said "a position far above beta stays above it" about moves that futility dropped because
// they cannot reach alpha.
TEST(Why, TheAssumptionOfAForwardCutIsAboutTheDroppedMoves) {
  const ScratchFolder folder;
  const std::string trace =
      imported(folder, R"({"event":"search","game":"mine","position":"p","depth":2}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":50,"kind":"terminal"}
{"event":"bound","alpha":50,"beta":"+inf"}
{"event":"cutoff","kind":"forward","cause":"futility","value":-300,"skipped_moves":["b","c"]}
{"event":"leave","value":50,"best_move":"a"}
{"event":"end_search","value":50,"best_move":"a","lower":50,"upper":50}
)");
  EXPECT_THAT(output_of({"why", trace, "/b", "--no-oracle"}) + output_of({"why", trace, "/"}),
              HasSubstr("it assumes: the dropped moves are worth at most -300"));
}

// pv called the beginning of its own line "another line".
TEST(Pv, TheBeginningOfTheLineIsNoOtherLine) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "mtdf", "connect4 -d 5 -a mtdf");
  EXPECT_THAT(output_of({"pv", trace}), Not(HasSubstr("another line")));
}

// One pass is one move of a root without a node: pv said that this move and recorded ones are "not
// recorded below here", and why and show did not name the pass of another move.
TEST(Pv, FollowsTheLineOfASearchWhoseRootWasNotRecorded) {
  const ScratchFolder folder;
  const std::string trace =
      imported(folder, R"({"event":"search","game":"mine","position":"p","depth":2}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":3,"beta":"+inf"}
{"event":"enter","move":"y","side":"max","depth":0,"alpha":3,"beta":"+inf"}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":2,"alpha":3,"beta":"+inf","skipped_moves":["x"]}
{"event":"leave","value":2,"legal":2}
{"event":"enter","move":"c","side":"min","depth":1,"alpha":3,"beta":"+inf"}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":3,"beta":"+inf"}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"leave","value":7,"legal":1}
{"event":"end_search","value":7,"best_move":"c","lower":7,"upper":7,"pv":["c","x"]}
)");
  const std::string line = output_of({"pv", trace});
  EXPECT_THAT(line, HasSubstr("pv of pass 2: x\n"));
  EXPECT_THAT(line, Not(HasSubstr("reported")));
  for (const char* command : {"why", "show"}) {
    EXPECT_THAT(plytrace({command, trace, "/b"}).err,
                HasSubstr("; pass 1 of the search is this move: --pass 1"));
  }
}

// pv continued with a hand-over that gave no more than a bound, although the node records the move
// that gave its value.
TEST(Pv, PrefersTheRecordedBestMoveToAHandOver) {
  const ScratchFolder folder;
  const std::string trace =
      imported(folder, R"({"event":"search","game":"mine","position":"p","depth":3}
{"event":"enter","side":"max","depth":3,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"c","side":"min","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":13,"kind":"known"}
{"event":"bound","alpha":"-inf","beta":13}
{"event":"enter","side":"min","role":"hand_over","depth":0,"alpha":"-inf","beta":13,"phase":"quiescence"}
{"event":"enter","move":"y","side":"max","depth":-1,"alpha":"-inf","beta":13,"phase":"quiescence"}
{"event":"leave","value":13,"kind":"horizon"}
{"event":"leave","value":13,"legal":1}
{"event":"leave","value":13}
{"event":"bound","alpha":13,"beta":"+inf"}
{"event":"leave","value":13}
{"event":"end_search","value":13,"lower":13,"upper":13,"best_move":"c","pv":["c","x"]}
)");
  const std::string line = output_of({"pv", trace});
  EXPECT_THAT(line, HasSubstr("pv of pass 1: c, x\n"));
  EXPECT_THAT(line, Not(HasSubstr("reported")));
}

// find said that no node meets the conditions, but had asked those of the last pass only.
TEST(Find, SaysWhichPassHasNoSuchNode) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "passes", "tictactoe -d 3 --iterative");
  const std::string said = plytrace({"find", trace, "--kind", "known"}).err;
  EXPECT_THAT(said, HasSubstr("find: no node of pass 3 meets the conditions; choose another of the "
                              "3 passes with --pass N, or ask for the nodes of all with: plytrace "
                              "sql TRACE \"SELECT id, path FROM node_text WHERE search = 1 AND"));
  const auto all = plytrace({"sql", trace,
                             "SELECT id, path FROM node_text WHERE search = 1 AND "
                             "ply = 0"});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  // --fen and its like ask all passes.
  EXPECT_THAT(plytrace({"find", trace, "--key", "1"}).err,
              HasSubstr("find: no node meets the conditions\n"));
}

// show refused to run without a node, although log and render begin at the root.
TEST(Show, BeginsAtTheRoot) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "root", "tictactoe -d 2");
  EXPECT_EQ(output_of({"show", trace}), output_of({"show", trace, "/"}));
}

// show said "it has no children" of a node whose children were visited and not recorded, and
// "children searched: 0"; find said that no node meets the conditions; hot spoke of shares of all
// nodes, and called an inner node a leaf.
TEST(PartialRecording, IsNotASearchOfFewerNodes) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "one", "connect4 -d 5 --max-nodes 1");
  EXPECT_THAT(plytrace({"show", trace, "/c"}).err,
              HasSubstr("/ exists; 2,868 nodes below it, outside its recorded children, were "));
  EXPECT_THAT(output_of({"show", trace, "/"}), HasSubstr("children recorded: 0"));
  EXPECT_THAT(plytrace({"find", trace, "--ply", "5"}).err,
              HasSubstr("no recorded node meets the conditions; 2,868 nodes of the search were "
                        "not recorded"));
  EXPECT_THAT(output_of({"hot", trace}),
              HasSubstr("It ends here: the nodes below were not recorded."));
  const std::string below = record(folder, "below", "connect4 -d 5 --below /c");
  EXPECT_THAT(output_of({"hot", below}), HasSubstr("% of the recorded ones) were searched"));
  EXPECT_THAT(output_of({"hot", below}),
              HasSubstr("Heavy path from the root of pass 1 (of the recorded nodes)"));
}

// why --line said that a move was not chosen in a pass that was stopped.
TEST(WhyLine, AStoppedPassRefusedNoMove) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "it", "connect4 -d 8 --iterative --node-limit 3000");
  const std::string said = output_of({"why", trace, "/d", "--line"});
  EXPECT_THAT(said, HasSubstr(": stopped at ply 1 of 1: the search ended in #"));
  EXPECT_THAT(said, HasSubstr("(/) before it chose a move"));
}

// A finished search of which only the result is recorded was said to have only begun; hot answered
// with "0 passes: 0 nodes", and info with "none yet".
TEST(FinishedSearch, WithoutNodesHasNotOnlyBegun) {
  const ScratchFolder folder;
  const std::string result = imported(folder, R"({"event":"search","game":"mine","position":"p"}
{"event":"end_search","value":7,"lower":7,"upper":7}
)");
  EXPECT_THAT(output_of({"stats", result}),
              HasSubstr("no pass was recorded, only the result of the search"));
  const std::string empty = imported(folder, R"({"event":"search","game":"mine","position":"p"}
{"event":"pass","depth":3}
{"event":"end_pass"}
{"event":"end_search"}
)");
  EXPECT_THAT(output_of({"info", empty}), Not(HasSubstr("none yet")));
  const ProgramResult hot = plytrace({"hot", empty});
  EXPECT_EQ(hot.exit_code, 3);
  EXPECT_THAT(hot.err, HasSubstr("search 1: no pass contains nodes"));
  EXPECT_THAT(plytrace({"find", empty}).err, HasSubstr("search 1 has no nodes, only results"));
}

// search and suite named a best move and a depth for a search that completed none; its trace and a
// search that failed low had no best move.
TEST(Search, ReportsTheBestMoveThatItRecords) {
  const ScratchFolder folder;
  for (const char* options : {"connect4 -d 8 --node-limit 300", "connect4 -d 5 --window 50,60"}) {
    std::vector<std::string> command{"search"};
    for (const std::string& word : words_of(options)) command.push_back(word);
    EXPECT_THAT(output_of(command), HasSubstr("best move    none\n"));
    command.insert(command.end(), {"--format", "json"});
    EXPECT_EQ(parse_json(output_of(command))["best_move"], nullptr);
  }
  EXPECT_THAT(output_of({"search", "connect4", "-d", "8", "--node-limit", "300"}),
              HasSubstr("by the node limit, no depth was completed"));
}

// info named the first move of the last further line, and a reply below the last root move, as the
// best move of the search; its JSON had none.
TEST(Info, TakesABestMoveOnlyFromThePassWithTheValueOfTheSearch) {
  const ScratchFolder folder;
  const auto pass = [](const std::string& enter, const std::string& move, const std::string& value,
                       const char* purpose = "fixed") {
    return R"({"event":"pass","depth":1,"purpose":")" + std::string(purpose) + "\"}\n" +
           R"({"event":"enter","side":"max")" + enter + "}\n" + R"({"event":"enter","move":")" +
           move + "\"}\n{\"event\":\"leave\",\"kind\":\"horizon\",\"value\":" + value +
           "}\n{\"event\":\"leave\",\"value\":" + value + ",\"best_move\":\"" + move +
           "\"}\n{\"event\":\"end_pass\"}\n";
  };
  const std::string begin = "{\"event\":\"search\",\"game\":\"mine\",\"position\":\"p\"}\n",
                    end = "{\"event\":\"end_search\",\"value\":3}\n";
  const auto expect = [&](const std::string& lines, const std::string& words,
                          const nlohmann::json& move) {
    const std::string trace = imported(folder, begin + lines + end);
    EXPECT_THAT(output_of({"info", trace}), HasSubstr("best move    " + words + "\n"));
    const auto info = parse_json(output_of({"info", trace, "--format", "json"}));
    EXPECT_EQ(info["searches"][0]["best_move"], move);
    const auto own = parse_json(output_of({"compare", trace, trace, "--format", "json"}));
    EXPECT_EQ(own["a"]["best_move"], move);
  };
  expect(pass("", "a", "3") + pass("", "b", "2", "multipv"), "a (of pass 1)", "a");
  expect(pass("", "a", "3") + pass("", "b", "2"), "none recorded", nullptr);
  expect(pass(R"(,"move":"a")", "x", "3") + pass(R"(,"move":"b")", "z", "3"), "none recorded",
         nullptr);
}

// stats said that such cutoffs skipped 0 moves, verify that no pass was finished, and compare that
// a value had changed by -inf where the difference of two finite values overflowed.
TEST(Stats, OfForwardCutoffsThatDoNotRecordHowManyMovesTheySkipped) {
  const ScratchFolder folder;
  const std::string begin = R"({"event":"search","game":"mine","position":"p"}
{"event":"pass","depth":1}
)";
  const std::string trace = imported(folder, begin + R"({"event":"enter","side":"max"}
{"event":"cutoff","kind":"forward","cause":"late_move"}
{"event":"leave","value":3}
)");
  EXPECT_THAT(output_of({"stats", trace}),
              HasSubstr("1 cutoff; how many moves were skipped is not"));
  const auto json = parse_json(output_of({"stats", trace, "--format", "json"}));
  EXPECT_EQ(json["scan"]["forward"][0]["skipped"], nullptr);
  const std::string empty = imported(
      folder, begin + "{\"event\":\"end_pass\"}\n{\"event\":\"end_search\",\"value\":3}\n");
  EXPECT_THAT(output_of({"verify", empty}),
              HasSubstr("incomplete: no finished pass has recorded nodes"));
}

TEST(CompareBaseline, OfValuesWithADifferenceThatOverflows) {
  const ScratchFolder folder;
  const auto trace = [&](const std::string& name, const std::string& value) {
    const std::string made = imported(folder, R"({"event":"search","game":"mine","position":"p"}
{"event":"enter","side":"max"}
{"event":"leave","kind":"terminal","value":)" + value +
                                                  "}\n");
    std::filesystem::rename(made, folder / name);
    return folder / name;
  };
  const std::string high = trace("high.db", "1.5e308"), low = trace("low.db", "-1e308");
  EXPECT_THAT(output_of({"compare", high, low, "--baseline"}), HasSubstr(" instead of "));
  const auto json = parse_json(output_of({"compare", high, low, "--baseline", "--format", "json"}));
  EXPECT_EQ(json["baseline"]["value_change"], nullptr);
}

// show did not mention excluded moves, why denied them, and log and find listed all of them.
TEST(ExcludedMoves, AreNamedWithALimitAndExplainWhyAMoveWasNotSearched) {
  const ScratchFolder folder;
  std::string moves;
  for (int i = 1; i <= 20; ++i) moves += (i == 1 ? "\"k" : ",\"k") + std::to_string(i) + "\"";
  const std::string trace = imported(folder, R"({"event":"search","game":"mine","position":"p"}
{"event":"pass","purpose":"multipv"}
{"event":"enter","side":"max"}
{"event":"exclude","moves":[)" + moves + R"(]}
{"event":"enter","move":"k0"}
{"event":"leave","kind":"horizon","value":3}
{"event":"leave","value":3,"best_move":"k0"}
)");
  const char* const named = "k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12 and 8 more\n";
  EXPECT_THAT(output_of({"log", trace}), HasSubstr(std::string("without ") + named));
  EXPECT_THAT(output_of({"show", trace, "/"}), HasSubstr("excluded         k1, k2, "));
  EXPECT_THAT(output_of({"show", trace, "/", "--limit", "12"}),
              HasSubstr(std::string("excluded         ") + named));
  const auto node = parse_json(output_of({"explore", trace, "--answer", "node?id=1"}));
  EXPECT_EQ(node["excluded"].get<std::string>() + "\n", named);
  EXPECT_THAT(output_of({"why", trace, "/k20"}),
              HasSubstr("/k20: it was not searched: k20 was excluded at #1 (/): left out on "
                        "purpose\n"));
  const auto json = parse_json(output_of({"why", trace, "/k20", "--format", "json"}));
  EXPECT_EQ(json["outcome"], "excluded");
  EXPECT_EQ(json["passes"][0]["outcome"], "excluded");
  EXPECT_THAT(output_of({"why", trace, "/k20", "--line"}), HasSubstr("k20 was excluded at "));
  EXPECT_THAT(plytrace({"why", trace, "/z"}).err, HasSubstr("k0, and excluded: k1, k2, "));
}

// The root was not recorded. hot called its moves wasted passes, although none failed.
TEST(Hot, MovesOfAnUnrecordedRootAreNoWastedPasses) {
  const ScratchFolder folder;
  const auto loop_of = [&](const char* alpha, bool is_loop) {
    std::string events = R"({"event":"search","game":"mine","depth":1}
)";
    for (int i = 0; i < 12; ++i) {
      events += fmt::format(R"({{"event":"pass","depth":1,"alpha":{0},"beta":"+inf"}}
{{"event":"enter","move":"m{1}","side":"min","depth":1,"alpha":{0},"beta":"+inf"}}
{{"event":"enter","move":"x","side":"max","depth":0,"alpha":{0},"beta":"+inf"}}
{{"event":"leave","value":2,"kind":"horizon"}}
{{"event":"enter","move":"y","side":"max","depth":0,"alpha":{0},"beta":"+inf"}}
{{"event":"leave","value":3,"kind":"horizon"}}
{{"event":"enter","move":"z","side":"max","depth":0,"alpha":{0},"beta":"+inf"}}
{{"event":"leave","value":4,"kind":"horizon"}}
{{"event":"leave","value":2}}
{{"event":"end_pass","value":2}}
)",
                            alpha, is_loop ? i : 0);
    }
    return output_of({"hot", imported(folder, events + R"({"event":"end_search","value":2})")});
  };
  // In the second loop each move but the first fails low.
  for (const char* alpha : {"\"-inf\"", "5"}) {
    EXPECT_THAT(loop_of(alpha, true), Not(HasSubstr("wasted"))) << alpha;
  }
  EXPECT_THAT(loop_of("0", false), HasSubstr("usual are 4\n  nodes, the median of these passes"));
}

// why and compare spoke of the end of a search that was still being recorded, or whose events were
// lost.
TEST(RecordingInProgress, IsNoSearchThatEnded) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "run", "connect4 -d 3");
  const std::string whole = record(folder, "whole", "connect4 -d 3");
  sql(trace,
      "UPDATE search SET status = NULL, value = NULL; UPDATE pass SET last = NULL, status = NULL, "
      "value = NULL; DELETE FROM node WHERE id >= (SELECT id FROM node WHERE parent = 1 LIMIT 1 "
      "OFFSET 3); UPDATE node SET last = NULL, value = NULL, kind = 6 WHERE id = 1");
  const std::string said = output_of({"why", trace, "/g", "--no-oracle"});
  EXPECT_THAT(said, HasSubstr("whether it was searched is not known: the recording ends in #1 (/) "
                              "before g was tried"));
  EXPECT_THAT(output_of({"why", trace, "/a", "--no-oracle"}), Not(HasSubstr("the search ended")));
  EXPECT_THAT(output_of({"compare", whole, trace}),
              HasSubstr("; whether B did is not known: the recording lacks the end of / (#1)"));
  sql(trace, "UPDATE search SET status = 'time_limit'");
  EXPECT_THAT(output_of({"why", trace, "/g", "--no-oracle"}),
              HasSubstr("it was not searched: the search ended in #1 (/) before g was tried"));
  EXPECT_THAT(output_of({"compare", whole, trace}), HasSubstr(", B did not: unfinished at / (#1)"));
}

// why and show called the unrecorded nodes whose nearest recorded node is this one all nodes below.
TEST(PartialRecording, CountsOnlyTheNodesOutsideItsChildren) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "part", "connect4 -d 4 --max-nodes 100");
  const std::string own = text::grouped(
      std::int64_t{std::stoll(sql_value(trace, "SELECT unrecorded FROM node LIMIT 1"))});
  const std::string words =
      own + " nodes below #1 (/), outside its recorded children, were visited and not recorded";
  EXPECT_THAT(output_of({"why", trace, "/g", "--no-oracle"}), HasSubstr(words));
  EXPECT_THAT(output_of({"show", trace, "/"}), HasSubstr(own + " nodes outside them not recorded"));
  EXPECT_THAT(plytrace({"show", trace, "/g"}).err, HasSubstr(own + " nodes below it, outside "));
}

// pv named a pass that had no line either, and gave the last line of the search to earlier passes.
TEST(Pv, NamesAPassThatHasALine) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "part", "connect4 -d 6 --iterative --max-nodes 300");
  for (const char* pass : {"5", "6"}) {
    const std::string said = output_of({"pv", trace, "--pass", pass});
    EXPECT_THAT(said, HasSubstr("pv of pass " + std::string(pass) + ": no moves\n"));
    EXPECT_THAT(said, HasSubstr("pass 4 names a best move, d: --pass 4\n"));
    EXPECT_EQ(said.find("the search reported") != std::string::npos, *pass == '6') << said;
  }
}

// why denied the best move of a pass whose node was not recorded.
TEST(Why, KnowsABestMoveWithoutANode) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "below", "connect4 -d 5 --below /d");
  const std::string said = output_of({"why", trace, "/d"});
  EXPECT_THAT(said, HasSubstr("this pass chose c, which is not recorded as a node\n"));
  EXPECT_THAT(said, Not(HasSubstr("no best move is recorded")));
}

// hot, report and compare drew conclusions from what was not recorded.
TEST(IncompleteTrace, IsNoGroundForAConclusion) {
  const ScratchFolder folder;
  write_file(folder / "cut.ndjson", R"({"event":"search","game":"mine","depth":2}
{"event":"enter","side":"max","depth":2}
{"event":"enter","move":"a","side":"min","depth":1}
{"event":"leave","value":1,"kind":"horizon"}
)");
  plytrace({"import", folder / "cut.ndjson", "-o", folder / "cut.db"});
  EXPECT_THAT(output_of({"hot", folder / "cut.db"}),
              HasSubstr("Whether a single node caused this is not known"));
  const std::string whole = record(folder, "whole", "connect4 -d 4");
  const std::string part = record(folder, "part", "connect4 -d 4 --max-nodes 100");
  EXPECT_THAT(report_page(folder, {whole, part}),
              HasSubstr("The numbers of B are those of its recorded nodes only (100 recorded of "));
}

// compare called the claims of two traces contradictions, and did not say that neither names its
// position.
TEST(Compare, SaysThatNoPositionIsNamed) {
  const ScratchFolder one, other;
  const auto with = [](const ScratchFolder& folder, const char* value) {
    return imported(folder, std::string(R"({"event":"search","depth":0,"uniform":true}
{"event":"enter","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","kind":"horizon","value":)") +
                                value + "}\n{\"event\":\"end_search\"}\n");
  };
  const std::string text = output_of({"compare", with(one, "3"), with(other, "7")});
  EXPECT_THAT(text, HasSubstr("neither search names"));
  EXPECT_THAT(text,
              HasSubstr("1 CONTRADICTION in 1 pair of equal depth, if both have one position"));
}

// A node some of whose moves were not recorded gave the number of the recorded ones as the rank of
// its cutoff.
TEST(Find, NamesNoRankWhereMovesWereNotRecorded) {
  const ScratchFolder folder;
  const std::string whole = imported(folder, R"({"event":"search"}
{"event":"enter","side":"max","alpha":0,"beta":5}
{"event":"enter","move":"a","side":"min","alpha":0,"beta":5}
{"event":"leave","kind":"horizon","value":7}
{"event":"cutoff","kind":"beta","value":7,"alpha":0,"beta":5,"skipped":1}
{"event":"leave","value":7}
{"event":"end_search"}
)");
  const std::string part = altered(folder, whole, "UPDATE node SET unrecorded = 4 WHERE id = 1");
  const auto found = [](const std::string& trace) {
    return output_of({"find", trace, "--cutoff", "beta", "--format", "json"});
  };
  EXPECT_THAT(found(whole), HasSubstr("\"cut_rank\": 1"));
  EXPECT_THAT(found(part), HasSubstr("\"cut_rank\": null"));
}

// A mine engine: a root with these lines below it.
std::string under_root(const std::string& lines, const std::string& value) {
  return R"({"event":"search","game":"mine","captured":["usual"]}
{"event":"pass","depth":2}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
)" + lines +
         R"({"event":"leave","value":)" + value + "}\n{\"event\":\"end_pass\"}\n";
}

// hot said that no node was much larger than usual where the largest had 1,501 nodes and the others
// 4, because it judges no subtree of fewer than 2,000.
TEST(Hot, SaysThatSmallSubtreesAreNotJudged) {
  const ScratchFolder folder;
  std::string lines;
  for (int move = 0; move < 6; ++move) {
    lines += fmt::format("{{\"event\":\"enter\",\"move\":\"m{}\",\"side\":\"min\"}}\n", move);
    for (int reply = 0; reply < (move == 3 ? 1'500 : 3); ++reply) {
      lines += fmt::format("{{\"event\":\"enter\",\"move\":\"r{}\",\"side\":\"max\"}}\n", reply);
      lines += "{\"event\":\"leave\",\"value\":1,\"kind\":\"horizon\"}\n";
    }
    lines += "{\"event\":\"leave\",\"value\":1}\n";
  }
  const std::string said = output_of({"hot", imported(folder, under_root(lines, "1"))});
  EXPECT_THAT(said, HasSubstr("is not known, because subtrees of fewer than\n  2,000 nodes are not "
                              "judged."));
}

// The command that hot proposed asked the largest pass, which had none of the nodes.
TEST(Hot, ProposesACommandThatFindsTheNodes) {
  const ScratchFolder folder;
  std::string lines;
  for (int pass = 1; pass <= 3; ++pass) {
    std::string replies;
    for (int reply = 0; reply < (pass == 3 ? 8 : 6); ++reply) {
      const std::string_view phase = pass == 3 ? "main" : "quiescence";
      replies += fmt::format(
          "{{\"event\":\"enter\",\"move\":\"m{}\",\"side\":\"min\",\"phase\":\"{}\"}}\n", reply,
          phase);
      replies += "{\"event\":\"leave\",\"value\":1,\"kind\":\"horizon\"}\n";
    }
    const std::string all = under_root(replies, "1");
    lines += pass == 1 ? all : all.substr(all.find('\n') + 1);
  }
  const std::string trace = imported(folder, lines);
  const auto cause = parse_json(output_of({"hot", trace, "--format", "json"}))["cause"];
  EXPECT_EQ(cause["what"], "quiescence");
  EXPECT_THAT(cause["command"].get<std::string>(), HasSubstr(" --pass 1 "));
  EXPECT_THAT(output_of({"find", trace, "--pass", "1", "--where", "phase = 'quiescence'"}),
              HasSubstr("m5"));
}

// Three cutoffs, of which one says how many moves it skipped: all said "1 skipped 2 moves". Where
// each row says 0, stats said that it is not recorded. The picture showed "moves skipped".
TEST(Skipped, AreKnownOnlyWhereTheCutoffSaysHowMany) {
  const ScratchFolder folder;
  const auto lines = [](const std::string& first, const std::string& rest) {
    std::string text;
    for (const char* move : {"a", "b", "c"}) {
      text += fmt::format(R"({{"event":"enter","move":"{}","side":"min","alpha":5,"beta":9}}
{{"event":"enter","move":"x","side":"max","alpha":5,"beta":9}}
{{"event":"leave","value":1,"kind":"horizon"}}
{{"event":"cutoff","kind":"alpha","value":1,"alpha":5,"beta":9{}}}
{{"event":"leave","value":1}}
)",
                          move, move == std::string("a") ? first : rest);
    }
    return under_root(text, "1");
  };
  const std::string some = imported(folder, lines(R"(,"skipped":2)", ""));
  EXPECT_THAT(output_of({"stats", some}),
              HasSubstr("3 (3 alpha, 0 beta), 1 known to skip 2 moves"));
  EXPECT_THAT(output_of({"info", some}), HasSubstr("3 alpha, 0 beta; 1 known to skip 2 moves"));
  EXPECT_THAT(output_of({"compare", some, some}), HasSubstr("at least 2 in A"));
  plytrace({"render", some, "-o", folder / "tree.dot"});
  const std::string picture = read_file(folder / "tree.dot");
  EXPECT_THAT(picture, HasSubstr("2 skipped"));
  EXPECT_THAT(picture, HasSubstr("moves skipped?"));
  const std::string none = imported(folder, lines(R"(,"skipped":0)", R"(,"skipped":0)"));
  EXPECT_THAT(output_of({"info", none}), HasSubstr("3 alpha, 0 beta; no skipped move recorded"));
}

// The list of passes named the first cutoff of a node, also if that was forward pruning, which cuts
// nothing off: "cut: no value".
TEST(Why, ForwardPruningIsNotTheCutOfAPass) {
  const ScratchFolder folder;
  const std::string pass =
      under_root(R"({"event":"enter","move":"c","side":"min","depth":1,"alpha":7,"beta":9}
{"event":"cutoff","kind":"forward","cause":"see","skipped_moves":["q"]}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":7,"beta":9}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":2,"alpha":7,"beta":9,"skipped":1}
{"event":"leave","value":2}
)",
                 "7");
  // Only several passes are listed.
  const std::string trace = imported(folder, pass + pass.substr(pass.find('\n') + 1));
  EXPECT_THAT(output_of({"why", trace, "/c"}), HasSubstr(": <= 2, cut: 2 <= alpha 7\n"));
  EXPECT_THAT(output_of({"why", trace, "/c/q"}),
              HasSubstr(": q was skipped at #5 (/c): forward pruning\n"));
}

// why compared the value of a node that the search was stopped in, which has none.
TEST(Why, ComparesNoValueWhereThereIsNone) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, under_root(R"({"event":"enter","move":"a","side":"min"}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"enter","move":"c","side":"min"}
{"event":"leave"}
)",
                                                        "4"));
  EXPECT_THAT(output_of({"why", trace, "/c"}),
              HasSubstr("it was searched: no value; its parent could not use it\n"));
}

// A line break in a text of the file broke tables and titles, so that a file could add lines of its
// own to an answer.
TEST(Tables, ShowALineBreakOfTheFileAsText) {
  const ScratchFolder folder;
  const std::string trace =
      imported(folder, R"({"event":"search","game":"mi\nne","algorithm":"al\ngo"}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"new\nline","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"leave","value":3,"best_move":"new\nline"}
)");
  EXPECT_THAT(output_of({"info", trace}), HasSubstr("3  new\\x0Aline"));
  EXPECT_THAT(output_of({"stats", trace}), HasSubstr("(al\\x0Ago), pass 1"));
  EXPECT_THAT(output_of({"compare", trace, trace}), HasSubstr("al\\x0Ago"));
  EXPECT_THAT(plytrace({"find", trace, "--moves", "san"}).err, HasSubstr("'mi\\x0Ane'"));
}

// The explorer gave a branching factor where events are missing, stats gave none.
TEST(StatsPanel, KnowsNoBranchingWhereEventsAreMissing) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, under_root(R"({"event":"enter","move":"a","side":"min"}
{"event":"leave","value":4,"kind":"horizon"}
)",
                                                        "4") +
                                                 "{\"event\":\"missing\",\"events\":5}\n");
  const auto stats = parse_json(output_of({"stats", trace, "--format", "json"}));
  const auto panel = parse_json(output_of({"explore", "--answer", "stats?node=1", trace}));
  EXPECT_EQ(stats["plies"][0]["branching"], nullptr);
  EXPECT_EQ(panel["plies"][0]["branching"], nullptr);
}

// info said "none yet" of a search that had ended.
TEST(Info, ASearchThatEndedHasNoValueLater) {
  const ScratchFolder folder;
  const std::string trace =
      imported(folder, "{\"event\":\"enter\",\"side\":\"max\"}\n{\"event\":\"leave\"}\n");
  EXPECT_THAT(output_of({"info", trace}), HasSubstr("value        none\n"));
}

}  // namespace
}  // namespace plytrace::test
