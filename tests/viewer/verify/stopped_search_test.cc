// SPDX-License-Identifier: MIT
//
// Covers verify on searches that a limit stopped in a later pass than the one that they claim.
#include <gmock/gmock.h>

#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using verify::Verdict;
using verify::VerifyReport;

// A finished iteration of depth 1 worth 5, and one of depth 2 that stops below its root. `end_pass`
// and `end`: fields of the lines that end the second iteration and the search.
std::string stopped_lines(const std::string& end_pass, const std::string& end,
                          const std::string& inside = "") {
  return search_line() + "{\"event\":\"pass\",\"depth\":1,\"alpha\":-99,\"beta\":99}\n" +
         root_line(1, -99, 99) + leaf_lines("a", "min", 0, -99, 99, 5) + bound_line(5, 99) +
         leaf_lines("b", "min", 0, 5, 99, 4) + leave_line(5, ",\"legal\":2") +
         "{\"event\":\"end_pass\"}\n{\"event\":\"pass\",\"depth\":2,\"alpha\":-99,\"beta\":99}\n" +
         root_line(2, -99, 99) + enter_line("a", "min", 1, -99, 99) + inside +
         "{\"event\":\"leave\"}\n{\"event\":\"leave\"}\n{\"event\":\"end_pass\"" + end_pass +
         "}\n" + end_line(end);
}
VerifyReport judged_stop(const std::string& end_pass, const std::string& end,
                         const std::string& inside = "") {
  return judged_engine(stopped_lines(end_pass, end, inside));
}

constexpr const char* kLimit = ",\"status\":\"time_limit\"";
constexpr const char* kClaim =
    ",\"value\":5,\"lower\":5,\"upper\":5,\"completed_depth\":1,\"best_move\":\"a\"";

// A search that the clock stops claims the value of its last finished iteration. It was INCOMPLETE
// whatever the engine reported, though the finished iteration proves the claim.
TEST(StoppedSearch, TheClaimOfAFinishedPassIsVerified) {
  const VerifyReport report = judged_stop(kLimit, std::string(kLimit) + kClaim);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_TRUE(report.unconditional);
  EXPECT_EQ(report.proven, (verify::Interval{5, 5}));
  EXPECT_THAT(report.reasons, IsEmpty());
  EXPECT_THAT(report.hints,
              ElementsAre("the search was stopped (time_limit); its claim is that of pass 1, and "
                          "nothing is claimed of pass 2"));
  ASSERT_EQ(report.passes.size(), 2U);
  EXPECT_EQ(report.passes[1].verdict, Verdict::kIncomplete);
}

// The status may be left out: a root without a value was stopped.
TEST(StoppedSearch, APassWhoseRootHasNoValueNeedsNoStatus) {
  for (const char* status : {"", kLimit, ",\"status\":\"interrupted\""}) {
    const VerifyReport report = judged_stop("", std::string(status) + kClaim);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << status << outline(report);
  }
}

TEST(StoppedSearch, APassThatEndsBeforeItsRootIsNotNeeded) {
  const VerifyReport report = judged_engine(
      search_line() + root_line(1, -99, 99) + leaf_lines("a", "min", 0, -99, 99, 5) +
      bound_line(5, 99) + leave_line(5, ",\"legal\":1") +
      "{\"event\":\"pass\",\"depth\":2}\n{\"event\":\"end_pass\",\"status\":\"time_limit\"}\n" +
      end_line(std::string(kLimit) + kClaim));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

TEST(StoppedSearch, WhatTheFinishedPassDoesNotShowIsIncomplete) {
  for (const char* end : {
           ",\"value\":5,\"best_move\":\"a\"",                            // no claim
           ",\"value\":5,\"lower\":5,\"upper\":5",                        // of no depth
           ",\"value\":5,\"lower\":5,\"upper\":5,\"completed_depth\":2",  // of the other pass
           ",\"lower\":5,\"upper\":5,\"completed_depth\":1,\"best_move\":\"b\"",  // a worse move
           ",\"lower\":5,\"upper\":5,\"completed_depth\":1,\"pv\":[\"b\"]",
           ",\"value\":9,\"lower\":5,\"completed_depth\":1",  // a value of the stopped pass
       }) {
    const VerifyReport report = judged_stop(kLimit, std::string(kLimit) + end);
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << end << outline(report);
    EXPECT_THAT(report.reasons, ::testing::Not(IsEmpty())) << end;
  }
}

// A value of the stopped pass as a claim about the finished one is wrong.
TEST(StoppedSearch, AClaimThatTheFinishedPassContradictsIsRefuted) {
  const VerifyReport report = judged_stop(
      kLimit, std::string(kLimit) + ",\"value\":9,\"lower\":9,\"upper\":9,\"completed_depth\":1");
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_THAT(blamed(report), HasSubstr("search_value"));
}

// The rows of the stopped pass are judged like all others.
TEST(StoppedSearch, AFaultInTheStoppedPassIsAFinding) {
  const VerifyReport report =
      judged_stop(kLimit, std::string(kLimit) + kClaim,
                  enter_line("c", "max", 0, 50, 40) + leave_line(1, ",\"kind\":\"horizon\""));
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
}

// An earlier pass may hold the origin of a table entry that the claim rests on.
TEST(StoppedSearch, APassThatWasStoppedBeforeTheClaimIsNeeded) {
  const VerifyReport report =
      judged_engine(search_line() + root_line(1, -99, 99) + enter_line("a", "min", 0, -99, 99) +
                    "{\"event\":\"leave\"}\n{\"event\":\"leave\"}\n" + root_line(1, -99, 99) +
                    leaf_lines("a", "min", 0, -99, 99, 5) + bound_line(5, 99) +
                    leave_line(5, ",\"legal\":1") + end_line(kClaim));
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
}

// A recording that lacks events proves nothing, in whichever pass they were.
TEST(StoppedSearch, MissingEventsAreNotForgiven) {
  const VerifyReport report = judged_engine(stopped_lines(kLimit, std::string(kLimit) + kClaim) +
                                            "{\"event\":\"missing\",\"events\":1}\n");
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
}

}  // namespace
}  // namespace plytrace::test
