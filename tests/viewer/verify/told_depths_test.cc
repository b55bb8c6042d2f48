// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/node and viewer/verify/pass: depths that follow from leaves and moves where
// no row reports any, and the passes that decide.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::VerifyReport;

constexpr const char* kUniform = R"("uniform":true)";
constexpr const char* kLegal = R"("usual","legal")";

// A node took its own score instead of its moves, as at the horizon, although these moves belong to
// the main search.
TEST(DepthByRows, ANodeWithMovesHasDepthLeft) {
  const VerifyReport report = judge_labels(R"({"event":"enter","side":"max","alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","alpha":-99,"beta":99}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":9,"score":9,"legal":1}
{"event":"end_search","value":9,"lower":9,"upper":9}
)",
                                           kUniform, kLegal);
  EXPECT_EQ(assumed_kinds(report), "reduced") << outline(report);
}

// A search that declares itself uniform evaluated one move a ply earlier than another.
TEST(DepthByRows, LeavesOfAUniformSearchLieAtOnePly) {
  const auto report_on = [](const char* b) {
    return judge_labels(std::string(R"({"event":"enter","side":"max","alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","alpha":-99,"beta":99}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","alpha":-99,"beta":99}
)") + b + R"({"event":"leave","value":3,"legal":2}
{"event":"end_search","value":3,"lower":3,"upper":3}
)",
                        kUniform, kLegal);
  };
  EXPECT_EQ(assumed_kinds(report_on(R"({"event":"leave","value":2,"kind":"horizon"}
)")),
            "");
  EXPECT_EQ(
      assumed_kinds(report_on(R"({"event":"enter","move":"x","side":"max","alpha":-99,"beta":99}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"leave","value":2,"legal":1}
)")),
      "reduced");
}

// An entry was stored for depth 3 above a leaf at the horizon.
TEST(DepthByRows, AStoreIsNoDeeperThanItsLeaves) {
  const VerifyReport report =
      judge_labels(R"({"event":"enter","side":"max","alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"a","side":"min","alpha":-99,"beta":99}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"store","value":3,"bound":"exact","depth":3}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3}
)",
                   kUniform, kLegal);
  EXPECT_EQ(blamed(report), "store@1") << outline(report);
}

// A singular search of a node whose only move was left out made the verdict INCOMPLETE.
TEST(DepthByRows, ANodeThatLeftOutItsOnlyMoveIsNoBlindLeaf) {
  const VerifyReport report = judge_labels(R"({"event":"enter","side":"max","alpha":-9,"beta":9}
{"event":"enter","role":"probe","side":"max","alpha":1,"beta":2}
{"event":"exclude","moves":["a"]}
{"event":"leave","value":1,"legal":0}
{"event":"enter","move":"a","side":"min","alpha":-9,"beta":9}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3}
)",
                                           "", R"("legal")");
  EXPECT_EQ(report.verdict, verify::Verdict::kVerified) << outline(report);
}

// An honest engine left out a move from its second iteration on. The first one, of less depth, was
// taken for the pass that decides, because it had more moves: REFUTED.
TEST(DecidingPasses, AreChosenByDepthBeforeMoves) {
  const auto report_on = [](const char* end) {
    return judge_labels(std::string(R"({"event":"pass","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":-9,"beta":9}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"leave","value":5,"legal":2}
{"event":"pass","depth":2}
{"event":"enter","side":"max","depth":2,"alpha":-9,"beta":9}
{"event":"exclude","moves":["b"]}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":-9,"beta":9}
{"event":"enter","move":"c","side":"max","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"legal":1}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3)") +
                            end + "}\n",
                        "", kLegal);
  };
  for (const char* end :
       {"", R"(,"lower":3,"upper":3)", R"(,"lower":3,"upper":3,"completed_depth":2)"})
    EXPECT_EQ(assumed_kinds(report_on(end)), "forward") << end;
}

// The value of the second line was taken for that of the search, which reported none.
TEST(DecidingPasses, AFurtherLineGivesNoValue) {
  const VerifyReport report = judge_labels(R"({"event":"pass","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":-9,"beta":9}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"leave","value":5,"legal":2}
{"event":"pass","purpose":"multipv","depth":1}
{"event":"enter","side":"max","depth":1,"alpha":-9,"beta":9}
{"event":"exclude","moves":["a"]}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"leave","value":1,"legal":1}
{"event":"end_search"}
)",
                                           "", kLegal);
  EXPECT_EQ(report.verdict, verify::Verdict::kVerified) << outline(report);
}

}  // namespace
}  // namespace plytrace::test
