// SPDX-License-Identifier: MIT
//
// Covers verify_trace.cc on files of many searches: a match, or a suite of positions.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "tests/viewer/verify/verify_support.h"
#include "viewer/verify/whole_file.h"

namespace plytrace::test {
namespace {

// Three nodes: a MAX root with the moves a, worth 1, and b, worth 2.
std::string search_of(int position, int claim) {
  const std::string value = std::to_string(claim);
  return R"({"event":"search","game":"mine","position":")" + std::to_string(position) +
         R"(","captured":["windows","bounds","cutoffs","roles","scores","legal"]}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"bound","alpha":1,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","alpha":1,"beta":"+inf"}
{"event":"leave","value":2,"kind":"terminal"}
{"event":"bound","alpha":2,"beta":"+inf"}
{"event":"leave","value":)" +
         value + R"(,"best_move":"b","legal":2}
{"event":"end_search","value":)" +
         value + R"(,"lower":)" + value + R"(,"upper":)" + value + "}\n";
}

// `count` searches; each `wrong`th claims 3.
std::string searches(int count, int wrong) {
  std::string lines;
  for (int i = 1; i <= count; ++i) lines += search_of(i, i % wrong == 0 ? 3 : 2);
  return lines;
}

// Each search read the passes and table probes of all others and counted the passes of each: 1,000
// searches took a minute, 5,000 would have taken hours.
TEST(ManySearches, FiveThousandAreJudgedWithOneReadingOfWhatTheyShare) {
  const ScratchFolder folder;
  const auto reader = TraceReader::open(imported(folder, searches(5000, 1000)));
  ASSERT_TRUE(reader);
  verify::WholeFile file(*reader);
  std::map<verify::Verdict, int> verdicts;
  std::uint64_t nodes = 0;
  for (const SearchRow& search : reader->searches()) {
    const auto report = verify::verify_trace(file, search, {});
    ASSERT_TRUE(report);
    ++verdicts[report->verdict];
    nodes += report->nodes;
  }
  EXPECT_EQ(verdicts[verify::Verdict::kVerified], 4995);
  EXPECT_EQ(verdicts[verify::Verdict::kRefuted], 5);
  EXPECT_EQ(nodes, 15000u);
  EXPECT_EQ(file.readings(), 1);
}

TEST(ManySearches, WhatTheyShareIsReadAgainWhenTheFileHasGrown) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, searches(2, 9));
  const auto reader = TraceReader::open(trace);
  ASSERT_TRUE(reader);
  verify::WholeFile file(*reader);
  ASSERT_TRUE(verify::verify_trace(file, reader->searches().front(), {}));
  sql(trace, "UPDATE search SET position = 'another' WHERE id = 2");
  const auto report = verify::verify_trace(file, reader->searches().back(), {});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->verdict, verify::Verdict::kVerified);
  EXPECT_EQ(file.readings(), 2);
}

TEST(ManySearches, EachHasALineAndTheLastLineCountsTheVerdicts) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, searches(12, 12));
  const ProgramResult result = plytrace({"verify", trace});
  EXPECT_EQ(result.exit_code, 1);
  for (int i = 1; i <= 11; ++i) {
    EXPECT_NE(
        result.out.find("VERIFIED: " + trace + ", search " + std::to_string(i) + ": 3 nodes\n"),
        std::string::npos);
  }
  EXPECT_NE(result.out.find("REFUTED: " + trace + ", search 12: value"), std::string::npos);
  EXPECT_TRUE(result.out.ends_with("\n12 searches: 11 VERIFIED, 1 REFUTED\n")) << result.out;
}

TEST(ManySearches, AFewAreNotCounted) {
  const ScratchFolder folder;
  const ProgramResult result = plytrace({"verify", imported(folder, searches(10, 99))});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out.find(" searches: "), std::string::npos) << result.out;
}

TEST(ManySearches, TenThousandLinesOfAVerdictAreListed) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, searches(10003, 10003));
  const ProgramResult few = plytrace({"verify", trace});
  EXPECT_TRUE(
      few.out.ends_with("\n10,003 searches: 10,002 VERIFIED, 1 REFUTED; 2 VERIFIED lines "
                        "left out (--limit 0 shows all)\n"))
      << few.out.substr(few.out.size() - 300);
  EXPECT_EQ(std::count(few.out.begin(), few.out.end(), '\n'), 10002);
  const ProgramResult all = plytrace({"verify", trace, "--limit", "0"});
  EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 10004);
}

TEST(ManySearches, ASearchIsJudgedAmongOthersAsItIsAlone) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, searches(5, 3));
  const auto together = parse_json(plytrace({"verify", trace, "--format", "json"}).out);
  ASSERT_EQ(together["results"].size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const auto alone = parse_json(
        plytrace({"verify", trace, "--format", "json", "--search", std::to_string(i + 1)}).out);
    EXPECT_EQ(together["results"][i], alone["results"][0]);
  }
}

// Each table update judged all entries again, so three entries counted as six assumptions.
TEST(ManySearches, AnEntryIsJudgedOnceHoweverOftenTheWindowNarrows) {
  const ScratchFolder folder;
  const std::string trace = imported(
      folder,
      R"({"event":"search","game":"mine","captured":["windows","bounds","cutoffs","roles","scores","legal","probes","stores"]}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"probe","key":9,"value":9,"bound":"upper","used":"narrowed","depth":1}
{"event":"bound","alpha":"-inf","beta":9,"cause":"table"}
{"event":"probe","key":9,"value":8,"bound":"upper","used":"narrowed","depth":1}
{"event":"bound","alpha":"-inf","beta":8,"cause":"table"}
{"event":"probe","key":9,"value":7,"bound":"upper","used":"narrowed","depth":1}
{"event":"bound","alpha":"-inf","beta":7,"cause":"table"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":7}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"bound","alpha":1,"beta":7}
{"event":"leave","value":1,"best_move":"a","legal":1}
{"event":"end_search","value":1,"lower":1,"upper":1}
)");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.assumptions_text(), "3 table_origin") << outline(report);
}

}  // namespace
}  // namespace plytrace::test
