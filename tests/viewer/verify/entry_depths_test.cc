// SPDX-License-Identifier: MIT
//
// Covers the depths of table entries: of solvers, which report none, and of probes that report a
// depth with which nothing was stored.
#include <gmock/gmock.h>

#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
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

// --- a depth that was not stored

// The move a stores depth 1 under key 2, and the probe at b says `stored_depth`. `before`: events
// of the root before its first move.
VerifyReport judged_probe(const std::string& stored_depth, const std::string& before = "",
                          const std::string& store_depth = ",\"depth\":1",
                          const std::string& captured = R"("usual","keys")") {
  return judged_engine(
      search_line("", captured) + root_line(2, -99, 99, ",\"key\":1") + before +
      enter_line("a", "min", 1, -99, 99, ",\"key\":2") +
      leaf_lines("c", "max", 0, -99, 99, 5, ",\"key\":3") + bound_line(-99, 5) +
      "{\"event\":\"store\",\"bound\":\"exact\",\"value\":5" + store_depth + "}\n" + leave_line(5) +
      bound_line(5, 99) + enter_line("b", "min", 1, 5, 99, ",\"key\":2") +
      "{\"event\":\"probe\",\"value\":5,\"bound\":\"exact\",\"used\":\"answered\"" + stored_depth +
      "}\n" + leave_line(5, ",\"kind\":\"table\"") + leave_line(5) +
      end_line(",\"value\":5,\"lower\":5,\"upper\":5"));
}

// The key of a table lacked the depth, and its probes reported the depth that they asked for. Only
// the assumption `table_origin` showed it.
TEST(DepthOfAProbe, ThatNoStoreOfItsKeyHasIsAWarning) {
  const VerifyReport report = judged_probe(",\"stored_depth\":3");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(warned(report), "table_depth@4") << outline(report);
  EXPECT_THAT(report.warnings.front().message,
              HasSubstr("its table entry has depth 3 according to the probe, but was stored with "
                        "depth 1, and no store of its key has depth 3"));
  EXPECT_EQ(warned(judged_probe(",\"stored_depth\":1")), "");
  EXPECT_EQ(warned(judged_probe("")), "");
}

TEST(DepthOfAProbe, ThatMayBeOfAnotherStoreIsNoWarning) {
  const std::string three = ",\"stored_depth\":3";
  // An entry from before the search: there may be others.
  const std::string old = R"({"event":"probe","key":77,"value":1,"bound":"exact","used":"no"})"
                          "\n";
  EXPECT_EQ(warned(judged_probe(three, old)).find("table_depth"), std::string::npos);
  // A store of the key that reports no depth, and stores that are not all reported.
  EXPECT_EQ(warned(judged_probe(three, "", "")).find("table_depth"), std::string::npos);
  EXPECT_EQ(warned(judged_probe(three, "", ",\"depth\":1",
                                R"("windows","bounds","cutoffs","roles","scores","probes")"))
                .find("table_depth"),
            std::string::npos);
  // The same entry was stored before with that depth.
  const std::string deeper = R"({"event":"store","key":2,"bound":"lower","value":-99,"depth":3})"
                             "\n";
  EXPECT_EQ(warned(judged_probe(three, deeper)).find("table_depth"), std::string::npos);
}

}  // namespace
}  // namespace plytrace::test
