// SPDX-License-Identifier: MIT
//
// Covers verify on searches reported as event lines: habits of engines that plytrace's own searches
// do not have.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

constexpr const char* kCaptured =
    R"("captured":["windows","bounds","cutoffs","roles","scores","probes","stores"])";

// The report on these lines, after the line of a search of "mine" with further fields such as
// `"depth":2`.
verify::VerifyReport judge_lines(const std::string& fields, const std::string& lines) {
  const ScratchFolder folder;
  return judge(imported(folder, std::string(R"({"event":"search","game":"mine",)") + kCaptured +
                                    (fields.empty() ? "" : ",") + fields + "}\n" + lines));
}

// A table bound narrows the window before quiescence takes over: both proofs hold together.
TEST(ForeignEvents, ANarrowedNodeMayHandOver) {
  const verify::VerifyReport report = judge_lines(R"("fail":"hard")",
                                                  R"({"event":"pass","depth":0,"alpha":5,"beta":6}
{"event":"enter","side":"max","depth":0,"alpha":5,"beta":6}
{"event":"enter","role":"hand_over","side":"max","depth":0,"phase":"quiescence","alpha":5,"beta":6}
{"event":"enter","move":"x","side":"min","depth":0,"phase":"quiescence","alpha":5,"beta":6}
{"event":"leave","value":6,"score":6,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":6,"alpha":5,"beta":6}
{"event":"leave","value":6,"score":3}
{"event":"store","key":1,"depth":0,"bound":"lower","value":6}
{"event":"leave","value":6}
{"event":"end_pass"}
{"event":"pass","depth":0,"alpha":2,"beta":13}
{"event":"enter","side":"max","depth":0,"alpha":2,"beta":13}
{"event":"probe","key":1,"depth":0,"stored_depth":0,"bound":"lower","value":6,"used":"narrowed"}
{"event":"bound","alpha":6,"beta":13,"cause":"table"}
{"event":"enter","role":"hand_over","side":"max","depth":0,"phase":"quiescence","alpha":6,"beta":13}
{"event":"enter","move":"x","side":"min","depth":0,"phase":"quiescence","alpha":6,"beta":13}
{"event":"cutoff","kind":"alpha","cause":"stand_pat","value":6,"alpha":6,"beta":13}
{"event":"leave","value":6,"score":6}
{"event":"leave","value":6,"score":3}
{"event":"leave","value":6}
{"event":"end_pass"}
)");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  ASSERT_TRUE(report.proven.has_value());
  EXPECT_EQ(*report.proven, (verify::Interval{6, 6}));
}

// Mate distance pruning narrows the window, and quiescence returns a value below that bound.
TEST(ForeignEvents, AMateDistanceNarrowsBeforeAHandOver) {
  const verify::VerifyReport report =
      judge_lines("", R"({"event":"enter","side":"min","depth":1,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"max","depth":0,"alpha":-99,"beta":99}
{"event":"bound","alpha":-97,"beta":96,"cause":"mate_distance"}
{"event":"enter","role":"hand_over","side":"max","depth":0,"phase":"quiescence","alpha":-97,"beta":96}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"leave","value":7}
{"event":"bound","alpha":-99,"beta":7}
{"event":"leave","value":7}
{"event":"end_search","value":7,"lower":7,"upper":7}
)");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(*report.proven, (verify::Interval{7, 7}));
}

// An engine that cuts only on > continues when alpha equals beta, and passes that empty window
// down. No cut in it needs a proof, and no value in it claims anything.
TEST(ForeignEvents, NothingIsProvenOrClaimedInAnEmptyWindow) {
  for (const char* known_bounds : {"", R"(,"bound":"upper")"}) {
    const verify::VerifyReport report =
        judge_lines(R"("fail":"hard")",
                    std::string(R"({"event":"enter","side":"max","depth":3,"alpha":0,"beta":10}
{"event":"enter","move":"A","side":"min","depth":2,"alpha":0,"beta":10}
{"event":"leave","value":10,"kind":"horizon","score":12,"bound":"lower"}
{"event":"bound","alpha":10,"beta":10}
{"event":"enter","move":"B","side":"min","depth":2,"alpha":10,"beta":10}
{"event":"enter","move":"C","side":"max","depth":1,"alpha":10,"beta":10}
{"event":"enter","move":"D","side":"min","depth":0,"alpha":10,"beta":10}
{"event":"leave","value":12,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":12,"alpha":10,"beta":10}
{"event":"leave","value":10}
{"event":"cutoff","kind":"alpha","value":10,"alpha":10,"beta":10}
{"event":"leave","value":10)") +
                        known_bounds +
                        R"(}
{"event":"leave","value":10}
{"event":"end_search","value":10,"lower":10}
)");
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(warned(report), "strict_comparison@1 empty_window@3 empty_window@4 empty_window@5");
  }
}

// A node searched its only move one ply deep and stored two plies: a later answer from the entry is
// one ply shallower than it says, whether or not the search is uniform.
TEST(ForeignEvents, AnEntryIsStoredDeeperThanItWasSearched) {
  for (const int stored : {1, 2, 4}) {
    const std::string depth = std::to_string(stored);
    const verify::VerifyReport report =
        judge_lines(R"("fail":"hard")",
                    R"({"event":"pass","purpose":"iteration","depth":1,"alpha":-99,"beta":99}
{"event":"enter","side":"max","depth":1,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"bound","alpha":7,"beta":99}
{"event":"store","key":1,"depth":)" +
                        depth + R"(,"bound":"exact","value":7}
{"event":"leave","value":7}
{"event":"end_pass"}
{"event":"end_search","value":7,"lower":7,"upper":7,"completed_depth":1}
)");
    EXPECT_EQ(blamed(report), stored == 1 ? "" : "store@1") << outline(report);
  }
}

// An entry whose value follows from ends of the game was believed at any depth. Node 5 would have
// stopped above the end that the extended node 2 reached.
TEST(ForeignEvents, AnEndOfTheGameMayLieBelowTheDepthAskedFor) {
  for (const std::string asked : {"1", "2", ""}) {
    const std::string depth = asked.empty() ? "" : R"("depth":)" + asked + ",";
    const verify::VerifyReport report =
        judge_lines(
            R"("depth":2)", R"({"event":"enter","side":"max","depth":2,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":2,"key":7,"alpha":-99,"beta":99}
{"event":"enter","move":"b","side":"max","depth":1,"alpha":-99,"beta":99}
{"event":"leave","value":0,"kind":"terminal"}
{"event":"store","bound":"exact","value":0}
{"event":"leave","value":0}
{"event":"bound","alpha":0,"beta":99}
{"event":"enter","move":"c",)" + depth +
                                R"("side":"min","key":7,"alpha":0,"beta":99}
{"event":"probe",)" + depth + R"("bound":"exact","value":0,"used":"answered","stored_by":2}
{"event":"leave","value":0,"kind":"table"}
{"event":"leave","value":0}
{"event":"end_search","value":0,"lower":0,"upper":0}
)");
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(report.assumptions_text(), asked == "2" ? "2 move_list" : "2 move_list, 1 deeper");
  }
}

// Quiescence stores everything with depth 0, whatever its own depth counts down to.
TEST(ForeignEvents, QuiescenceMayStoreAsDepthZero) {
  const verify::VerifyReport report = judge_lines(
      "", R"({"event":"enter","side":"max","depth":-1,"phase":"quiescence","alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":-2,"phase":"quiescence","alpha":-99,"beta":99}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"bound","alpha":7,"beta":99}
{"event":"store","key":1,"depth":0,"bound":"exact","value":7}
{"event":"leave","value":7}
{"event":"end_search","value":7,"lower":7,"upper":7}
)");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// A mate at ply 2 is stored at ply 1 and answers at ply 3 with the same number, although it is two
// plies further away there.
TEST(ForeignEvents, AMateIsReadAtAnotherPlyUnchanged) {
  const std::string lines = R"({"event":"enter","side":"max","depth":4,"alpha":-30000,"beta":30000}
{"event":"enter","move":"a","side":"min","depth":3,"alpha":-30000,"beta":30000}
{"event":"enter","move":"mate","side":"max","depth":2,"alpha":-30000,"beta":30000}
{"event":"leave","value":-29998,"kind":"terminal"}
{"event":"bound","alpha":-30000,"beta":-29998}
{"event":"store","key":1,"depth":1,"bound":"exact","value":-29998}
{"event":"leave","value":-29998}
{"event":"bound","alpha":-29998,"beta":30000}
{"event":"enter","move":"b","side":"min","depth":3,"alpha":-29998,"beta":30000}
{"event":"enter","move":"c","side":"max","depth":2,"alpha":-29998,"beta":30000}
{"event":"enter","move":"d","side":"min","depth":1,"alpha":-29998,"beta":30000}
{"event":"probe","key":1,"depth":1,"stored_depth":1,"bound":"exact","value":-29998,"used":"answered"}
{"event":"leave","value":-29998,"kind":"table"}
{"event":"leave","value":-29998}
{"event":"cutoff","kind":"alpha","value":-29998,"alpha":-29998,"beta":30000}
{"event":"leave","value":-29998}
{"event":"leave","value":-29998}
{"event":"end_search","value":-29998,"lower":-29998,"upper":-29998}
)";
  const verify::VerifyReport seems = judge_lines("", lines);
  EXPECT_EQ(seems.verdict, Verdict::kVerified) << outline(seems);
  EXPECT_EQ(warned(seems), "mate_not_shifted@6");
  const verify::VerifyReport is = judge_lines(R"("options":{"mate_score":29000})", lines);
  EXPECT_EQ(blamed(is), "table_entry@6") << outline(is);
  ASSERT_FALSE(is.findings.empty());
  EXPECT_EQ(is.findings.front().expected, "-29996");
  // Scores too small for the declared mate set off the warning, too.
  const verify::VerifyReport is_none = judge_lines(R"("options":{"mate_score":29999})", lines);
  EXPECT_EQ(blamed(is_none) + warned(is_none), "") << outline(is_none);
  // Toga clamps a mate that only a null move proves to the threshold, which is not a distance. Two
  // such entries were findings.
  const verify::VerifyReport clamped = judge_lines(R"("options":{"mate_score":29998})", lines);
  EXPECT_EQ(blamed(clamped) + warned(clamped), "") << outline(clamped);
}

// The last iteration failed its window and was not searched again.
TEST(ForeignEvents, TheLastPassIsLost) {
  const verify::VerifyReport report =
      judge_lines(R"("depth":2)",
                  R"({"event":"pass","purpose":"iteration","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":85,"kind":"horizon"}
{"event":"bound","alpha":85,"beta":"+inf"}
{"event":"leave","value":85}
{"event":"end_pass"}
{"event":"pass","purpose":"iteration","depth":2,"alpha":35,"beta":135}
{"event":"enter","side":"max","depth":2,"alpha":35,"beta":135}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":35,"beta":135}
{"event":"enter","move":"b","side":"max","depth":0,"alpha":35,"beta":135}
{"event":"leave","value":20,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":20,"alpha":35,"beta":135}
{"event":"leave","value":35}
{"event":"leave","value":35}
{"event":"end_pass"}
{"event":"end_search","value":85,"lower":85,"upper":85,"completed_depth":1,"best_move":"a"}
)");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(warned(report), "pass_lost@3");
  // It is an end of the window, and was said to lie outside.
  EXPECT_NE(report.warnings[0].message.find("its value 35 is not inside its window (35, 135)"),
            std::string::npos)
      << report.warnings[0].message;
}

// Bounds and cutoffs are declared complete, but a value closed its window without a cutoff, and a
// child got a window that no update explains. Moves that may have been skipped prove nothing.
TEST(ForeignEvents, UnreportedCutoffsAndBounds) {
  const verify::VerifyReport cut = judge_lines(
      R"("fail":"hard")", R"({"event":"enter","side":"max","depth":2,"alpha":0,"beta":10}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":0,"beta":10}
{"event":"enter","move":"b","side":"max","depth":0,"alpha":0,"beta":10}
{"event":"leave","value":-4,"kind":"horizon"}
{"event":"leave","value":0}
{"event":"leave","value":0}
{"event":"end_search","value":0,"upper":0}
)");
  EXPECT_EQ(cut.verdict, Verdict::kVerified) << outline(cut);
  EXPECT_EQ(warned(cut), "untold_cutoff@2 no_cutoff@0");
  EXPECT_EQ(*cut.proven, (verify::Interval{-kInfinity, -4}));

  const verify::VerifyReport bound =
      judge_lines("", R"({"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":3,"beta":"+inf"}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"enter","move":"c","side":"min","depth":0,"alpha":3,"beta":"+inf"}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"leave","value":3}
{"event":"end_search","value":3,"lower":3,"upper":3}
)");
  EXPECT_EQ(bound.verdict, Verdict::kVerified) << outline(bound);
  EXPECT_EQ(warned(bound).substr(0, 14), "untold_bound@1") << warned(bound);
}

// A known game without a named evaluator: leaf scores are not compared with the default evaluator.
TEST(ForeignEvents, LeavesWithoutANamedEvaluatorAreNotCompared) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "tictactoe -d 2");
  for (const char* name : {"connectk", "tictactoe"}) {
    const std::string anonymous =
        altered(folder, trace,
                "DELETE FROM digest;"
                "UPDATE search SET engine = 'mine', evaluator = '', game_options = "
                "CASE '" +
                    std::string(name) +
                    "' WHEN 'tictactoe' THEN '{}' ELSE game_options END, "
                    "game = '" +
                    name +
                    "'; UPDATE node SET value = value * 3, alpha = alpha * 3, "
                    "beta = beta * 3; UPDATE bound_update SET alpha = alpha * 3, beta = beta * 3;"
                    "UPDATE cutoff SET value = value * 3, alpha = alpha * 3, beta = beta * 3;"
                    "UPDATE pass SET value = value * 3, alpha = alpha * 3, beta = beta * 3;"
                    "UPDATE search SET value = value * 3, lower = lower * 3, upper = upper * 3,"
                    "  score_min = NULL, score_max = NULL");
    const verify::VerifyReport report = judge(anonymous);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    const verify::CheckResult& replay = report.check(verify::Check::kReplay);
    EXPECT_EQ(replay.status, verify::CheckStatus::kPassed) << replay.reason;
    EXPECT_NE(replay.reason.find("names no evaluator"), std::string::npos) << replay.reason;
  }
}

// The reason said that table answers are trusted because of the engine's keys, although replay had
// compared the positions.
TEST(ForeignEvents, ReplayedPositionsAreNotTrusted) {
  const ScratchFolder folder;
  const std::string trace = altered(folder, record(folder, "t", "tictactoe -d 4 --table 4"),
                                    "DELETE FROM digest;"
                                    "UPDATE search SET engine = 'mine', evaluator = ''");
  const verify::VerifyReport report = judge(trace);
  const verify::CheckResult& replay = report.check(verify::Check::kReplay);
  EXPECT_EQ(replay.status, verify::CheckStatus::kPassed) << replay.reason;
  EXPECT_NE(replay.reason.find("names no evaluator"), std::string::npos) << replay.reason;
  EXPECT_EQ(replay.reason.find("trusted"), std::string::npos) << replay.reason;
}

// Another engine may write moves in its own notation, which cannot be replayed.
// The reason named no move, so that the author did not see which notation was expected.
TEST(ForeignEvents, MovesInAnotherNotationAreNotReplayed) {
  const ScratchFolder folder;
  const std::string trace = altered(folder, record(folder, "sound", "tictactoe -d 2"),
                                    "DELETE FROM digest;"
                                    "UPDATE search SET engine = 'mine', evaluator = '',"
                                    " best_move = NULL, pv = '[]';"
                                    "UPDATE pass SET best_move = NULL;"
                                    "UPDATE move SET text = 'cell ' || id WHERE id > 0;"
                                    "UPDATE cutoff SET skipped_moves = NULL");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(report.check(verify::Check::kReplay)
                .reason.find("its moves are not written as moves of connectk are: the trace has "
                             "'cell 1', the game writes '"),
            0U)
      << report.check(verify::Check::kReplay).reason;
}

// The last leaf of a subtree was deleted: the finding belongs to the subtree whose range ends with
// it, not to the event of a node above.
TEST(ForeignEvents, AMissingLastLeafIsBlamedOnItsParent) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 4");
  const std::string leaf =
      sql_value(trace,
                "SELECT max(n.id) FROM node n JOIN node p ON p.id = n.parent JOIN node g ON "
                "g.id = p.parent WHERE n.kind = 1 AND p.last = n.id AND g.last > p.last AND "
                "EXISTS (SELECT 1 FROM bound_update u WHERE u.node = g.id AND u.child = p.id)");
  const std::string parent = sql_value(trace, "SELECT parent FROM node WHERE id = " + leaf);
  const std::string deletion = "DELETE FROM node WHERE id = " + leaf;
  const verify::VerifyReport own = judge(altered(folder, trace, deletion));
  ASSERT_FALSE(own.findings.empty()) << outline(own);
  EXPECT_EQ(std::to_string(own.findings.front().node), parent) << outline(own);
  // In the trace of another engine a missing row proves nothing.
  const verify::VerifyReport foreign = judge(
      altered(folder, trace, "DELETE FROM digest; UPDATE search SET engine = 'mine';" + deletion));
  EXPECT_EQ(foreign.verdict, Verdict::kIncomplete) << outline(foreign);
}

// The child got the negated window from MAX's view: the engine forgot to swap it.
TEST(ForeignEvents, AWindowThatWasNotTurnedIsCalledThat) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 4");
  const std::string id =
      sql_value(trace, "SELECT max(id) FROM node WHERE kind = 1 AND alpha > 0 AND beta > 1e300");
  const verify::VerifyReport report = judge(
      altered(folder, trace, "UPDATE node SET alpha = -beta, beta = -alpha WHERE id = " + id));
  ASSERT_FALSE(report.findings.empty());
  EXPECT_NE(report.findings.front().message.find("not negated for the side to move"),
            std::string::npos)
      << outline(report);
}

}  // namespace
}  // namespace plytrace::test
