// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/node: how many moves a node has, by its own count and by its rows, and what
// a node without a move proves.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;
using verify::VerifyReport;

// A node without a counting move took the end of the score range as its maximum.
TEST(EmptyMaximum, GivesNoValue) {
  for (const char* side : {"max", "min"}) {
    const bool is_max = std::string(side) == "max";
    const std::string worst = is_max ? "-100" : "100";
    for (const char* role : {"null_move", "probe"}) {
      const VerifyReport report = judge_labels(R"({"event":"enter","side":")" + std::string(side) +
                                                   R"(","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"z","role":")" + std::string(role) +
                                                   R"(","side":")" + (is_max ? "min" : "max") +
                                                   R"(","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":)" + worst +
                                                   R"(,"kind":"horizon"}
{"event":"leave","value":)" + worst +
                                                   R"(,"kind":"interior","legal":0}
{"event":"end_search","value":)" + worst + R"(,"lower":)" +
                                                   worst + R"(,"upper":)" + worst + "}\n",
                                               R"("score_min":-100,"score_max":100)");
      EXPECT_EQ(blamed(report), "value@1") << side << role << outline(report);
      EXPECT_TRUE(outline_says(report, "nothing below it gives a value")) << outline(report);
    }
  }
}

// An engine that finds its moves illegal one after another, and so a mate, was REFUTED if it did
// not report the end of the game.
TEST(EmptyMaximum, OfIllegalMovesIsAnEndOfUnknownKind) {
  const VerifyReport report =
      judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"leave","kind":"illegal"}
{"event":"leave","value":100}
{"event":"leave","value":100,"legal":1}
{"event":"end_search","value":100,"lower":100,"upper":100}
)");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_NE(assumed_kinds(report).find("unknown_kind"), std::string::npos);
}

// A node that says it has a legal move, but tried illegal ones only, was such an end.
TEST(EmptyMaximum, OfIllegalMovesBesideALegalOneIsAMiscount) {
  const VerifyReport report =
      judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","kind":"illegal"}
{"event":"leave","value":50,"legal":1}
{"event":"end_search","value":50,"lower":50,"upper":50}
)",
                   "", R"("usual","legal")");
  EXPECT_EQ(blamed(report), "count@1") << outline(report);
}

// A move that only a probe searched is a legal move, too, and was not counted.
TEST(CountOfMoves, IncludesThoseThatProbesSearched) {
  const auto report_on = [](const char* legal, const char* cutoff) {
    return judge_labels(std::string(R"({"event":"enter","side":"max","alpha":-9,"beta":5}
{"event":"enter","move":"b","role":"probe","side":"min","alpha":-9,"beta":5}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"enter","move":"a","side":"min","alpha":-9,"beta":5}
{"event":"leave","value":5,"kind":"horizon"}
)") + cutoff + R"({"event":"leave","value":5,"legal":)" +
                            legal + "}\n{\"event\":\"end_search\",\"value\":5,\"lower\":5}\n",
                        "", R"("usual","legal")");
  };
  const VerifyReport missing = report_on("1", "");
  EXPECT_EQ(blamed(missing), "count@1") << outline(missing);
  EXPECT_TRUE(outline_says(missing, "a probe searched move b")) << outline(missing);
  const char* const of_two = R"({"event":"cutoff","kind":"beta","value":5,"skipped":1})"
                             "\n";
  EXPECT_EQ(blamed(report_on("2", of_two)), "");
  const char* const named = R"({"event":"cutoff","kind":"beta","value":5,"skipped_moves":["c"]})"
                            "\n";
  EXPECT_EQ(blamed(report_on("2", named)), "count@1");
  const char* const both = R"({"event":"cutoff","kind":"beta","value":5,"skipped_moves":["c","b"]})"
                           "\n";
  EXPECT_EQ(blamed(report_on("3", both)), "");
}

// The names of skipped moves were not compared with those searched, or left out.
TEST(CountOfMoves, ComparesTheNamesOfSkippedMoves) {
  const auto report_on = [](const char* excluded, const char* skipped, const char* legal) {
    return judge_labels(std::string(R"({"event":"enter","side":"max","alpha":-9,"beta":4}
)") + excluded + R"({"event":"enter","move":"a","side":"min","alpha":-9,"beta":4}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":5,"skipped_moves":[)" +
                            skipped + R"(]}
{"event":"leave","value":5,"legal":)" +
                            legal + "}\n{\"event\":\"end_search\",\"value\":5,\"lower\":5}\n",
                        "", R"("usual","legal")");
  };
  // After a cutoff a missing move changes nothing.
  const VerifyReport again = report_on("", R"("a")", "2");
  EXPECT_EQ(again.verdict, Verdict::kVerified) << outline(again);
  EXPECT_EQ(warned(again), "duplicate_move@1");
  // A list of the moves that were not reached may hold the one that is left out.
  const char* const excluded = R"({"event":"exclude","moves":["c"]})"
                               "\n";
  EXPECT_EQ(blamed(report_on(excluded, R"("b","c")", "2")), "");
  EXPECT_EQ(blamed(report_on(excluded, R"("b","c")", "3")), "count@1");
}

// A singular search of a position with one move, which it excludes, was REFUTED.
TEST(EmptyMaximum, OfMovesLeftOutByIntentIsABound) {
  const auto lines = [](const std::string& singular) {
    return R"({"event":"enter","side":"max","depth":4,"alpha":0,"beta":50}
{"event":"enter","role":"probe","side":"max","depth":2,"alpha":20,"beta":21}
{"event":"exclude","moves":["a"]}
{"event":"leave",)" +
           singular + R"(,"kind":"interior","legal":0}
{"event":"enter","move":"a","side":"min","depth":3,"alpha":0,"beta":50}
{"event":"leave","value":30,"kind":"terminal"}
{"event":"bound","alpha":30,"beta":50}
{"event":"leave","value":30,"legal":1}
{"event":"end_search","value":30,"lower":30,"upper":30}
)";
  };
  EXPECT_EQ(judge_labels(lines(R"("value":20)")).verdict, Verdict::kVerified);
  EXPECT_EQ(blamed(judge_labels(lines(R"("value":21)"))), "claim@2");
}

// A reported number of moves, which is not declared as captured, made a wrong value INCOMPLETE.
TEST(CountOfMoves, ThatIsNotCapturedExcusesNoValue) {
  const VerifyReport report =
      judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf","role":"null_move"}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"leave","value":5,"legal":1}
{"event":"end_search","value":5,"lower":5,"upper":5}
)");
  EXPECT_EQ(blamed(report), "value@1") << outline(report);
}

// The hint to declare `legal`, where a cutoff event is missing, made a sound search REFUTED.
TEST(CountOfMoves, AskForTheCutoffThatIsMissing) {
  const VerifyReport report =
      judge_labels(R"({"event":"enter","side":"max","alpha":0,"beta":2,"depth":1}
{"event":"enter","move":"a","side":"min","alpha":0,"beta":2,"depth":0}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"leave","value":3,"legal":2}
{"event":"end_search","value":3,"lower":3}
)");
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
  EXPECT_TRUE(outline_says(report, "without a cutoff event: report it")) << outline(report);
}

// A node that left a move out searched it through its hand-over.
TEST(HandOver, LeavesOutTheMovesOfItsNode) {
  const auto report_on = [](const std::string& b) {
    return judge_labels(R"({"event":"enter","side":"max","depth":1,"alpha":-9,"beta":9}
{"event":"exclude","moves":["b"]}
{"event":"enter","role":"hand_over","side":"max","depth":1,"alpha":-9,"beta":9}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":3,"kind":"horizon"}
)" + b + R"({"event":"end_search","value":3,"lower":3}
)",
                        "", R"("usual","legal")");
  };
  EXPECT_EQ(blamed(report_on(R"({"event":"leave","value":3,"legal":1}
{"event":"leave","value":3}
)")),
            "");
  EXPECT_EQ(
      blamed(report_on(R"({"event":"enter","move":"b","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":8,"kind":"horizon"}
{"event":"leave","value":8,"legal":2}
{"event":"leave","value":8}
)")),
      "count@4 search_value@1");
}

// An engine that generates the moves before it probes the table was REFUTED.
TEST(CountOfMoves, OfAnAnsweredNodeIsNotSearched) {
  const VerifyReport report =
      judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","key":2,"depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"store","value":9,"depth":0}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","key":2,"depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"probe","value":9,"used":"answered","depth":0}
{"event":"leave","value":9,"legal":7}
{"event":"leave","value":9,"legal":2}
{"event":"end_search","value":9,"lower":9,"upper":9}
)",
                   "", R"("usual","legal")");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// A node with moves and depth left that ended without a reason was VERIFIED under an assumption.
TEST(CountOfMoves, OfALeafWithDepthLeftNeedsAReason) {
  const auto report_on = [](const char* depth, const char* fields) {
    return judge_labels(std::string(R"({"event":"pass","depth":2}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf")") +
                            depth + R"(}
{"event":"leave","value":9)" +
                            fields +
                            R"(}
{"event":"leave","value":9,"legal":1}
{"event":"end_search","value":9,"lower":9,"upper":9}
)",
                        "", R"("usual","legal")");
  };
  for (const char* depth : {R"(,"depth":1)", ""}) {
    const VerifyReport report = report_on(depth, R"(,"legal":1)");
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
    EXPECT_TRUE(outline_says(report, "declare its kind")) << outline(report);
  }
  EXPECT_EQ(report_on(R"(,"depth":1)", "").verdict, Verdict::kVerified);
  EXPECT_EQ(report_on(R"(,"depth":0)", R"(,"legal":1)").verdict, Verdict::kVerified);
  EXPECT_EQ(report_on(R"(,"depth":1)", R"(,"legal":1,"kind":"draw")").verdict, Verdict::kVerified);
}

// A move called illegal was dropped although its rows show a result.
TEST(EmptyMaximum, HidesNoMoveThatHasAResult) {
  const auto report_on = [](const std::string& rows) {
    return judge_labels(R"({"event":"enter","side":"max","alpha":-9,"beta":9}
{"event":"enter","move":"a","side":"min","alpha":-9,"beta":9}
)" + rows + R"({"event":"leave","kind":"illegal"}
{"event":"enter","move":"b","side":"min","alpha":-9,"beta":9}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3}
)",
                        "", R"("usual","legal")");
  };
  EXPECT_EQ(assumed_kinds(report_on("")), "");
  for (const char* rows : {R"({"event":"bound","alpha":-9,"beta":8,"cause":"stand_pat"})",
                           R"({"event":"store","value":9,"depth":1})"}) {
    EXPECT_EQ(assumed_kinds(report_on(std::string(rows) + "\n")), "move_list") << rows;
  }
  EXPECT_EQ(assumed_kinds(
                report_on(R"({"event":"enter","role":"null_move","side":"max","alpha":-9,"beta":9}
{"event":"leave","value":8,"kind":"horizon"}
)")),
            "move_list");
}

}  // namespace
}  // namespace plytrace::test
