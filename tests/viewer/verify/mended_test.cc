// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/report/mended*.cc, the combined effect of findings: "of N findings none
// changed the root" was reported for bugs that turn 18 into 10, because each finding was tried
// alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viewer/verify/engine_lines.h"
#include "tests/viewer/verify/verify_support.h"
#include "viewer/verify/report/mended_words.h"

namespace plytrace::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using verify::Effect;
using verify::Interval;

const char* const kMendedTree =
    R"({"event":"search","game":"tree","position":"[[5,5],3]","evaluator":"scores",)"
    R"("captured":["windows","bounds","cutoffs","roles","scores","legal"]})";

// Both leaves of the first move are worth 5, but say 1.
std::string two_wrong_leaves() {
  return std::string(kMendedTree) + R"(
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"1","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"1","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"bound","alpha":"-inf","beta":1}
{"event":"enter","move":"2","side":"max","alpha":"-inf","beta":1}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"leave","value":1,"bound":"exact","best_move":"1","legal":2}
{"event":"bound","alpha":1,"beta":"+inf"}
{"event":"enter","move":"2","side":"min","alpha":1,"beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"bound":"exact","best_move":"2","legal":2}
{"event":"end_search","value":3,"lower":3,"upper":3,"best_move":"2"}
)";
}

TEST(Mended, TwoWrongLeavesChangeTheRootTogether) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(imported(folder, two_wrong_leaves()));
  ASSERT_EQ(blamed(report), "leaf_score@3 leaf_score@4");
  ASSERT_EQ(report.mended.size(), 1U);
  EXPECT_EQ(report.mended[0].effect, Effect::kRoot);
  EXPECT_EQ(report.mended[0].root, (Interval{5, 5}));
  EXPECT_EQ(report.mended[0].claimed, (Interval{3, 3}));
  for (const verify::Finding& finding : report.findings) {
    EXPECT_EQ(finding.effect, Effect::kTogether);
    EXPECT_THAT(finding.chain, ElementsAre(finding.node));
  }
  EXPECT_THAT(verify::effect_words(report),
              ElementsAre("with both findings mended the root would be 5 instead of 3; both lie at "
                          "MAX nodes, at ply 2, at terminal nodes",
                          "of 2 findings no single one changes the root"));
  const auto json = parse_json(
      plytrace({"verify", folder / "imported.db", "--format", "json"}).out)["results"][0];
  EXPECT_EQ(json["mended"][0]["rule"], nullptr);
  EXPECT_EQ(json["mended"][0]["findings"], 2);
  EXPECT_EQ(json["mended"][0]["root"]["lower"], 5);
  EXPECT_EQ(json["mended"][0]["instead_of"]["upper"], 3);
  EXPECT_EQ(json["mended"][0]["in_common"]["ply"], "2");
  EXPECT_EQ(json["findings"][0]["effect"], "together");
}

// A bug in the evaluator: every leaf is one too high, and so is the root.
TEST(Mended, ASystematicBugOfAllLeaves) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "mm", "tree -a minimax --position [[3,12,8],[2,4,6],[14,5,2]]");
  const verify::VerifyReport report = judge(
      altered(folder, trace,
              "UPDATE node SET value = value + 1, score = NULL; DELETE FROM digest;"
              "UPDATE pass SET value = 4; UPDATE search SET value = 4, lower = 4, upper = 4"));
  EXPECT_EQ(report.findings_total, 9U) << outline(report);
  ASSERT_FALSE(report.mended.empty());
  EXPECT_EQ(report.mended[0].effect, Effect::kRoot);
  EXPECT_EQ(report.mended[0].root, (Interval{3, 3}));
  EXPECT_EQ(report.mended[0].claimed, (Interval{4, 4}));
}

// The first move is worth 2 but says 10; the second was cut at 3, which is only a bound.
TEST(Mended, WhatWasSkippedLeavesAnInterval) {
  const ScratchFolder folder;
  const std::string lines =
      R"({"event":"search","game":"tree","position":"[2,[3,1]]","evaluator":"scores",)"
      R"("captured":["windows","bounds","cutoffs","skipped","roles","scores","legal"]})"
      R"(
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"1","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":10,"kind":"terminal"}
{"event":"bound","alpha":10,"beta":"+inf"}
{"event":"enter","move":"2","side":"min","alpha":10,"beta":"+inf"}
{"event":"enter","move":"1","side":"max","alpha":10,"beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"cutoff","kind":"alpha","value":3,"alpha":10,"beta":"+inf","skipped":1,"skipped_moves":["2"]}
{"event":"leave","value":3,"best_move":"1","legal":2}
{"event":"leave","value":10,"best_move":"1","legal":2}
{"event":"end_search","value":10,"lower":10,"upper":10,"best_move":"1"}
)";
  const verify::VerifyReport report = judge(imported(folder, lines));
  ASSERT_EQ(blamed(report), "leaf_score@2") << outline(report);
  ASSERT_EQ(report.mended.size(), 1U);
  EXPECT_EQ(report.mended[0].root, (Interval{2, 3}));
  EXPECT_THAT(verify::effect_words(report),
              ElementsAre("with this finding mended the root would be between 2 and 3 instead of "
                          "10"));
}

// "the root would be at least -inf instead of at least 670 and at most -17".
TEST(Mended, AnUnknownRootIsCalledUnknown) {
  verify::MendedRoot mended;
  mended.findings = 1;
  mended.effect = Effect::kRoot;
  mended.root = {-kInfinity, kInfinity};
  mended.claimed = {670, -17};
  verify::VerifyReport report;
  report.findings_total = 1;
  report.mended.push_back(mended);
  EXPECT_THAT(verify::effect_words(report),
              testing::Contains(
                  HasSubstr("with this finding mended the value of the root would be unknown")));
}

// A corrected entry of another position still counted against the node that used it: "the root
// would still be 6".
TEST(Mended, AnEntryOfAnotherPositionSaysNothing) {
  const auto judged = [](int value) {
    const std::string at_min = enter_line("a", "min", 2, -99, 99, ",\"key\":7") +
                               leaf_lines("x", "max", 1, -99, 99, value) + bound_line(-99, value) +
                               R"({"event":"store","depth":2,"bound":"exact","value":)" +
                               std::to_string(value) + "}\n" + leave_line(value, ",\"legal\":1") +
                               bound_line(value, 99);
    const std::string at_max =
        enter_line("b", "min", 2, value, 99, ",\"key\":8") +
        enter_line("y", "max", 1, value, 99, ",\"key\":7") +
        R"({"event":"probe","depth":1,"stored_depth":2,"bound":"exact","used":"answered","value":)" +
        std::to_string(value) + "}\n" + leave_line(value, ",\"kind\":\"table\"") +
        cutoff_line("alpha", "child", value, value, 99, ",\"skipped\":1") +
        leave_line(value, ",\"legal\":2");
    return judged_engine(search_line() + root_line(3, -99, 99) + at_min + at_max +
                         leave_line(value, ",\"legal\":2") + end_line(",\"value\":6"));
  };
  const verify::VerifyReport report = judged(6);
  ASSERT_EQ(blamed(report), "table_position@5") << outline(report);
  EXPECT_THAT(
      verify::effect_words(report),
      ElementsAre("with this finding mended the root would be at least 6, which need not be 6"));
}

// A leaf that cannot be chosen, whatever it is worth.
TEST(Mended, WhatChangesNothingIsReportedAsThat) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "mm", "tree -a minimax --position [[3,12],[2,4],[14,5]]");
  const verify::VerifyReport report =
      judge(altered(folder, trace, "UPDATE node SET value = 13, score = NULL WHERE id IN (4, 9)"));
  ASSERT_EQ(report.findings_total, 2U) << outline(report);
  ASSERT_FALSE(report.mended.empty());
  EXPECT_EQ(report.mended[0].effect, Effect::kNone);
  EXPECT_THAT(verify::effect_words(report)[0],
              HasSubstr("with both findings mended the root would still be 5"));
  for (const verify::Finding& finding : report.findings) EXPECT_EQ(finding.effect, Effect::kNone);
}

// MAX moves twice in a row, and there the engine goes wrong.
TEST(Mended, SaysThatOneSideMovesTwiceThere) {
  const ScratchFolder folder;
  const std::string head =
      R"({"event":"search","game":"mine","fail":"soft",)"
      R"("captured":["windows","bounds","cutoffs","skipped","roles","scores","legal"]})";
  std::string lines = head + R"(
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
)";
  for (const char* move : {"a", "b"}) {
    lines += std::string(R"({"event":"enter","move":")") + move +
             R"(","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"enter","move":"y","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":7,"kind":"terminal"}
{"event":"leave","value":1,"legal":2}
)";
  }
  lines += R"({"event":"leave","value":1,"legal":2}
{"event":"end_search","value":1,"lower":1,"upper":1}
)";
  const verify::VerifyReport report = judge(imported(folder, lines));
  ASSERT_EQ(blamed(report), "value@2 value@5") << outline(report);
  EXPECT_EQ(report.mended[0].root, (Interval{7, 7}));
  EXPECT_THAT(
      verify::effect_words(report)[0],
      HasSubstr("with both findings mended the root would be 7 instead of 1; both lie at MAX "
                "nodes, where one side moves twice, at ply 1, at interior nodes"));
}

const char* const kWholeLists = "\"usual\",\"legal\",\"skipped\"";

// The words about a search with one finding. Alone it has the effect that all have together.
std::vector<std::string> words_of_one(const std::string& lines, const std::string& finding) {
  const verify::VerifyReport report = judged_engine(lines);
  EXPECT_EQ(blamed(report), finding) << outline(report);
  if (report.findings.size() != 1 || report.mended.size() != 1) return {};
  EXPECT_EQ(report.findings[0].effect, report.mended[0].effect);
  return verify::effect_words(report);
}

// A root with the moves a and b, searched in turn.
std::string two_moves(const std::string& a, const std::string& between, const std::string& b,
                      int value, const std::string& more = ",\"legal\":2",
                      const std::string& search = "") {
  return search_line(search, kWholeLists) + root_line(3, -99, 99) + a + between + b +
         leave_line(value, more) +
         end_line(fmt::format(",\"value\":{0},\"lower\":{0},\"upper\":{0}", value));
}

// A node of two leaves for MIN to move.
std::string min_node(const std::string& move, int alpha, int beta, int first, int second,
                     int value) {
  return enter_line(move, "min", 2, alpha, beta) + leaf_lines("x", "max", 1, alpha, beta, first) +
         bound_line(alpha, first) + leaf_lines("y", "max", 1, alpha, first, second) +
         leave_line(value, ",\"legal\":2");
}

// The effect of a single finding came from another computation: of one finding it was "none", and
// all findings together, the same one, "may change the root".
TEST(Mended, OneFindingHasOneEffect) {
  EXPECT_THAT(words_of_one(two_moves(min_node("a", -99, 99, 7, 8, 4), bound_line(4, 99),
                                     leaf_lines("b", "min", 2, 4, 99, 5), 5),
                           "value@2"),
              ElementsAre("with this finding mended the root would be 7 instead of 5"));
}

// A wrong pointer was mended as if the value of its node were unknown.
TEST(Mended, AWrongBestMoveChangesNoValue) {
  EXPECT_THAT(words_of_one(two_moves(leaf_lines("a", "min", 2, -99, 99, 3), bound_line(3, 99),
                                     leaf_lines("b", "min", 2, 3, 99, 5), 5,
                                     ",\"legal\":2,\"best_move\":\"a\""),
                           "best@1"),
              ElementsAre("with this finding mended the root would still be 5"));
}

// A wrong bound changes what was searched below it only if it cut something off.
TEST(Mended, AWrongBoundMattersOnlyWhereItCut) {
  const std::string first = leaf_lines("a", "min", 2, -99, 99, 3);
  EXPECT_THAT(
      words_of_one(two_moves(first, bound_line(4, 99), leaf_lines("b", "min", 2, 4, 99, 5), 5),
                   "update@1"),
      ElementsAre("with this finding mended the root would still be 5"));
  const std::string cut = enter_line("b", "min", 2, 6, 99) + leaf_lines("x", "max", 1, 6, 99, 5) +
                          cutoff_line("alpha", "child", 5, 6, 99, ",\"skipped\":1") +
                          leave_line(5, ",\"legal\":2");
  EXPECT_THAT(words_of_one(two_moves(first, bound_line(6, 99), cut, 5), "update@1"),
              ElementsAre("with this finding mended the root would be between 3 and 5, which need "
                          "not be 5"));
}

// One move too many was mended as if one were missing.
TEST(Mended, AListOfMovesMayBeTooLongOrTooShort) {
  const auto counted = [](int legal) {
    return words_of_one(
        two_moves(leaf_lines("a", "min", 2, -99, 99, 3), bound_line(3, 99),
                  leaf_lines("b", "min", 2, 3, 99, 5), 5, fmt::format(",\"legal\":{}", legal)),
        "count@1");
  };
  EXPECT_THAT(counted(1), ElementsAre("with this finding mended the root would be at most 5, which "
                                      "need not be 5"));
  EXPECT_THAT(counted(3), ElementsAre("with this finding mended the root would be at least 5, "
                                      "which need not be 5"));
}

// A move that is none raised the root from 5 to 9.
TEST(Mended, AMoveThatIsNoneIsRemoved) {
  const auto words = [](int legal) {
    const ScratchFolder folder;
    std::string lines =
        R"({"event":"search","game":"tree","position":"[3,5]","evaluator":"scores",)"
        R"("captured":["usual","legal"]})"
        "\n" +
        root_line(1, -99, 99);
    int alpha = -99;
    for (const auto& [move, value] : {std::pair("1", 3), std::pair("2", 5), std::pair("7", 9)}) {
      lines += enter_line(move, "min", 0, alpha, 99) + leave_line(value, ",\"kind\":\"terminal\"") +
               bound_line(value, 99);
      alpha = value;
    }
    lines += leave_line(9, fmt::format(",\"legal\":{}", legal)) +
             end_line(",\"value\":9,\"lower\":9,\"upper\":9");
    const verify::VerifyReport report = judge(imported(folder, lines));
    return blamed(report) + ": " + verify::effect_words(report)[0];
  };
  EXPECT_EQ(
      words(3),
      "illegal_move@4: with this finding mended the root would be at least 5, which need not be 9");
  EXPECT_EQ(words(2),
            "illegal_move@4 count@1: with both findings mended the root would be 5 instead of 9");
}

// Moves searched after a cutoff counted as if there had been no cutoff.
TEST(Mended, AMoveAfterACutoffLeavesTheNodeOpen) {
  const std::string late = enter_line("b", "min", 2, 5, 99) + leaf_lines("x", "max", 1, 5, 99, 4) +
                           cutoff_line("alpha", "child", 4, 5, 99, ",\"skipped\":0") +
                           leaf_lines("y", "max", 1, 5, 99, 1) + leave_line(1, ",\"legal\":2");
  EXPECT_THAT(
      words_of_one(two_moves(leaf_lines("a", "min", 2, -99, 99, 5), bound_line(5, 99), late, 5),
                   "after_cutoff@5"),
      ElementsAre("with this finding mended the root would still be 5"));
}

// A move whose search was stopped was ignored, although it may be better than all others.
TEST(Mended, AStoppedMoveMayBeBetter) {
  EXPECT_THAT(
      words_of_one(two_moves(min_node("a", -99, 99, 7, 1, 6), bound_line(6, 99),
                             enter_line("b", "min", 2, 6, 99) + "{\"event\":\"leave\"}\n", 6),
                   "value@2"),
      ElementsAre("with this finding mended the root would be at least 1, which need not "
                  "be 6"));
}

// In a fail-hard search the end of a window was taken for an exact value.
TEST(Mended, AFailHardRootReturnsAnEndOfItsWindow) {
  const auto words = [](int value, int returned) {
    return words_of_one(search_line(",\"fail\":\"hard\"", kWholeLists) + root_line(1, 2, 5) +
                            leaf_lines("a", "min", 0, 2, 5, value) +
                            leave_line(returned, ",\"legal\":1") +
                            end_line(fmt::format(",\"value\":{}", returned)),
                        "value@1");
  };
  EXPECT_THAT(words(9, 4), ElementsAre("with this finding mended the root would be at least 5 "
                                       "instead of 4"));
  EXPECT_THAT(words(1, 3), ElementsAre("with this finding mended the root would be at most 2 "
                                       "instead of 3"));
}

// The moves of a root that was not recorded were taken for passes of one root.
TEST(Mended, TheRootsOfALoopAreMovesOfOneNode) {
  const auto pass = [](const std::string& node) {
    return "{\"event\":\"pass\",\"depth\":3}\n" + node + "{\"event\":\"end_pass\"}\n";
  };
  EXPECT_THAT(words_of_one(search_line("", kWholeLists) + pass(min_node("a", -99, 99, 7, 6, 3)) +
                               pass(min_node("b", -99, 99, 8, 5, 5)) +
                               end_line(",\"value\":5,\"lower\":5,\"upper\":5"),
                           "value@1"),
              ElementsAre("with this finding mended the root would be 6 instead of 5"));
}

// A table entry whose store was not recorded was taken to be free of what the finding changed.
TEST(Mended, AnEntryOfUnknownOriginMayHoldTheWrongValue) {
  const std::string rest =
      root_line(3, -99, 99) + min_node("a", -99, 99, 2, 3, 1) + bound_line(1, 99) +
      leaf_lines("b", "min", 2, 1, 99, 5) + bound_line(5, 99) + enter_line("c", "min", 2, 5, 99) +
      R"({"event":"probe","depth":2,"stored_depth":2,"bound":"exact","used":"answered","value":3})" +
      "\n" + leave_line(3, ",\"kind\":\"table\"") + leave_line(5, ",\"legal\":3") +
      end_line(",\"value\":5,\"lower\":5,\"upper\":5");
  const std::string kinds = R"("windows","bounds","cutoffs","roles","scores","legal","probes")";
  EXPECT_THAT(words_of_one(search_line("", kinds) + rest, "value@2"),
              ElementsAre("with this finding mended the root may be another value than 5"));
  EXPECT_THAT(words_of_one(search_line("", kinds + ",\"stores\"") + rest, "value@2"),
              ElementsAre("with this finding mended the root would still be 5"));
}

// A root without a claim "would still be anything".
TEST(Mended, ARootWithoutAClaimKeepsNone) {
  verify::VerifyReport report;
  report.findings_total = 1;
  report.mended.emplace_back();
  report.mended[0].findings = 1;
  report.mended[0].effect = Effect::kNone;
  EXPECT_THAT(verify::effect_words(report),
              ElementsAre("with this finding mended no claim about the root changes, because there "
                          "is none"));
}

}  // namespace
}  // namespace plytrace::test
