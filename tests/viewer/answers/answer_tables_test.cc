// SPDX-License-Identifier: MIT
#include "viewer/answers/answer_tables.h"

#include <gtest/gtest.h>

namespace plytrace::test {
namespace {

PassStats three_plies() {
  PassStats stats;
  for (const std::int64_t nodes : {1, 3, 9}) {
    PlySummaryRow row;
    row.ply = static_cast<std::int64_t>(stats.plies.size());
    row.nodes = nodes;
    (row.ply < 2 ? row.interior : row.horizon) = nodes;
    stats.plies.push_back(row);
    add_counts(stats.total, row);
  }
  return stats;
}

TEST(AnswerTables, PliesThatAreLeftOutAreOneRowBelow) {
  const text::AnswerTable all = plies_table(three_plies(), 3);
  EXPECT_EQ(all.json().size(), 3U);
  EXPECT_TRUE(all.json_below(kDeeperPlies).is_null());
  const text::AnswerTable one = plies_table(three_plies(), 1);
  EXPECT_EQ(one.json().size(), 1U);
  EXPECT_EQ(one.json_below(kDeeperPlies).at("ply"), 1);
  EXPECT_EQ(one.json_below(kDeeperPlies).at("nodes"), 12);
  EXPECT_EQ(one.json_below(kAllPlies).at("nodes"), 13);
  EXPECT_FALSE(one.json_below(kAllPlies).contains("ply"));
}

TEST(AnswerTables, KindsThatDoNotOccurHaveNoColumnForPeople) {
  EXPECT_EQ(
      plies_table(three_plies(), 3).for_people().text(),
      "ply  nodes  interior  horizon  alpha cuts  beta cuts  by 1st move  skipped  branching\n"
      "  0      1         1        0           0          0            -        0       3.00\n"
      "  1      3         3        0           0          0            -        0       3.00\n"
      "  2      9         0        9           0          0            -        0          -\n"
      "all     13         4        9           0          0            -        0       3.00\n");
  EXPECT_EQ(plies_table(three_plies(), 3).json()[0].at("table"), 0);
}

TEST(AnswerTables, ComparedPliesAreFoldedToo) {
  Comparison found;
  found.by_ply = {{0, 1, 1, 0, 0}, {1, 4, 3, 1, 0}, {2, 8, 2, 6, 0}};
  found.a.nodes = 13;
  found.b.nodes = 6;
  const text::AnswerTable table = plies_table(found, 1);
  EXPECT_EQ(table.for_people().text(),
            "   ply  nodes A  nodes B  only A  only B    B / A\n"
            "     0        1        1       0       0  100.0 %\n"
            "deeper       12        5       7       0   41.7 %\n"
            "   all       13        6       0       0   46.2 %\n");
  EXPECT_EQ(table.json_below(kDeeperPlies).dump(),
            R"({"ply":1,"nodes_a":12,"nodes_b":5,"only_a":7,"only_b":0})");
}

// The share of a recording of 100 nodes was given as 16630.0 %.
TEST(AnswerTables, ComparedPliesOfAPartialRecordingHaveNoShare) {
  Comparison found;
  found.by_ply = {{0, 1, 1, 0, 0}};
  found.a.nodes = found.b.nodes = 1;
  found.a.unrecorded = 12;
  EXPECT_EQ(plies_table(found, 1).for_people().text(),
            "ply  nodes A  nodes B  only A  only B\n"
            "  0        1        1       0       0\n"
            "all        1        1       0       0\n");
}

// `stats` named passes by row id, but `report` by number in the search, as --pass does.
TEST(AnswerTables, PassesAreCountedWithinTheirSearch) {
  PassStats stats;
  for (const std::int64_t ordinal : {1, 2, 3}) {
    PassCounts pass;
    pass.row.id = 10 + ordinal;
    pass.row.ordinal = ordinal;
    pass.total.nodes = 4 * ordinal;
    stats.passes.push_back(pass);
  }
  stats.cost.passes = 5;
  const text::Json last = passes_table(stats, 2).json();
  ASSERT_EQ(last.size(), 2U);
  EXPECT_EQ(last[0].at("pass"), 2);
  EXPECT_EQ(last[0].at("growth"), 2);
  EXPECT_EQ(last[1].at("growth"), 1.5);
  EXPECT_EQ(last[1].at("status"), "running");
  EXPECT_EQ(passes_left_out(stats, 2), "and 3 earlier ones");
  EXPECT_EQ(passes_left_out(stats, 9), "and 2 earlier ones");
  EXPECT_TRUE(passes_table(stats, 9).json()[0].at("growth").is_null());
}

}  // namespace
}  // namespace plytrace::test
