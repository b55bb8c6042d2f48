// SPDX-License-Identifier: MIT
//
// Covers the captions of render and the sentences of report about unlike, partial and unfinished
// searches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "tests/viewer/commands/answer_support.h"
#include "tests/viewer/verify/verify_support.h"
#include "viewer/rules/child_process.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// The caption lines break at the width of the picture, so the description of the SVG is read.
std::string description(const ScratchFolder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), "render");
  words.insert(words.end(), {"--to", "svg", "-o", folder / "p.svg", "--force", "-q"});
  const ProgramResult drawn = plytrace(words);
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  return read_file(folder / "p.svg");
}

// Moves of a root that was not recorded, each in a pass of its own.
const char* const kRootLoop =
    R"({"event":"search","game":"mine","position":"p","depth":2,"captured":["windows","cutoffs"]}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"best_move":"x"}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"leave","value":7}
{"event":"end_search","value":7,"best_move":"b","lower":7,"upper":7,"pv":["b","x"]}
)";

// render --against said "no contradiction" of searches whose claims were not compared.
TEST(CaptionOfTwo, SaysWhichClaimsWereCompared) {
  const ScratchFolder folder;
  const std::string five = record(folder, "five", "connect4 -d 5");
  const std::string four = record(folder, "four", "connect4 -d 4");
  const std::string other = description(folder, {five, "--against", four});
  EXPECT_THAT(other, Not(HasSubstr("no contradiction")));
  EXPECT_THAT(other, HasSubstr("claims not compared: no two nodes with a known claim"));
  const std::string deep = record(folder, "deep", "chess -d 3");
  const std::string reduced =
      record(folder, "reduced", "chess -d 3 --quiescence --null-move 1 --lmr --extend check");
  EXPECT_THAT(description(folder, {deep, "--against", reduced}),
              HasSubstr("exclude each other, but rest on assumptions"));
}

// render --against drew two moves of a root that was not recorded as one node.
TEST(CaptionOfTwo, MovesOfARootThatWasNotRecordedAreRefusedAsByCompare) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, kRootLoop);
  for (const char* option : {"--against", "--beside"}) {
    const ProgramResult drawn = plytrace({"render", trace, option, trace, "-o", folder / "x.svg"});
    EXPECT_EQ(drawn.exit_code, 2) << drawn.out;
    EXPECT_THAT(drawn.err, HasSubstr("are moves of a root that was not recorded"));
  }
  const std::string one =
      description(folder, {trace, "--against", trace, "--pass", "1", "--pass-b", "1"});
  EXPECT_THAT(one, HasSubstr("no contradiction in 2 pairs of equal depth"));
  EXPECT_THAT(one, Not(HasSubstr(", ,")));  // the algorithm without a name
}

// The caption of a search without a game began with a colon or a comma.
TEST(CaptionOfASearch, WithoutAGameBeginsWithWhatIsKnown) {
  const ScratchFolder folder;
  const auto caption_of = [&](const std::string& depth, const std::string& value) {
    const std::string trace = imported(folder, "{\"event\":\"enter\",\"side\":\"max\"" + depth +
                                                   "}\n{\"event\":\"leave\"" + value + "}\n");
    const std::string picture = description(folder, {trace});
    EXPECT_THAT(picture, HasSubstr("pass 1; its only node shown\n"));
    EXPECT_THAT(description(folder, {trace, "--view", "icicle"}), HasSubstr("1 node: 1 has a box"));
    const std::size_t begin = picture.find("<desc>") + 6;
    return picture.substr(begin, picture.find('\n', begin + 1) - begin);
  };
  EXPECT_EQ(caption_of("", R"(,"value":3,"kind":"horizon")"), "value 3");
  EXPECT_EQ(caption_of(R"(,"depth":0)", R"(,"value":3,"kind":"horizon")"), "depth 0: value 3");
  EXPECT_EQ(caption_of("", ""), "no value (interrupted)");
  // A beamer frame needs a title that does not give the result away.
  const std::string frame = folder / "frame.tex";
  const std::string trace = folder / "imported.db";
  EXPECT_EQ(plytrace({"render", trace, "--steps", "-o", frame}).exit_code, 0);
  EXPECT_THAT(read_file(frame), HasSubstr("search 1"));
}

// The caption gave a bound as the value, and an empty window as a fail high.
TEST(CaptionOfASearch, GivesTheValueWithItsBound) {
  const ScratchFolder folder;
  const std::string full = record(folder, "full", "connect4 -d 5");
  const std::string part = record(folder, "part", "connect4 -d 5 --window 5,8");
  EXPECT_THAT(description(folder, {full, "--against", part}),
              HasSubstr("B: part.db, search 1, pass 1, alphabeta, depth 5, value \u2265 8"));
  const std::string empty = imported(folder, R"({"event":"search","game":"mine","position":"p"}
{"event":"enter","side":"max","depth":0,"alpha":1,"beta":1}
{"event":"leave","value":4,"kind":"terminal"}
{"event":"end_search","value":4}
)");
  EXPECT_THAT(description(folder, {empty}), HasSubstr("mine, depth 0: value 4"));
  EXPECT_THAT(output_of({"stats", empty}), Not(HasSubstr("high")));
}

// stats, with and without --pruned, gave a bound as the value of a pass.
TEST(ValueOfAPass, HasItsBound) {
  const ScratchFolder folder;
  const std::string tree = record(folder, "tree", "tree --position [[3,12],[2,4]] --window 0,2");
  EXPECT_THAT(output_of({"stats", tree}), HasSubstr("value >= 3, "));
  EXPECT_THAT(output_of({"stats", tree, "--pruned"}), HasSubstr("alphabeta: value >= 3\n"));
}

// The icicle of all passes of MTD(f) had the caption "value <= 27", the bound of its last pass.
TEST(CaptionOfASearch, GivesTheValueOfTheSearchUnlessAPassIsNamed) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "mtdf", "connect4 -d 5 -a mtdf");
  EXPECT_THAT(description(folder, {trace, "--view", "icicle"}),
              HasSubstr("depth 5, evaluator ways: value 27, best move c"));
  EXPECT_THAT(description(folder, {trace, "--view", "icicle", "--pass", "22"}),
              HasSubstr("depth 5, evaluator ways: value \u2264 27"));
}

// Nodes that a partial recording lacks were drawn as "not in B", "searched by one only".
TEST(CaptionOfTwo, APartialRecordingIsNotTakenForAllThatWasSearched) {
  const ScratchFolder folder;
  const std::string full = record(folder, "full", "connect4 -d 5");
  const std::string part = record(folder, "part", "connect4 -d 5 --max-ply 3");
  const std::string joined = description(folder, {full, "--against", part, "--legend"});
  EXPECT_THAT(joined, HasSubstr("161 recorded of 2,869 nodes"));
  EXPECT_THAT(joined, HasSubstr("161 recorded nodes in both, 2,708 only in A"));
  EXPECT_THAT(joined, HasSubstr("hatched: recorded by one only"));
  EXPECT_THAT(joined, HasSubstr("only A recorded it"));
  EXPECT_THAT(joined, HasSubstr("; not recorded in B"));
  EXPECT_THAT(joined, Not(HasSubstr("not in B")));
  EXPECT_THAT(joined, Not(HasSubstr("searched by neither")));
  EXPECT_THAT(description(folder, {full, "--beside", part}),
              HasSubstr("numbers of nodes are of the recorded ones"));
  EXPECT_THAT(description(folder, {part}),
              HasSubstr("2,708 nodes of the search were not recorded"));
}

// A report of two traces named a command that does not exist; one of a chosen search or pass named
// commands that ask about another.
TEST(ReportCommands, RunAndAskTheSame) {
  const ScratchFolder folder;
  const std::string one = folder / "it's one.db";
  const std::string two = record(folder, "two", "tictactoe -d 4 --iterative");
  for (const char* depth : {"3", "2"}) {
    ASSERT_EQ(plytrace({"search", "tictactoe", "-d", depth, "-o", one, "--append", "-q"}).exit_code,
              0);
  }
  const auto check = [&](const std::vector<std::string>& arguments, const std::string& compared) {
    const std::string page = report_page(folder, arguments);
    std::istringstream lines(page.substr(page.find("These commands show more:")));
    std::vector<std::string> commands;
    for (std::string line; std::getline(lines, line);) {
      const std::size_t at = line.find("plytrace ");
      if (at == 4) commands.push_back(line.substr(at + 9));
    }
    EXPECT_EQ(commands.size(), compared.empty() ? 3U : 6U) << page;
    for (const std::string& command : commands) {
      const ProgramResult result = plytrace(*rules::split_words(command), folder.path().string());
      EXPECT_LT(result.exit_code, 2) << command << result.err;
    }
    EXPECT_THAT(page, HasSubstr(compared));
  };
  check({one, "--search", "1"}, "");
  check({one, two, "--search", "1", "--pass-b", "3"},
        " --search-a 1 --pass-a 1 --search-b 1 --pass-b 3");
  EXPECT_THAT(report_page(folder, {one, "--search", "1"}),
              HasSubstr("one.db' --search 1 -o tree.svg"));
}

// report said "It pruned nothing" of a search with 418 cutoffs, of which no node was recorded.
TEST(Report, DoesNotDenyCutoffsThatWereNotRecorded) {
  const ScratchFolder folder;
  const std::string page =
      report_page(folder, {record(folder, "run", "connect4 -d 5 --max-nodes 1")});
  EXPECT_THAT(page, Not(HasSubstr("pruned nothing")));
  EXPECT_THAT(page,
              HasSubstr("Whether it pruned is not known: 2,868 nodes of it were not recorded"));
}

// stats gave the ranks of 19 cutoffs beside the shares of 112, without saying so.
TEST(Stats, SaysOfHowManyCutoffsTheRanksAre) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "run", "connect4 -d 5 --max-ply 3");
  const std::string words = "(of 19 of the 112 cutoffs by a move, as their moves were recorded)";
  EXPECT_THAT(report_page(folder, {trace}), HasSubstr("4: 6 " + words));
  EXPECT_THAT(output_of({"stats", trace}), HasSubstr("mean 2.53 (of 19 of the 112"));
  EXPECT_THAT(output_of({"stats", record(folder, "full", "connect4 -d 5")}),
              Not(HasSubstr("as their moves")));
}

// The headline of a search that was stopped after a finished pass did not say so.
TEST(Report, SaysInItsHeadlineThatASearchWasNotFinished) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "run", "connect4 -d 8 --iterative --node-limit 3000");
  const std::string headline = "visiting 3,000 nodes in 6 passes; it was not finished.";
  EXPECT_THAT(report_page(folder, {trace}), HasSubstr(headline));
  EXPECT_THAT(report_page(folder, {trace, "--pass", "5"}), Not(HasSubstr("it was not finished.")));
  const std::string whole = record(folder, "whole", "connect4 -d 5 --iterative");
  EXPECT_THAT(report_page(folder, {whole, trace}), HasSubstr(" B was not finished. "));
}

// report gave the line and the depth of the whole search beside the result of one pass, and the
// reverse.
TEST(Report, ANamedPassIsNotTheSearch) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, kRootLoop);
  const std::string pass = report_page(folder, {trace, "--pass", "1"});
  EXPECT_THAT(pass, HasSubstr("> The search found value 3 and best move x at depth 1"));
  EXPECT_THAT(pass, HasSubstr("| principal variation | none reported for this pass |"));
  // The time is that of the whole search.
  EXPECT_THAT(pass, HasSubstr(" (all passes) |"));
  const std::string whole = report_page(folder, {trace});
  EXPECT_THAT(whole, Not(HasSubstr("(all passes)")));
  EXPECT_THAT(whole, HasSubstr("> The search found value 7 and best move b at depth 2, visiting 4 "
                               "nodes in 2 passes."));
  EXPECT_THAT(whole, HasSubstr("| principal variation | b, x |"));
}

// compare said "value the same" of 27 and of a bound of 27, where report said "They DIFFER".
TEST(Compare, ABoundIsNotTheSameValue) {
  const ScratchFolder folder;
  const std::string full = record(folder, "full", "connect4 -d 5");
  const std::string bound = record(folder, "bound", "connect4 -d 5 --window 5,27");
  const ProgramResult result = plytrace({"compare", full, bound});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("value      DIFFERENT: exactly 27 in A, at least 27 in B\n"));
  EXPECT_THAT(report_page(folder, {full, bound}), HasSubstr("They DIFFER: A found value 27"));
}

// report said "They DIFFER: A found value 3, B found value 3" where one claims nothing.
TEST(Report, AValueWithoutAClaimIsNotAnother) {
  const ScratchFolder folder, other;
  const auto events = [](const std::string& windows) {
    return R"({"event":"search","game":"mine","position":"p","depth":1}
{"event":"enter","side":"max","depth":1)" +
           windows + R"(}
{"event":"enter","move":"a","side":"min","depth":0}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"best_move":"a"}
{"event":"end_search","value":3,"best_move":"a"}
)";
  };
  const std::string page = report_page(
      folder,
      {imported(folder, events(R"(,"alpha":"-inf","beta":"+inf")")), imported(other, events(""))});
  EXPECT_THAT(page, HasSubstr("> Both found value 3 and best move a."));
}

// `baseline check` printed both lists of options where one option differs.
TEST(BaselineCheck, NamesTheOptionThatDiffers) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "run", "tictactoe -d 3");
  ASSERT_EQ(plytrace({"baseline", "save", folder / "base", trace, "-q"}).exit_code, 0);
  std::filesystem::remove(trace);
  record(folder, "run", "tictactoe -d 3 --order reverse");
  const std::string said = output_of({"baseline", "check", folder / "base", trace});
  EXPECT_THAT(said, HasSubstr("option order \"reverse\" instead of \"natural\""));
  EXPECT_THAT(said, Not(HasSubstr("options {")));
}

}  // namespace
}  // namespace plytrace::test
