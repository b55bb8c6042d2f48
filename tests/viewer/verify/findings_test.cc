// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/report: findings are ranked by their effect on the root, findings of one
// cause are grouped, and a wrong declaration that explains thousands of them is named first.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"
#include "viewer/answers/verify_answer.h"

namespace plytrace::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using verify::Effect;
using verify::Verdict;

// MAX at the root: a (MIN: 3, 5 -> 3), b (MIN: 2, cut); windows are not declared exact. The caller
// sets fail and the sign of MIN's scores.
std::string engine(const std::string& search, const std::string& rows) {
  return R"({"event":"search","game":"mine",)" + search +
         R"("captured":["windows","bounds","cutoffs","skipped","legal","roles","scores","probes","stores"]})" +
         "\n" + rows;
}

// A fail-hard engine: b is worth 2 and returns alpha 3 in two places; its root window is (0, 10).
const char* const kFailHard = R"(
{"event":"enter","side":"max","depth":3,"alpha":0,"beta":10}
{"event":"enter","move":"a","side":"min","depth":2,"alpha":0,"beta":10}
{"event":"enter","move":"x","side":"max","depth":1,"alpha":0,"beta":10}
{"event":"enter","move":"p","side":"min","depth":0,"alpha":0,"beta":10}
{"event":"leave","value":0,"score":-4,"kind":"horizon"}
{"event":"leave","value":0,"legal":1}
{"event":"cutoff","kind":"alpha","value":0,"alpha":0,"beta":10,"skipped":0}
{"event":"leave","value":0,"legal":1}
{"event":"enter","move":"b","side":"min","depth":2,"alpha":0,"beta":10}
{"event":"enter","move":"x","side":"max","depth":1,"alpha":0,"beta":10}
{"event":"enter","move":"q","side":"min","depth":0,"alpha":0,"beta":10}
{"event":"leave","value":0,"score":-2,"kind":"horizon"}
{"event":"leave","value":0,"legal":1}
{"event":"cutoff","kind":"alpha","value":0,"alpha":0,"beta":10,"skipped":0}
{"event":"leave","value":0,"legal":1}
{"event":"leave","value":0,"legal":2}
{"event":"end_search","value":0,"upper":0}
)";

// A fail-hard engine declared fail = soft: the hint is printed first.
TEST(Hints, FailSoftForFailHard) {
  const ScratchFolder folder;
  const std::string hard = imported(folder, engine(R"("fail":"hard",)", kFailHard));
  EXPECT_EQ(judge(hard).verdict, Verdict::kVerified) << outline(judge(hard));
  const std::string soft = imported(folder, engine(R"("fail":"soft",)", kFailHard));
  const verify::VerifyReport report = judge(soft);
  EXPECT_EQ(report.verdict, Verdict::kRefuted);
  EXPECT_EQ(report.findings_total, 2u) << outline(report);
  EXPECT_THAT(report.hints, ElementsAre("all 2 agree if fail = hard was meant"));
  const std::string said = plytrace({"verify", soft}).out;
  EXPECT_LT(said.find("\nhint: all 2 agree if fail = hard was meant\n"), said.find("\nfindings ("));
}

// Alpha-beta with the root of MAX; `min` and `sign` set the side and the sign of MIN nodes: a 3, b
// cut by 2.
std::string small_search(const std::string& min, int sign, const std::string& declared,
                         bool upwards = false) {
  const auto score = [&](int value) { return std::to_string(sign * value); };
  const auto depth = [&](int plies) { return std::to_string(upwards ? 2 - plies : plies); };
  const std::string low = sign > 0 ? "\"alpha\":-99,\"beta\":99" : "\"alpha\":-99,\"beta\":99";
  const std::string at3 = sign > 0 ? "\"alpha\":3,\"beta\":99" : "\"alpha\":-99,\"beta\":-3";
  const std::string to3 = sign > 0 ? "\"alpha\":-99,\"beta\":3" : "\"alpha\":-3,\"beta\":99";
  const std::string cut = sign > 0 ? "alpha" : "beta";
  const auto leaf = [&](const std::string& move, const std::string& window, int value) {
    return R"({"event":"enter","side":"max","move":")" + move + R"(","depth":)" + depth(0) + "," +
           window + "}\n" + R"({"event":"leave","kind":"horizon","value":)" +
           std::to_string(value) + "}\n";
  };
  return engine(declared, R"({"event":"pass","purpose":"fixed","depth":2,"alpha":-99,"beta":99})"
                          "\n"
                          R"({"event":"enter","side":"max","depth":)" +
                              depth(2) +
                              R"(,"alpha":-99,"beta":99})"
                              "\n"
                              R"({"event":"enter","move":"a","side":")" +
                              min + R"(","depth":)" + depth(1) + "," + low + "}\n" +
                              leaf("x", "\"alpha\":-99,\"beta\":99", 3) + R"({"event":"bound",)" +
                              to3 + "}\n" + leaf("y", "\"alpha\":-99,\"beta\":3", 5) +
                              R"({"event":"leave","legal":2,"value":)" + score(3) + "}\n" +
                              R"({"event":"bound","alpha":3,"beta":99})"
                              "\n"
                              R"({"event":"enter","move":"b","side":")" +
                              min + R"(","depth":)" + depth(1) + "," + at3 + "}\n" +
                              leaf("x", "\"alpha\":3,\"beta\":99", 2) +
                              R"({"event":"cutoff","kind":")" + cut + R"(",)" + at3 +
                              R"(,"skipped":1,"value":)" + score(2) + "}\n" +
                              R"({"event":"leave","legal":2,"value":)" + score(2) + "}\n" +
                              R"({"event":"leave","legal":2,"value":3})"
                              "\n"
                              R"({"event":"end_search","value":3,"lower":3,"upper":3})"
                              "\n");
}

TEST(Hints, ScoresThatWereNotTurned) {
  const ScratchFolder folder;
  const std::string right = imported(folder, small_search("min", 1, "\"fail\":\"soft\","));
  EXPECT_EQ(judge(right).verdict, Verdict::kVerified) << outline(judge(right));
  const verify::VerifyReport turned =
      judge(imported(folder, small_search("min", -1, "\"fail\":\"soft\",")));
  EXPECT_EQ(turned.verdict, Verdict::kRefuted) << outline(turned);
  ASSERT_EQ(turned.hints.size(), 1u) << outline(turned);
  EXPECT_THAT(turned.hints[0], HasSubstr(" agree if perspective = side was meant"));
}

TEST(Hints, SideThatIsAlwaysTheSame) {
  const ScratchFolder folder;
  const verify::VerifyReport one =
      judge(imported(folder, small_search("max", 1, "\"fail\":\"soft\",")));
  EXPECT_EQ(one.verdict, Verdict::kRefuted) << outline(one);
  ASSERT_EQ(one.hints.size(), 1u) << outline(one);
  EXPECT_THAT(one.hints[0], HasSubstr(" agree if side was meant to alternate"));
}

TEST(Hints, DepthThatCountsUpwards) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, small_search("min", 1, "\"fail\":\"soft\",", true));
  sql(trace, "UPDATE search SET uniform = 1");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  ASSERT_EQ(report.hints.size(), 1u) << outline(report);
  EXPECT_THAT(report.hints[0], HasSubstr(" agree if depth was meant to count down"));
}

// MAX passes at the root (9); the pass is not a move of the game.
TEST(Hints, ANullMoveWithoutItsRole) {
  const ScratchFolder folder;
  const auto lines = [](const std::string& role) {
    return engine("\"fail\":\"soft\",", R"(
{"event":"enter","side":"max","depth":3,"alpha":-99,"beta":99}
{"event":"enter","move":"null",)" + role + R"("side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"enter","move":"a","side":"min","depth":2,"alpha":-99,"beta":99}
{"event":"leave","value":4,"kind":"terminal"}
{"event":"bound","alpha":4,"beta":99}
{"event":"leave","value":4,"legal":1}
{"event":"end_search","value":4,"lower":4,"upper":4}
)");
  };
  const verify::VerifyReport told = judge(imported(folder, lines(R"("role":"null_move",)")));
  EXPECT_NE(told.verdict, Verdict::kRefuted) << outline(told);
  const verify::VerifyReport untold = judge(imported(folder, lines("")));
  EXPECT_EQ(untold.verdict, Verdict::kRefuted) << outline(untold);
  ASSERT_EQ(untold.hints.size(), 1u) << outline(untold);
  EXPECT_THAT(untold.hints[0], HasSubstr("if role = null_move was meant"));
}

// No hint explains away a real bug.
TEST(Hints, NoneForAFaultOfTheSearch) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, small_search("min", 1, "\"fail\":\"soft\","));
  const verify::VerifyReport wrong =
      judge(altered(folder, trace, "UPDATE node SET value = 4 WHERE id = 2"));
  EXPECT_EQ(wrong.verdict, Verdict::kRefuted);
  EXPECT_TRUE(wrong.hints.empty()) << outline(wrong) << wrong.hints.front();
}

// Two faults: one in a move that was not chosen and could not be, one in the move that the root
// took.
TEST(Findings, ThoseThatChangedTheRootComeFirstWithTheirChain) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "mm", "tree -a minimax --position [[3,12],[2,4],[14,5]]");
  // Node 2 is /a, its leaves 3 and 4; node 5 is /b. The root is worth 5, by c.
  ASSERT_EQ(sql_value(trace, "SELECT value FROM node WHERE id = 1"), "5.0");
  const verify::VerifyReport report = judge(altered(
      folder, trace,
      "UPDATE node SET value = 1 WHERE id = 2; UPDATE node SET value = 7 WHERE id IN (1, 8);"
      "UPDATE pass SET value = 7; UPDATE search SET value = 7, lower = 7, upper = 7"));
  ASSERT_EQ(report.findings_total, 2u) << outline(report);
  EXPECT_EQ(report.findings[0].node, 8);
  EXPECT_EQ(report.findings[0].effect, Effect::kRoot);
  EXPECT_THAT(report.findings[0].chain, ElementsAre(8, 1));
  EXPECT_EQ(report.findings[1].node, 2);
  EXPECT_EQ(report.findings[1].effect, Effect::kNone);
  const std::string said = plytrace({"verify", folder / "altered.db"}).out;
  EXPECT_THAT(said, HasSubstr("  of 2 findings this one alone changes the root: #8 -> /\n"))
      << said;
  EXPECT_THAT(said, HasSubstr("  with both findings mended the root would be 5 instead of 7;"))
      << said;
}

// A window that was never negated for the other side caused 5,623 equal warnings.
TEST(Findings, WarningsOfOneCauseAreReportedOnce) {
  verify::JudgedSearch judged;
  judged.trace = "run.db";
  for (const std::int64_t node : {5, 8, 13}) {
    const std::string name = "/a (#" + std::to_string(node) + "): ";
    judged.report.warnings.push_back(
        {verify::Rule::kWarnWiderWindow, node, 1, "/a", name + "wider than (1, 3)", "", ""});
  }
  judged.report.warnings_total = 10;
  EXPECT_THAT(verify::report_text(judged), HasSubstr("  wider_window: /a (#5): wider than (1, 3)\n"
                                                     "      and 2 more like it\n"
                                                     "  and 7 more\n"));
}

// Findings of one rule and cause are grouped.
TEST(Findings, OfOneCauseAreReportedOnce) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "mm", "tictactoe -d 4 -a minimax");
  const std::string wrong =
      altered(folder, trace, "UPDATE node SET value = value + 1, score = NULL WHERE kind = 1");
  const std::string said = plytrace({"verify", wrong}).out;
  EXPECT_THAT(said, HasSubstr(" more like it\n"));
  const auto json = parse_json(plytrace({"verify", wrong, "--format", "json"}).out)["results"][0];
  EXPECT_EQ(json["findings_by_cause"].size(), 1u) << json["findings_by_cause"];
  EXPECT_EQ(json["findings_by_cause"][0]["rule"], "leaf_score");
  EXPECT_EQ(json["findings_by_cause"][0]["findings"], 1000);
}

// Any trace was accepted as the reference, even the refuted one itself.
TEST(Reference, MustBeUnprunedCompleteAndVerifiedItself) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "tictactoe -d 4 -a pvs");
  const std::string good = record(folder, "minimax", "tictactoe -d 4 -a minimax");
  const auto ask = [&](const std::string& reference) {
    return plytrace({"verify", trace, "--check", "oracle", "--reference", reference});
  };
  EXPECT_EQ(ask(good).exit_code, 0) << ask(good).out;
  const auto refused = [&](const std::string& reference, const std::string& why) {
    const ProgramResult said = ask(reference);
    EXPECT_EQ(said.exit_code, 4) << reference << said.out;
    std::string line = said.out;  // joined to one line below
    for (std::size_t at = line.find("\n    "); at != std::string::npos; at = line.find("\n    ")) {
      line.replace(at, 5, " ");
    }
    EXPECT_THAT(line, HasSubstr("incomplete: oracle was asked for, but the reference " + why));
  };
  refused(trace, "is pruned (");
  refused(altered(folder, good, "UPDATE node SET value = value + 1 WHERE id = 5"),
          "is refuted itself: ");
  refused(altered(folder, good, "UPDATE search SET status = NULL"), "is incomplete itself: ");
  refused(record(folder, "other", "tictactoe -d 4 -a minimax --moves b2"),
          "searched another position");
  refused(record(folder, "depth", "tictactoe -d 3 -a minimax"), "was searched to another depth");
  EXPECT_EQ(ask(folder / "none.db").exit_code, 3);
}

// The evaluator was asked for the scores of player 7, and of player 0 instead of 2^32.
TEST(Findings, APlayerWhomNoGameHasGivesNoScores) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "tictactoe -d 3");
  for (const char* player : {"7", "-1", "4294967296"}) {
    const auto report =
        judge(altered(folder, trace,
                      "DELETE FROM digest; UPDATE search SET max_player = " + std::string(player)));
    ASSERT_EQ(report.findings_total, 1U) << outline(report);
    EXPECT_EQ(info(report.findings.front().rule).name, "position") << outline(report);
  }
}

}  // namespace
}  // namespace plytrace::test
