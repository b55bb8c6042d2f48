// SPDX-License-Identifier: MIT
//
// Covers the depths of table entries of solvers, which report none.
#include <gtest/gtest.h>

#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test {
namespace {

using verify::Verdict;
using verify::VerifyReport;

// --- a solver

// The moves a and b transpose; b is answered by the entry of a. `root`: fields of the first line;
// `more`: further moves of the root; `end`: fields of the last line.
VerifyReport judged_solver(const std::string& root = "", const std::string& more = "",
                           const std::string& end = "", const std::string& probe = "",
                           const std::string& search = "") {
  return judged_engine(search_line(search) + R"({"event":"enter","side":"max","alpha":-99,)" +
                       "\"beta\":99,\"key\":1" + root + "}\n" + R"(
{"event":"enter","move":"a","side":"min","alpha":-99,"beta":99,"key":2}
{"event":"enter","move":"c","side":"max","alpha":-99,"beta":99,"key":3}
{"event":"leave","value":5,"kind":"terminal"}
{"event":"bound","alpha":-99,"beta":5}
{"event":"store","bound":"exact","value":5}
{"event":"leave","value":5,"legal":1}
{"event":"bound","alpha":5,"beta":99}
{"event":"enter","move":"b","side":"min","alpha":5,"beta":99,"key":2}
{"event":"probe","value":5,"bound":"exact","used":"answered")" +
                       probe + "}\n{\"event\":\"leave\",\"value\":5,\"kind\":\"table\"}\n" + more +
                       "{\"event\":\"leave\",\"value\":5}\n" +
                       end_line(",\"value\":5,\"lower\":5,\"upper\":5" + end));
}

// Each answer of a solver's table was counted as the assumption `deeper`: up to 1,104 times, and
// nothing that the engine could have reported would have helped.
TEST(EntriesOfASolver, AreNoDeeperThanAskedFor) {
  const VerifyReport report = judged_solver();
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(times_assumed(report, verify::Assumption::kDeeper), 0U) << outline(report);
}

// Any sign that some value has a depth brings the assumption back.
TEST(EntriesOfASolver, AreThoseOfASearchWithoutAnyDepth) {
  const std::string enter = R"({"event":"enter","move":"d","side":"min","alpha":5,"beta":99})"
                            "\n";
  const std::string horizon = enter + leave_line(4, ",\"kind\":\"horizon\"");
  const std::string quiet = enter +
                            R"({"event":"enter","role":"hand_over","phase":"quiescence",)"
                            R"("side":"min","alpha":5,"beta":99})"
                            "\n" +
                            leave_line(4, ",\"kind\":\"terminal\"") + leave_line(4);
  for (const VerifyReport& report :
       {judged_solver("", horizon), judged_solver("", quiet), judged_solver(",\"depth\":9"),
        judged_solver("", "", ",\"completed_depth\":9"),
        judged_solver("", "", "", "", ",\"depth\":9")}) {
    EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
    EXPECT_GT(times_assumed(report, verify::Assumption::kDeeper), 0U) << outline(report);
  }
}

}  // namespace
}  // namespace plytrace::test
