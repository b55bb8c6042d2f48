// SPDX-License-Identifier: MIT
//
// Habits of engines that nobody wrote for a recorder: illegal moves that are only seen after they
// were made, ways of failing that are neither soft nor hard, nodes whose moves were all dropped.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

verify::VerifyReport judged(const std::string& fields, const std::string& lines) {
  const ScratchFolder folder;
  const std::string events = folder / "events.ndjson";
  const std::string trace = folder / "trace.db";
  std::ofstream(events)
      << R"({"event":"search","game":"mine","captured":["windows","bounds","cutoffs","roles",)"
      << R"("scores","probes","stores"])" << fields << "}\n"
      << lines;
  const ProgramResult made = plytrace({"import", events, "-o", trace, "-q"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return judge(trace);
}

// An engine of pseudo-legal moves enters each, and the child says that the king could be taken.
std::string with_illegal_moves(const std::string& illegal) {
  return R"({"event":"pass","depth":2,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":2,"alpha":-99,"beta":99}
{"event":"enter","move":"pinned","side":"min","depth":1,"alpha":-99,"beta":99}
)" + illegal +
         R"({"event":"enter","move":"good","side":"min","depth":1,"alpha":-99,"beta":99}
{"event":"enter","move":"also pinned","side":"max","depth":0,"alpha":-99,"beta":99}
)" + illegal +
         R"({"event":"leave","value":50,"kind":"terminal"}
{"event":"bound","alpha":50,"beta":99}
{"event":"leave","value":50,"legal":1}
{"event":"end_pass"}
{"event":"end_search","status":"finished","value":50,"lower":50,"upper":50}
)";
}

TEST(EnginesHabits, AnIllegalMoveCountsForNothing) {
  for (const std::string value : {"", R"(,"value":31000)"}) {
    const auto report =
        judged("", with_illegal_moves(R"({"event":"leave","kind":"illegal")" + value + "}\n"));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(report.proven, (verify::Interval{50, 50}));
  }
}

// What the engine returns in its place is no value of a move.
TEST(EnginesHabits, AMoveThatIsNotToldToBeIllegalCounts) {
  const auto report =
      judged("", with_illegal_moves(R"({"event":"leave","value":98,"kind":"terminal"})"
                                    "\n"));
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
}

// A node whose moves returned nothing is no contradiction to the end of the game.
TEST(EnginesHabits, AnEndWhoseMovesHaveNoValueIsIncomplete) {
  const auto report = judged("", with_illegal_moves("{\"event\":\"leave\"}\n"));
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
}

// Soft above the window, hard below: what its author declares is wrong either way.
TEST(EnginesHabits, AWayOfFailingThatIsNeitherSoftNorHardIsNamed) {
  const std::string lines = R"({"event":"pass","depth":1,"alpha":4,"beta":6}
{"event":"enter","side":"max","depth":1,"alpha":4,"beta":6}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":4,"beta":6}
{"event":"leave","value":9,"kind":"terminal"}
{"event":"cutoff","kind":"beta","value":9,"alpha":4,"beta":6}
{"event":"leave","value":9}
{"event":"end_pass"}
{"event":"pass","depth":1,"alpha":10,"beta":12}
{"event":"enter","side":"max","depth":1,"alpha":10,"beta":12}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":10,"beta":12}
{"event":"leave","value":9,"kind":"terminal"}
{"event":"leave","value":10,"legal":1}
{"event":"end_pass"}
{"event":"end_search","status":"finished","lower":9,"upper":10}
)";
  const auto is_said = [](const verify::VerifyReport& report) {
    return std::any_of(report.hints.begin(), report.hints.end(), [](const std::string& hint) {
      return hint.find("if fail is not declared") != std::string::npos;
    });
  };
  for (const std::string fail : {"soft", "hard"}) {
    const auto report = judged(R"(,"fail":")" + fail + "\"", lines);
    EXPECT_EQ(report.verdict, Verdict::kRefuted) << fail << outline(report);
    EXPECT_TRUE(is_said(report)) << fail << outline(report);
  }
  const auto report = judged("", lines);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// Futility dropped all moves of a node, whose best value had begun at minus infinity: it returned
// that, the parent cut with a mate, stored it, and claimed it (a real bug of a real engine).
// Without `value`, what was dropped shows no more than the end of the window.
std::string all_dropped(const std::string& value) {
  return R"({"event":"pass","depth":2,"alpha":-99,"beta":50}
{"event":"enter","side":"max","depth":2,"alpha":-99,"beta":50}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":-99,"beta":50}
{"event":"leave","value":5,"kind":"terminal"}
{"event":"bound","alpha":5,"beta":50}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":5,"beta":50}
{"event":"cutoff","kind":"forward","cause":"futility","skipped":3)" +
         value + R"(,"alpha":5,"beta":50}
{"event":"leave","value":98,"bound":"lower","kind":"interior"}
{"event":"cutoff","kind":"beta","value":98,"alpha":5,"beta":50}
{"event":"leave","value":98}
{"event":"end_pass"}
{"event":"end_search","status":"finished","lower":98}
)";
}

TEST(EnginesHabits, WhatWasDroppedWithoutAValueProvesTheWindowOnly) {
  const auto mate = judged("", all_dropped(""));
  EXPECT_NE(mate.verdict, Verdict::kVerified) << outline(mate);
  EXPECT_EQ(mate.findings_total, 0U) << outline(mate);
  // With what they were held for, it is an assumption like others, and one that the row names.
  const auto told = judged("", all_dropped(R"(,"value":98)"));
  EXPECT_EQ(told.verdict, Verdict::kVerified) << outline(told);
  EXPECT_FALSE(told.unconditional);
}

}  // namespace
}  // namespace plytrace::test
