// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/pass/search_rules: the best move and the variation that a search reports,
// held against the moves of its roots.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;
using verify::VerifyReport;

// Without bound events no row names the best child, and any best move of the search passed.
TEST(ReportedBestMove, IsHeldAgainstTheMovesOfTheRoot) {
  const auto report_on = [](const char* end) {
    return judge_labels(std::string(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"enter","move":"b","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":5,"kind":"terminal"}
{"event":"leave","value":5,"legal":2}
{"event":"end_search","value":5,"lower":5,"upper":5,)") +
                        end + "}\n");
  };
  EXPECT_EQ(blamed(report_on(R"("best_move":"b","pv":["b"])")), "");
  EXPECT_EQ(blamed(report_on(R"("best_move":"a")")), "search@1");
  EXPECT_EQ(blamed(report_on(R"("best_move":"zz")")), "search@1");
  EXPECT_EQ(blamed(report_on(R"("pv":["a"])")), "search@1");
}

// MTD(f) ends with a root that failed low. The best move of its search was compared with nothing.
TEST(ReportedBestMove, IsHeldAgainstEveryDecidingRoot) {
  const auto report_on = [](const char* best) {
    return judge_labels(std::string(R"({"event":"pass","purpose":"probe","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":4,"beta":5}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":4,"beta":5}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":5,"skipped":1,"alpha":4,"beta":5}
{"event":"leave","value":5,"legal":2}
{"event":"pass","purpose":"probe","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":5,"beta":6}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":5,"beta":6}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":5,"beta":6}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":5,"legal":2}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":1,)") +
                            best + "}\n",
                        "", R"("usual","legal")");
  };
  EXPECT_EQ(report_on(R"("best_move":"a","pv":["a"])").verdict, Verdict::kVerified);
  for (const char* wrong : {R"("best_move":"b")", R"("pv":["b","a"])"}) {
    const VerifyReport report = report_on(wrong);
    EXPECT_EQ(blamed(report), "search@3") << outline(report);
    EXPECT_TRUE(outline_says(report, "is b, its nodes say a")) << outline(report);
  }
  const VerifyReport none = report_on(R"("best_move":"zz")");
  EXPECT_TRUE(outline_says(none, "is zz, its nodes say a move of the root")) << outline(none);
}

// No window was recorded and no way of failing declared, so no value of a child was believed,
// though its rows prove it. Leave and end_search reported the same wrong move, and the search was
// VERIFIED.
TEST(ReportedBestMove, IsHeldAgainstTheProofWhereNoWindowIsRecorded) {
  const auto report_on = [](const char* captured) {
    const ScratchFolder folder;
    const std::string lines =
        std::string(R"({"event":"search","uniform":true,"captured":[)") + captured + R"(]}
{"event":"enter","side":"max","depth":2}
{"event":"enter","move":"a","side":"min","depth":1}
{"event":"enter","move":"x","side":"max","depth":0}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"leave","value":4,"legal":1}
{"event":"enter","move":"b","side":"min","depth":1}
{"event":"enter","move":"y","side":"max","depth":0}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"leave","value":9,"legal":1}
{"event":"leave","value":9,"legal":2,"best_move":"a"}
{"event":"end_search","value":9,"lower":9,"upper":9,"completed_depth":2,"best_move":"a"}
)";
    return judge(imported(folder, lines));
  };
  const VerifyReport wrong =
      report_on(R"("roles","scores","probes","stores","legal","bounds","cutoffs")");
  EXPECT_EQ(blamed(wrong), "search@1") << outline(wrong);
  EXPECT_TRUE(outline_says(wrong, "best_move is a, its nodes say b")) << outline(wrong);
  // Without roles, a child may be something else than a move.
  EXPECT_EQ(report_on(R"("legal","bounds","cutoffs")").verdict, Verdict::kIncomplete);
}

// The move that the finding names was the best child of a root that failed low.
TEST(ReportedBestMove, IsReplacedByTheFirstMoveThatReachesTheValue) {
  const VerifyReport report = judge_labels(R"({"event":"pass","purpose":"probe","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":4,"beta":5}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":4,"beta":5}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":5,"skipped":2,"alpha":4,"beta":5}
{"event":"leave","value":5,"legal":3,"best_move":"a"}
{"event":"pass","purpose":"probe","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":5,"beta":6}
{"event":"enter","move":"c","side":"min","depth":0,"alpha":5,"beta":6}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":5,"beta":6}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":5,"beta":6}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":5,"legal":3,"best_move":"c"}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":1,"best_move":"b"}
)",
                                           "", R"("usual","legal")");
  EXPECT_EQ(blamed(report), "search@3") << outline(report);
  EXPECT_TRUE(outline_says(report, "is b, its nodes say a")) << outline(report);
}

}  // namespace
}  // namespace plytrace::test
