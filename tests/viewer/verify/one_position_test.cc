// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/node/position_rules.cc, and what passes must have in common: rows that stand
// for one position must not report two.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;
using verify::VerifyReport;

// Searches of one move were combined although their rows had two sides, or two keys.
TEST(OnePosition, SearchesOfAMoveMustNotReportTwo) {
  // The null window proves >= 4 of the position after b, the re-search <= 4.
  const auto report_on = [](const std::string& first, const std::string& again,
                            const std::string& legal, const std::string& more) {
    return judge_labels(
        R"({"event":"enter","side":"max","depth":2,"alpha":1,"beta":9}
{"event":"enter","move":"b","depth":1,"alpha":1,"beta":2,)" +
            first + R"(}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":1,"beta":2}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"leave","value":4,"bound":"lower","legal":1}
{"event":"enter","move":"b","role":"re_search","depth":1,"alpha":1,"beta":9,)" +
            again + R"(}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":1,"beta":9}
{"event":"leave","value":4,"kind":"horizon"}
)" +
            (legal == "2"
                 ? R"({"event":"enter","move":"y","side":"max","depth":0,"alpha":1,"beta":9}
{"event":"leave","value":5,"kind":"horizon"}
)"
                 : "") +
            R"({"event":"leave","value":4,"legal":)" + legal + R"(}
{"event":"leave","value":4,"legal":1}
{"event":"end_search","value":4,"lower":4,"upper":4}
)",
        more, R"("usual","legal")");
  };
  const std::string min = R"("side":"min")";
  EXPECT_EQ(report_on(min, min, "1", "").verdict, Verdict::kVerified);
  const VerifyReport side = report_on(min, R"("side":"max")", "1", "");
  EXPECT_EQ(side.verdict, Verdict::kIncomplete) << outline(side);
  EXPECT_TRUE(outline_says(side, "report two sides to move")) << outline(side);
  const VerifyReport key = report_on(min + R"(,"key":3)", min + R"(,"key":4)", "1", "");
  EXPECT_EQ(key.verdict, Verdict::kIncomplete) << outline(key);
  EXPECT_TRUE(outline_says(key, "report two keys")) << outline(key);
  EXPECT_EQ(assumed_kinds(report_on(min, min, "2", "")), "move_list");
  EXPECT_EQ(blamed(report_on(min, min, "2", R"("uniform":true)")), "count@4");
}

// A probe or a hand-over with other moves than its node was believed.
TEST(OnePosition, ProbesAndHandOversHaveTheMovesOfTheirNode) {
  const auto report_on = [](const std::string& child, const std::string& legal,
                            const std::string& more = "") {
    const std::string a = R"({"event":"enter","move":"a","side":"min","depth":1,"alpha":-9,"beta":9}
{"event":"leave","value":1,"kind":"terminal"}
)";
    const std::string c = R"({"event":"enter","move":"c","side":"min","depth":1,"alpha":-9,"beta":9}
{"event":"leave","value":5,"kind":"terminal"}
)";
    const bool is_probe = child.find("probe") != std::string::npos;
    const bool is_of_min = child.find("min") != std::string::npos;
    return judge_labels(R"({"event":"enter","side":"max","depth":2,"alpha":-9,"beta":9}
{"event":"enter","depth":2,"alpha":-9,"beta":9,)" +
                            child + "}\n" + a + (is_probe ? c : "") +
                            R"({"event":"leave","value":)" + (is_probe && !is_of_min ? "5" : "1") +
                            R"(,"legal":)" + (is_probe ? "2" : "1") + "}\n" + (is_probe ? a : "") +
                            R"({"event":"leave","value":1,"legal":)" + legal + R"(}
{"event":"end_search","value":1,"lower":1,"upper":1}
)",
                        more, R"("usual","legal")");
  };
  const std::string probe = R"("role":"probe","side":"max")";
  EXPECT_EQ(assumed_kinds(report_on(probe, "1")), "move_list");
  EXPECT_EQ(blamed(report_on(probe, "1", R"("uniform":true)")), "count@1");
  const std::string other = R"("role":"probe","side":"min")";
  EXPECT_EQ(report_on(other, "1").verdict, Verdict::kIncomplete);
  const std::string hand_over = R"("role":"hand_over","side":"max")";
  EXPECT_EQ(report_on(hand_over, "1").verdict, Verdict::kVerified);
  EXPECT_EQ(assumed_kinds(report_on(hand_over, "2")), "move_list");
  EXPECT_EQ(blamed(report_on(hand_over, "2", R"("uniform":true)")), "count@1");
}

// An end of the game was believed although a probe of its position had searched a move.
TEST(OnePosition, AnEndOfTheGameHasNoProbeWithMoves) {
  const VerifyReport report = judge_labels(R"({"event":"enter","side":"max","alpha":-9,"beta":9}
{"event":"enter","move":"a","side":"min","alpha":-9,"beta":9}
{"event":"enter","role":"probe","side":"min","alpha":-9,"beta":9}
{"event":"enter","move":"x","side":"max","alpha":-9,"beta":9}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"leave","value":7,"legal":1}
{"event":"leave","value":0,"kind":"terminal"}
{"event":"leave","value":0,"legal":1}
{"event":"end_search","value":0,"lower":0,"upper":0}
)");
  EXPECT_EQ(assumed_kinds(report), "move_list") << outline(report);
}

// Passes were intersected although their roots, or the positions after one root move, differed.
TEST(OnePosition, PassesOfOtherMovesProveNothingTogether) {
  const auto pass = [](const char* window, const std::string& moves, const std::string& legal) {
    return R"({"event":"pass","purpose":"probe","depth":1}
{"event":"enter","side":"max","depth":1,)" +
           std::string(window) + "}\n" + moves + R"({"event":"leave","value":5,"legal":)" + legal +
           "}\n";
  };
  const auto leaf = [](const std::string& move, const std::string& side, const char* window) {
    return R"({"event":"enter","move":")" + move + R"(","side":")" + side + R"(","depth":0,)" +
           window + "}\n" + R"({"event":"leave","value":5,"kind":"horizon"}
)";
  };
  const char* const low = R"("alpha":4,"beta":5)";
  const char* const high = R"("alpha":5,"beta":6)";
  const std::string cut = R"({"event":"cutoff","kind":"beta","value":5,"skipped":1}
)";
  const std::string end = R"({"event":"end_search","value":5,"lower":5,"upper":5}
)";
  const auto report_on = [&](const std::string& a, const std::string& b) {
    return judge_labels(a + b + end, "", R"("usual","legal")");
  };
  const std::string first = pass(high, leaf("a", "min", high) + leaf("b", "min", high), "2");
  EXPECT_EQ(report_on(first, pass(low, leaf("a", "min", low) + cut, "2")).verdict,
            Verdict::kVerified);
  const VerifyReport moves = report_on(first, pass(low, leaf("c", "min", low) + cut, "2"));
  EXPECT_EQ(moves.verdict, Verdict::kIncomplete) << outline(moves);
  EXPECT_TRUE(outline_says(moves, "differ in their moves")) << outline(moves);
  const VerifyReport side = report_on(first, pass(low, leaf("a", "max", low) + cut, "2"));
  EXPECT_EQ(side.verdict, Verdict::kIncomplete) << outline(side);
  EXPECT_TRUE(outline_says(side, "report two sides to move")) << outline(side);
}

// An iteration with fewer moves at the root than the one before it was believed.
TEST(OnePosition, IterationsHaveTheSameMoves) {
  const auto report_on = [](const std::string& more) {
    return judge_labels(R"({"event":"pass","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":-9,"beta":9,"key":1}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-9,"beta":9,"key":2}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"enter","move":"c","side":"min","depth":0,"alpha":-9,"beta":9,"key":3}
{"event":"leave","value":5,"kind":"terminal"}
{"event":"leave","value":5,"legal":2}
{"event":"pass","depth":2}
{"event":"enter","side":"max","depth":2,"alpha":-9,"beta":9,"key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":-9,"beta":9,"key":2}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"leave","value":1,"legal":1}
{"event":"end_search","value":1,"lower":1,"upper":1,"completed_depth":2}
)",
                        more, R"("usual","legal")");
  };
  EXPECT_EQ(assumed_kinds(report_on("")), "move_list");
  EXPECT_EQ(blamed(report_on(R"("uniform":true)")), "count@4");
}

// A table answer was believed although two nodes with its key had different moves.
TEST(OnePosition, NodesWithOneKeyHaveTheSameMoves) {
  const auto report_on = [](const char* key) {
    return judge_labels(R"({"event":"enter","side":"max","depth":2,"alpha":-9,"beta":9,"key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":-9,"beta":9,"key":5}
{"event":"enter","move":"r","side":"max","depth":0,"alpha":-9,"beta":9,"key":6}
{"event":"leave","value":4,"kind":"terminal"}
{"event":"store","value":4,"bound":"exact","depth":1}
{"event":"leave","value":4,"legal":1}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":-9,"beta":9,"key":)" +
                            std::string(key) + R"(}
{"event":"enter","move":"s","side":"max","depth":0,"alpha":-9,"beta":9,"key":7}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"enter","move":"t","side":"max","depth":0,"alpha":-9,"beta":9,"key":8}
{"event":"leave","value":2,"kind":"terminal"}
{"event":"leave","value":1,"legal":2}
{"event":"enter","move":"c","side":"min","depth":1,"alpha":-9,"beta":9,"key":5}
{"event":"probe","value":4,"bound":"exact","used":"answered","depth":1,"stored_depth":1}
{"event":"leave","value":4}
{"event":"leave","value":4,"legal":3}
{"event":"end_search","value":4,"lower":4,"upper":4,"completed_depth":2}
)",
                        "", R"("usual","legal","probes","stores","keys")");
  };
  const auto replay_reason = [](const VerifyReport& report) {
    return report.check(verify::Check::kReplay).reason;
  };
  const VerifyReport sound = report_on("9");
  EXPECT_EQ(assumed_kinds(sound), "");
  EXPECT_TRUE(replay_reason(sound).ends_with("because the engine's keys match"));
  const VerifyReport clash = report_on("5");
  EXPECT_EQ(assumed_kinds(clash), "table_origin") << outline(clash);
  EXPECT_TRUE(replay_reason(clash).ends_with("although some positions share a key (key_clash)"));
  EXPECT_TRUE(warned(clash).starts_with("key_clash@4")) << outline(clash);
}

// Passes were compared down to the positions after the root's moves only.
TEST(OnePosition, PassesAreComparedAtEveryDepth) {
  const auto pass = [](const char* window, const char* p, const char* r) {
    const std::string in = std::string(window) + "}\n";
    return R"({"event":"pass","purpose":"probe","depth":3}
{"event":"enter","side":"max","depth":3,)" +
           in + R"({"event":"enter","move":"a","side":"min","depth":2,)" + in +
           R"({"event":"enter","move":"p","depth":1,)" + p + "," + in +
           R"({"event":"enter","move":"r","depth":0,)" + r + "," + in +
           R"({"event":"leave","value":5,"kind":"horizon"}
{"event":"leave","value":5,"legal":1}
{"event":"leave","value":5,"legal":1}
{"event":"leave","value":5,"legal":1}
)";
  };
  const char* const low = R"("alpha":4,"beta":5)";
  const char* const high = R"("alpha":5,"beta":6)";
  const char* const max = R"("side":"max")";
  const char* const min = R"("side":"min")";
  const std::string end = R"({"event":"end_search","value":5,"lower":5,"upper":5}
)";
  const auto report_on = [&](const std::string& b) {
    return judge_labels(pass(low, max, min) + b + end, "", R"("usual","legal")");
  };
  EXPECT_EQ(report_on(pass(high, max, min)).verdict, Verdict::kVerified);
  const VerifyReport side = report_on(pass(high, min, max));
  EXPECT_EQ(side.verdict, Verdict::kIncomplete) << outline(side);
  EXPECT_TRUE(outline_says(side, "two sides to move")) << outline(side);
}

// An end of the game was no list of moves, so it agreed with a node that had moves.
TEST(OnePosition, AnEndOfTheGameHasNoMoves) {
  const auto report_on = [](const char* again, const std::string& more = "") {
    return judge_labels(std::string(R"({"event":"enter","side":"max","depth":2,"alpha":-9,"beta":9}
{"event":"enter","move":"a","role":"reduced","side":"min","depth":1,"alpha":-9,"beta":9}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"leave","value":7,"legal":1}
{"event":"enter","move":"a","role":"re_search","side":"min","depth":1,"alpha":-9,"beta":9}
{"event":"leave",)") + again +
                            R"(}
{"event":"leave","value":8,"legal":1}
{"event":"end_search","value":8,"lower":8,"upper":8}
)",
                        more, R"("usual","legal")");
  };
  EXPECT_EQ(assumed_kinds(report_on(R"("value":8,"kind":"terminal")")), "move_list");
  EXPECT_EQ(blamed(report_on(R"("value":8,"kind":"terminal")", R"("uniform":true)")),
            "role@2 count@4");
  // Illegal now, searched before.
  EXPECT_EQ(assumed_kinds(judge_labels(
                R"({"event":"enter","side":"max","depth":1,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"enter","move":"a","role":"re_search","side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"leave","kind":"illegal"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":9,"legal":2}
{"event":"end_search","value":9,"lower":9,"upper":9}
)",
                "", R"("usual","legal")")),
            "move_list");
}

}  // namespace
}  // namespace plytrace::test
