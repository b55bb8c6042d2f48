// SPDX-License-Identifier: MIT
//
// Covers the rules of viewer/verify/node and pass for habits of existing engines: illegal moves
// that are detected only after they were made, fail modes that are neither soft nor hard, nodes
// whose moves were all dropped.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

verify::VerifyReport judged_lines(const std::string& captured, const std::string& fields,
                                  const std::string& lines) {
  const ScratchFolder folder;
  const std::string events = folder / "events.ndjson";
  const std::string trace = folder / "trace.db";
  std::ofstream(events) << R"({"event":"search","game":"mine","perspective":"max","captured":)"
                        << captured << fields << "}\n"
                        << lines;
  const ProgramResult made = plytrace({"import", events, "-o", trace, "-q"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return judge(trace);
}

verify::VerifyReport judged(const std::string& fields, const std::string& lines) {
  return judged_lines(R"(["windows","bounds","cutoffs","roles","scores","probes","stores"])",
                      fields, lines);
}

// An engine with pseudo-legal moves enters each of them; the child then reports that it is illegal.
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

// If it is not reported as illegal, the value that the engine returns for it counts.
TEST(EnginesHabits, AMoveThatIsNotReportedAsIllegalCounts) {
  const auto report =
      judged("", with_illegal_moves(R"({"event":"leave","value":98,"kind":"terminal"})"
                                    "\n"));
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
}

// A random engine that reduces late moves and reports no depths was VERIFIED without a condition,
// although a full search of that depth gives another value.
TEST(EnginesHabits, ALeafBeforeTheDepthOfItsPassIsReducedWhereNodesTellNoDepths) {
  const auto judged_at = [](const std::string& depth) {
    return judged("", R"({"event":"pass","alpha":-99,"beta":99,"depth":)" + depth + R"(}
{"event":"enter","side":"max","alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","alpha":-99,"beta":99}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":5,"beta":99}
{"event":"leave","value":5,"legal":1}
{"event":"end_pass"}
{"event":"end_search","status":"finished","value":5,"lower":5,"upper":5}
)");
  };
  const auto reduced = static_cast<std::size_t>(verify::Assumption::kReduced);
  const auto whole = judged_at("1");
  EXPECT_EQ(whole.verdict, Verdict::kVerified) << outline(whole);
  EXPECT_EQ(whole.assumptions[reduced], 0U);
  const auto early = judged_at("2");
  EXPECT_EQ(early.verdict, Verdict::kVerified) << outline(early);
  EXPECT_EQ(early.assumptions[reduced], 1U);
}

// A node whose moves returned no value does not contradict the end of the game.
TEST(EnginesHabits, AnEndWhoseMovesHaveNoValueIsIncomplete) {
  const auto report = judged("", with_illegal_moves("{\"event\":\"leave\"}\n"));
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
}

// An engine that is fail-soft above the window and fail-hard below cannot declare either.
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

// Futility dropped all moves of a node whose best value began at minus infinity. The node returned
// that, and the parent cut with a mate, stored it, and claimed it (a real bug of a real engine).
// Without `value`, the dropped moves show only the end of the window.
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
  // The estimated value of the moves is an assumption like others, and the row names it.
  const auto told = judged("", all_dropped(R"(,"value":98)"));
  EXPECT_EQ(told.verdict, Verdict::kVerified) << outline(told);
  EXPECT_FALSE(told.unconditional);
}

// The cases below represent engines instrumented by their users. Their searches are sound, or wrong
// in the way that the name says.
std::string assumed(const verify::VerifyReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.assumptions.size(); ++i) {
    if (report.assumptions[i] == 0) continue;
    text += (text.empty() ? "" : " ") + std::string(word(static_cast<verify::Assumption>(i)));
  }
  return text;
}

constexpr const char* kUsual = R"(["usual","legal"])";

// The node returned the value of the entry, but the probe was reported as an ordering hint.
TEST(EnginesHabits, ALeafThatReturnsTheTablesValueIsNoEvidence) {
  const auto report = judged_lines(kUsual, "", R"({"event":"pass","depth":1,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":1,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"probe","key":2,"stored_depth":0,"bound":"exact","value":5,"used":"move"}
{"event":"leave","value":5}
{"event":"bound","alpha":5,"beta":99}
{"event":"leave","value":5,"legal":1}
{"event":"end_pass"}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":1}
)");
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
}

// The search stops inside quiescence: on the way out the child's 0 seems to cut, without a result.
std::string unwound(const std::string& store) {
  return R"({"event":"pass","depth":1,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":1,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":5,"beta":99}
{"event":"leave","value":5,"legal":1}
{"event":"end_pass"}
{"event":"pass","depth":2,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":2,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":1,"beta":99,"key":7}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":1,"beta":99}
{"event":"leave"}
{"event":"cutoff","kind":"alpha","value":0,"alpha":1,"beta":99}
)" + store +
         R"({"event":"leave"}
{"event":"leave"}
{"event":"end_pass","status":"time_limit"}
{"event":"end_search","status":"time_limit","value":5,"lower":5,"upper":5,"completed_depth":1}
)";
}

TEST(EnginesHabits, WhatANodeDidThatReturnedNothingIsNoFinding) {
  const auto report = judged_lines(kUsual, "", unwound(""));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(report.proven, (verify::Interval{5, 5})) << outline(report);
}

TEST(EnginesHabits, TheValueOfAStoppedSearchIsNoEntry) {
  const auto report = judged_lines(
      kUsual, "",
      unwound("{\"event\":\"store\",\"key\":7,\"depth\":1,\"bound\":\"exact\",\"value\":0}\n"));
  ASSERT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_EQ(report.findings.front().rule, verify::Rule::kStore);
  EXPECT_NE(report.findings.front().message.find("left without a value"), std::string::npos);
}

// negamax(-1, 1) for a game that is lost, drawn or won, with a lost root.
TEST(EnginesHabits, ALostRootAtTheEndOfItsWindowAsksForTheRange) {
  const std::string lines = R"({"event":"pass","alpha":-1,"beta":1}
{"event":"enter","side":"max","alpha":-1,"beta":1}
{"event":"enter","move":"a","side":"min","alpha":-1,"beta":1}
{"event":"enter","move":"x","side":"max","alpha":-1,"beta":1}
{"event":"leave","value":-1,"kind":"terminal"}
{"event":"cutoff","kind":"alpha","value":-1,"alpha":-1,"beta":1}
{"event":"leave","value":-1,"legal":2}
{"event":"leave","value":-1,"legal":1}
{"event":"end_pass"}
{"event":"end_search","value":-1,"lower":-1,"upper":-1}
)";
  const auto open = judged_lines(kUsual, "", lines);
  EXPECT_EQ(open.verdict, Verdict::kIncomplete) << outline(open);
  EXPECT_NE(open.reasons.front().find("declare score_min"), std::string::npos);
  const auto declared = judged_lines(kUsual, R"(,"score_min":-1,"score_max":1)", lines);
  EXPECT_EQ(declared.verdict, Verdict::kVerified) << outline(declared);
}

// A mate is taken from the table whatever the depth of its entry is.
TEST(EnginesHabits, AMateOfAShallowerSearchIsAnAssumption) {
  const auto lines = [](int value, int raw) {
    return fmt::format(R"({{"event":"pass","depth":3,"alpha":-99,"beta":99}}
{{"event":"enter","side":"max","depth":3,"alpha":-99,"beta":99,"key":1}}
{{"event":"enter","move":"a","side":"min","depth":1,"alpha":-99,"beta":99,"key":2}}
{{"event":"enter","move":"x","side":"max","depth":0,"alpha":-99,"beta":99}}
{{"event":"leave","value":{0},"kind":"horizon"}}
{{"event":"store","key":2,"depth":1,"bound":"exact","value":{0},"raw":{1}}}
{{"event":"leave","value":{0},"legal":1,"bound":"exact"}}
{{"event":"bound","alpha":{0},"beta":99}}
{{"event":"enter","move":"b","side":"min","depth":2,"alpha":{0},"beta":99,"key":2}}
{{"event":"probe","key":2,"depth":2,"stored_depth":1,"bound":"exact","value":{0},"raw":{1},"used":"answered"}}
{{"event":"leave","value":{0},"kind":"table"}}
{{"event":"leave","value":{0},"legal":2}}
{{"event":"end_pass"}}
{{"event":"end_search","value":{0},"lower":{0},"upper":{0},"completed_depth":3}}
)",
                       value, raw);
  };
  const auto mate = judged_lines(kUsual, "", lines(97, 98));
  EXPECT_EQ(mate.verdict, Verdict::kVerified) << outline(mate);
  EXPECT_NE(assumed(mate).find("mate_distance"), std::string::npos) << assumed(mate);
  const auto other = judged_lines(kUsual, "", lines(5, 5));
  ASSERT_EQ(other.verdict, Verdict::kRefuted) << outline(other);
  EXPECT_EQ(other.findings.front().rule, verify::Rule::kTableDepth);
}

// Razoring: quiescence took over two plies early, but depth 3 was claimed.
TEST(EnginesHabits, QuiescenceThatTakesOverEarlyIsAReduction) {
  const auto report = judged_lines(kUsual, "", R"({"event":"pass","depth":3,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":3,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":2,"alpha":-99,"beta":99}
{"event":"enter","role":"hand_over","side":"min","depth":0,"phase":"quiescence","alpha":-99,"beta":99}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"leave","value":7}
{"event":"bound","alpha":7,"beta":99}
{"event":"leave","value":7,"legal":1}
{"event":"end_pass"}
{"event":"end_search","value":7,"lower":7,"upper":7,"completed_depth":3}
)");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(assumed(report), "reduced");
}

// Iterations are numbered, but depth counts in fractions of a ply.
TEST(EnginesHabits, TheDepthOfAPassMayBeALabel) {
  const auto report = judged_lines(kUsual, "", R"({"event":"pass","depth":3,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":390,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":290,"alpha":-99,"beta":99}
{"event":"leave","value":7,"kind":"terminal"}
{"event":"bound","alpha":7,"beta":99}
{"event":"leave","value":7,"legal":1}
{"event":"end_pass"}
{"event":"end_search","value":7,"lower":7,"upper":7,"completed_depth":3}
)");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  ASSERT_EQ(report.warnings_total, 1U);
  EXPECT_EQ(report.warnings.front().rule, verify::Rule::kWarnPassDepth);
}

// A leaf of unknown kind that closed a null window may be exact or a bound.
TEST(EnginesHabits, WhatIsOpenForLackOfAKindRefutesNothing) {
  for (const std::string window : {R"("alpha":-3,"beta":-2)", R"("alpha":-2,"beta":-2)"}) {
    const auto report = judged_lines(kUsual, "",
                                     R"({"event":"pass","depth":1,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":1,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":-3}
{"event":"bound","alpha":-3,"beta":99}
{"event":"enter","move":"b","side":"min","depth":0,)" +
                                         window +
                                         R"(}
{"event":"leave","value":-2}
{"event":"bound","alpha":-2,"beta":99}
{"event":"leave","value":-2,"legal":2}
{"event":"end_pass"}
{"event":"end_search","value":-2,"lower":-2,"upper":-2,"completed_depth":1}
)");
    EXPECT_EQ(report.findings_total, 0U) << outline(report);
    EXPECT_FALSE(report.unconditional);
  }
}

// Null windows called directly, without passes and without depths. The page on events says to leave
// the depth out in a search to the end of the game, for which verify then said INCOMPLETE.
TEST(EnginesHabits, PassesToTheEndOfTheGameNeedNoDepth) {
  const auto judged = [](const std::string& kind) {
    const std::string leaf = R"({"event":"leave","value":5,)" + kind + R"("bound":)";
    return judged_lines(kUsual, "", R"({"event":"enter","side":"max","alpha":5,"beta":6}
{"event":"enter","move":"a","side":"min","alpha":5,"beta":6}
)" + leaf + R"("upper"}
{"event":"leave","value":5,"legal":1}
{"event":"enter","side":"max","alpha":4,"beta":5}
{"event":"enter","move":"a","side":"min","alpha":4,"beta":5}
)" + leaf + R"("lower"}
{"event":"cutoff","kind":"beta","value":5,"alpha":4,"beta":5}
{"event":"leave","value":5,"legal":1}
{"event":"end_search","value":5,"lower":5,"upper":5}
)");
  };
  const auto ends = judged(R"("kind":"terminal",)");
  EXPECT_EQ(ends.verdict, Verdict::kVerified) << outline(ends);
  // Leaves at the horizon may lie at different depths.
  for (const char* const kind : {R"("kind":"horizon",)", ""}) {
    const auto horizon = judged(kind);
    EXPECT_EQ(horizon.verdict, Verdict::kIncomplete) << outline(horizon);
    EXPECT_NE(outline(horizon).find("report the depth of each"), std::string::npos)
        << outline(horizon);
  }
}

// An entry without a depth, or with a depth only in the probe: the node that stored it shows less
// than what was required.
TEST(EnginesHabits, AnAnswerThatNothingShowsToBeDeepIsAReduction) {
  for (const std::string stored : {"", R"("stored_depth":1,)"}) {
    const auto report = judged_lines(R"(["usual","legal","keys"])", "",
                                     R"({"event":"pass","depth":1,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":1,"alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-99,"beta":99,"key":2}
{"event":"store","key":2,"bound":"exact","value":5}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":5,"beta":99}
{"event":"leave","value":5,"legal":1}
{"event":"end_pass"}
{"event":"pass","depth":2,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":2,"alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":-99,"beta":99,"key":2}
{"event":"probe","key":2,)" + stored +
                                         R"("bound":"exact","value":5,"used":"answered"}
{"event":"leave","value":5,"kind":"table"}
{"event":"bound","alpha":5,"beta":99}
{"event":"leave","value":5,"legal":1}
{"event":"end_pass"}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":2}
)");
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(assumed(report), "reduced") << stored;
    EXPECT_EQ(report.trusted_keys, 1U);
  }
}

// An engine that compares no depths was VERIFIED under assumptions, because its author left the
// depth out of the probe, as the example of the Python module did.
TEST(EnginesHabits, AProbeWithoutADepthAsksForThatOfItsNode) {
  const auto judged_with = [](const char* node, const char* probe) {
    return judged_lines(R"(["usual","legal","keys"])", "",
                        R"({"event":"pass","depth":1,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":1,"alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-99,"beta":99,"key":2}
{"event":"store","bound":"exact","value":5,"depth":0}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":5,"beta":99}
{"event":"leave","value":5,"legal":1}
{"event":"end_pass"}
{"event":"pass","depth":2,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":2,"alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"a","side":"min",)" +
                            std::string(node) + R"("alpha":-99,"beta":99,"key":2}
{"event":"probe",)" + probe +
                            R"("stored_depth":0,"bound":"exact","value":5,"used":"answered"}
{"event":"leave","value":5,"kind":"table"}
{"event":"bound","alpha":5,"beta":99}
{"event":"leave","value":5,"legal":1}
{"event":"end_pass"}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":2}
)");
  };
  const auto report = judged_with(R"("depth":1,)", "");
  EXPECT_EQ(blamed(report), "table_depth@4") << outline(report);
  // A probe that asks for less says so, and one of another position has another depth.
  for (const char* const probe : {R"("depth":0,)", R"("key":9,)"}) {
    EXPECT_EQ(blamed(judged_with(R"("depth":1,)", probe)), "") << probe;
  }
  // In quiescence any entry is deep enough.
  EXPECT_EQ(blamed(judged_with(R"("depth":1,"phase":"quiescence",)", "")), "");
}

// Entries often keep 16 bits of their key. If a key is not a hash, a part of it is another key.
TEST(EnginesHabits, APartOfAKeyIsNoOtherKey) {
  const auto judged_with = [](const std::string& key, const std::string& asked,
                              const std::string& entry_key) {
    return judged_lines(R"(["usual","legal","keys"])", "",
                        R"({"event":"pass","alpha":-99,"beta":99}
{"event":"enter","side":"max","alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"a","side":"min","alpha":-99,"beta":99,"key":)" +
                            key + R"(}
{"event":"store","bound":"exact","value":5}
{"event":"leave","value":5,"kind":"terminal"}
{"event":"bound","alpha":5,"beta":99}
{"event":"enter","move":"b","side":"min","alpha":5,"beta":99,"key":)" +
                            key + "}\n{\"event\":\"probe\"," + asked +
                            "\"stored_by\":2,\"entry_key\":" + entry_key +
                            R"(,"bound":"exact","value":5,"used":"answered"}
{"event":"leave","value":5,"kind":"table"}
{"event":"leave","value":5,"legal":2}
{"event":"end_pass"}
{"event":"end_search","value":5,"lower":5,"upper":5}
)");
  };
  const std::string key = "1311768467463790320";  // 0x123456789abcdef0
  for (const std::string& asked : {std::string(), "\"key\":" + key + ","}) {
    for (const std::string part : {"57072", "4660"}) {
      const auto report = judged_with(key, asked, part);
      EXPECT_EQ(report.verdict, Verdict::kVerified) << part << outline(report);
    }
    EXPECT_EQ(judged_with(key, asked, "4661").verdict, Verdict::kRefuted);
  }
  EXPECT_EQ(judged_with("11", "", "0").verdict, Verdict::kRefuted);
}

}  // namespace
}  // namespace plytrace::test
