// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/report and rules: sentences that were false or missing, about best moves
// that are only bounds, equal wins, passes that disagree, and hints that a bug of the engine would
// also trigger.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using verify::Verdict;

std::string search_line(const std::string& captured, const std::string& more = "") {
  return R"({"event":"search","game":"mine","position":"p",)" + more + R"("captured":[)" +
         captured + "]}\n";
}
const char* const kAll = R"("windows","bounds","cutoffs","skipped","roles","scores","legal")";

// The last move was only tested for being better than 3, and returned "at most 3".
std::string tie_by_bound(const std::string& captured) {
  return search_line(captured) + R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"middle","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"1","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"leave","value":3,"legal":1}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"enter","move":"right","side":"min","alpha":3,"beta":"+inf"}
{"event":"enter","move":"1","side":"max","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"cutoff","kind":"alpha","value":3,"alpha":3,"beta":"+inf","skipped":1,"skipped_moves":["2"]}
{"event":"leave","value":3,"legal":2}
{"event":"leave","value":3,"best_move":"right","legal":2}
{"event":"end_search","value":3,"lower":3,"upper":3,"best_move":"right"}
)";
}

// "expected: a counted child that gives 3" did not say which child.
TEST(BestRule, NamesTheChildThatProvesTheValue) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(imported(folder, tie_by_bound(kAll)));
  ASSERT_EQ(blamed(report), "best@1") << outline(report);
  EXPECT_EQ(report.findings[0].expected, "middle (#2), which proves 3");
  EXPECT_THAT(report.findings[0].message, HasSubstr("its best child is right (#4), which gave 3"));
  EXPECT_EQ(warned(report), "");
}

// The warning is also given if an uncaptured event could explain the deviation.
TEST(BestRule, IsAWarningWhereItIsOnlySuspect) {
  const ScratchFolder folder;
  const verify::VerifyReport report =
      judge(imported(folder, tie_by_bound(R"("windows","bounds","cutoffs")")));
  EXPECT_EQ(report.verdict, Verdict::kIncomplete);
  EXPECT_EQ(suspected(report), "best@1");
  ASSERT_EQ(warned(report), "best_is_bound@1");
  EXPECT_THAT(report.warnings[0].message,
              HasSubstr("right (#4) proves only <= 3; middle (#2) proves 3"));
}

TEST(Wins, AnInfiniteLeafIsAWarning) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(imported(folder, search_line(kAll) + R"(
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"min","alpha":"-inf","beta":"+inf","move":"mate"}
{"event":"leave","value":"+inf","kind":"terminal"}
{"event":"leave","value":"+inf","best_move":"mate","legal":1}
{"event":"end_search","value":"+inf"}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(warned(report), "infinite_value@2");
}

// A win in one ply and a win in three plies with the same score.
std::string two_wins(int far) {
  const std::string score = std::to_string(far);
  return search_line(kAll, R"("score_min":-1000,"score_max":1000,)") + R"(
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"min","alpha":"-inf","beta":"+inf","move":"slow"}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf","move":"only"}
{"event":"enter","side":"min","alpha":"-inf","beta":"+inf","move":"mate"}
{"event":"leave","value":)" +
         score + R"(,"kind":"terminal"}
{"event":"leave","value":)" +
         score + R"(,"legal":1}
{"event":"leave","value":)" +
         score + R"(,"legal":1}
{"event":"bound","alpha":)" +
         score + R"(,"beta":"+inf"}
{"event":"enter","side":"min","alpha":)" +
         score + R"(,"beta":"+inf","move":"mate"}
{"event":"leave","value":1000,"kind":"terminal"}
{"event":"leave","value":1000,"legal":2}
{"event":"end_search","value":1000,"lower":1000,"upper":1000}
)";
}

TEST(Wins, OfSeveralLengthsWithOneScoreAreAWarning) {
  const ScratchFolder folder;
  const verify::VerifyReport equal = judge(imported(folder, two_wins(1000)));
  EXPECT_NE(equal.verdict, Verdict::kRefuted) << outline(equal);
  ASSERT_EQ(warned(equal), "equal_wins@1");
  EXPECT_THAT(equal.warnings[0].message, HasSubstr("wins at plies 1 to 3 all score 1000"));
  const verify::VerifyReport shorter = judge(imported(folder, two_wins(998)));
  EXPECT_EQ(warned(shorter), "") << outline(shorter);
}

TEST(Wins, ByANullMoveAreAWarning) {
  const ScratchFolder folder;
  const auto lines = [](int value) {
    const std::string score = std::to_string(value);
    return search_line(kAll, R"("options":{"mate_score":900},)") + R"(
{"event":"enter","side":"max","depth":4,"alpha":10,"beta":20}
{"event":"enter","move":"a","side":"max","depth":3,"alpha":10,"beta":20}
{"event":"enter","role":"null_move","side":"min","depth":1,"alpha":10,"beta":20}
{"event":"leave","value":990,"kind":"terminal"}
{"event":"cutoff","kind":"beta","cause":"null_move","value":)" +
           score + R"(,"alpha":10,"beta":20}
{"event":"leave","value":)" +
           score + R"(}
{"event":"cutoff","kind":"beta","value":)" +
           score + R"(,"alpha":10,"beta":20,"skipped":1}
{"event":"leave","value":)" +
           score + R"(}
{"event":"end_search","value":)" +
           score + R"(}
)";
  };
  EXPECT_THAT(warned(judge(imported(folder, lines(990)))), HasSubstr("null_move_mate@2"));
  EXPECT_THAT(warned(judge(imported(folder, lines(20)))), Not(HasSubstr("null_move_mate")));
}

// Two probes of one depth: at least 5, then at most 4, because the leaf below b changed.
TEST(DisagreeingPasses, NameTheLowestNodeWhereTheyDiffer) {
  const ScratchFolder folder;
  const auto probe = [](int alpha, int beta, int leaf, int value) {
    const std::string window =
        R"("alpha":)" + std::to_string(alpha) + R"(,"beta":)" + std::to_string(beta);
    const auto number = [](int score) { return std::to_string(score); };
    return R"({"event":"pass","purpose":"probe","depth":2,)" + window + "}\n" +
           R"({"event":"enter","side":"max","depth":2,)" + window + "}\n" +
           R"({"event":"enter","move":"b","side":"min","depth":1,)" + window + "}\n" +
           R"({"event":"enter","move":"c","side":"max","depth":0,)" + window + "}\n" +
           R"({"event":"leave","value":)" + number(leaf) + R"(,"kind":"horizon"})" + "\n" +
           R"({"event":"leave","value":)" + number(value) + R"(,"legal":1})" + "\n" +
           R"({"event":"leave","value":)" + number(value) + R"(,"legal":1})" + "\n";
  };
  const verify::VerifyReport report = judge(imported(
      folder, search_line(kAll, R"("uniform":true,)") + probe(4, 5, 5, 5) + probe(4, 5, 4, 4) +
                  "{\"event\":\"end_search\",\"value\":5,\"lower\":5,\"upper\":4}\n"));
  std::string said = outline(report);
  for (const std::string& hint : report.hints) said += hint;
  EXPECT_THAT(said,
              HasSubstr("the lowest node where passes 1 and 2 differ is /b/c: exactly 5 (#3), "
                        "exactly 4 (#6)"));
}

// An entry of too little depth was used. Read in the opposite direction the depths fit, so a hint
// explained the bug away.
TEST(Hints, DepthsThatCountDownAreNotReadUpwards) {
  const ScratchFolder folder;
  std::string lines = search_line(
      R"("windows","bounds","cutoffs","skipped","roles","scores","legal","probes","stores")");
  lines += R"({"event":"enter","side":"max","depth":3,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":2,"alpha":-99,"beta":99}
{"event":"enter","move":"x","side":"max","depth":1,"key":8,"alpha":-99,"beta":99}
{"event":"enter","move":"z","side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"store","key":8,"depth":0,"bound":"exact","value":4}
{"event":"leave","value":4,"legal":1}
{"event":"leave","value":4,"legal":1}
{"event":"bound","alpha":4,"beta":99}
{"event":"enter","move":"b","side":"min","depth":2,"alpha":4,"beta":99}
{"event":"enter","move":"x","side":"max","depth":1,"key":8,"alpha":4,"beta":99}
{"event":"probe","key":8,"depth":1,"used":"answered","stored_depth":0,"bound":"exact","value":4}
{"event":"leave","value":4,"kind":"table"}
{"event":"leave","value":4,"legal":1}
{"event":"leave","value":4,"legal":2}
{"event":"end_search","value":4,"lower":4,"upper":4}
)";
  const verify::VerifyReport report = judge(imported(folder, lines));
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_THAT(blamed(report), HasSubstr("table_depth")) << outline(report);
  EXPECT_THAT(report.hints, IsEmpty());
}

// A move that occurs twice in the move list is searched twice in the same way, which is not a
// re-search.
TEST(Hints, ADuplicateMoveIsNoReSearch) {
  const ScratchFolder folder;
  const auto lines = [](const std::string& first, const std::string& second) {
    return search_line(kAll, R"("fail":"soft",)") + R"(
{"event":"enter","side":"max","depth":2,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":1,)" +
           first + R"(}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"enter","move":"a","side":"min","depth":1,)" +
           second + R"(}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"leave","value":4,"legal":1}
{"event":"end_search","value":4,"lower":4,"upper":4}
)";
  };
  const std::string full = R"("alpha":-99,"beta":99)", null = R"("alpha":8,"beta":9)";
  const verify::VerifyReport twice = judge(imported(folder, lines(full, full)));
  EXPECT_EQ(twice.verdict, Verdict::kRefuted) << outline(twice);
  EXPECT_THAT(twice.hints, IsEmpty());
  // A narrower second window does not hint at a re-search either: the move occurs twice in the
  // list.
  const verify::VerifyReport narrower = judge(imported(folder, lines(full, null)));
  EXPECT_EQ(narrower.verdict, Verdict::kRefuted) << outline(narrower);
  EXPECT_THAT(narrower.hints, IsEmpty());
  const verify::VerifyReport again = judge(imported(folder, lines(null, full)));
  EXPECT_EQ(again.verdict, Verdict::kRefuted) << outline(again);
  ASSERT_EQ(again.hints.size(), 1U) << outline(again);
  EXPECT_THAT(again.hints[0], HasSubstr("role = re_search was meant"));
}

// A legal move named "pass" is not a null move: leaving it out is a bug.
TEST(Hints, ALegalPassIsNoNullMove) {
  const ScratchFolder folder;
  const auto lines = [](int legal) {
    return search_line(kAll, R"("fail":"soft",)") + R"(
{"event":"enter","side":"max","depth":3,"alpha":-99,"beta":99}
{"event":"enter","move":"null","side":"min","depth":2,"alpha":-99,"beta":99}
{"event":"leave","value":9,"kind":"terminal"}
{"event":"enter","move":"a","side":"min","depth":2,"alpha":-99,"beta":99}
{"event":"leave","value":4,"kind":"terminal"}
{"event":"leave","value":4,"legal":)" +
           std::to_string(legal) + R"(}
{"event":"end_search","value":4,"lower":4,"upper":4}
)";
  };
  EXPECT_THAT(judge(imported(folder, lines(2))).hints, IsEmpty());
  const auto hints = judge(imported(folder, lines(1))).hints;
  ASSERT_EQ(hints.size(), 1U);
  EXPECT_THAT(hints[0], HasSubstr("role = null_move was meant"));
}

// A value that is neither the fail-soft nor the fail-hard one is not explained by any fail mode.
TEST(Hints, AValueInsideTheWindowIsNoMixtureOfFailing) {
  const ScratchFolder folder;
  const auto lines = [](int value) {
    const std::string score = std::to_string(value);
    return search_line(kAll, R"("fail":"soft",)") + R"(
{"event":"enter","side":"max","depth":1,"alpha":0,"beta":10}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":0,"beta":10}
{"event":"leave","value":-4,"kind":"horizon"}
{"event":"leave","value":)" +
           score + R"(,"legal":1}
{"event":"end_search","value":)" +
           score + R"(,"upper":0}
)";
  };
  EXPECT_THAT(judge(imported(folder, lines(-2))).hints, IsEmpty());
  EXPECT_THAT(judge(imported(folder, lines(0))).hints,
              ElementsAre("it agrees if fail = hard was meant"));
}

}  // namespace
}  // namespace plytrace::test
