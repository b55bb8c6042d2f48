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

}  // namespace
}  // namespace plytrace::test
