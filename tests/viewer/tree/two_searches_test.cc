// SPDX-License-Identifier: MIT
#include "viewer/tree/two_searches.h"

#include <gtest/gtest.h>

namespace plytrace::tree {
namespace {

CutoffRow forward_cut(int number, format::Cause cause) {
  CutoffRow row;
  row.kind = format::CutoffKind::kForward;
  row.cause = cause;
  row.skipped = 1;
  row.skipped_moves = "[\"f" + std::to_string(number) + "\"]";
  return row;
}

// Each cutoff had a place of its own: a node with 200 of them took seconds, and its picture was too
// wide to read.
TEST(Skips, ManyForwardCutoffsOfOneCauseShareAPlace) {
  std::vector<CutoffRow> cutoffs;
  for (int i = 0; i < 40; ++i) cutoffs.push_back(forward_cut(i, format::Cause::kFutility));
  const std::vector<Skip> all = skips(cutoffs, {}, {}, {});
  ASSERT_EQ(all.size(), 13u);
  EXPECT_EQ(all[11].count, 1);
  EXPECT_EQ(all[12].count, 28);
  EXPECT_EQ(all[12].names.size(), 28u);
  EXPECT_EQ(all[12].names.front(), "f12");
  EXPECT_EQ(all[12].first, 12u);
}

TEST(Skips, EachCauseAndTheCutoffThatEndsTheNodeStandApart) {
  std::vector<CutoffRow> cutoffs;
  for (int i = 0; i < 40; ++i) {
    cutoffs.push_back(
        forward_cut(i, i % 2 == 0 ? format::Cause::kFutility : format::Cause::kLateMove));
  }
  CutoffRow beta = forward_cut(40, format::Cause::kChild);
  beta.kind = format::CutoffKind::kBeta;
  beta.skipped = 3;
  cutoffs.push_back(beta);
  const std::vector<Skip> all = skips(cutoffs, {}, {}, {});
  ASSERT_EQ(all.size(), 15u);
  EXPECT_EQ(all[12].count, 14);
  EXPECT_EQ(all[13].count, 14);
  EXPECT_EQ(all[14].count, 3);
}

TEST(Skips, WhereOneNumberIsNotKnownThatOfThePlaceIsNot) {
  std::vector<CutoffRow> cutoffs;
  for (int i = 0; i < 20; ++i) cutoffs.push_back(forward_cut(i, format::Cause::kFutility));
  cutoffs[15].skipped.reset();
  cutoffs[15].skipped_moves.reset();
  const std::vector<Skip> all = skips(cutoffs, {}, {}, {});
  ASSERT_EQ(all.size(), 13u);
  EXPECT_EQ(all[12].count, 0);
}

// Each cutoff of the first search read the lists of all cutoffs of the second one again: 20,000 of
// each took minutes.
TEST(Skips, ManyCutoffsOfBothSearchesFindEachOther) {
  constexpr int kMany = 20'000;
  std::vector<CutoffRow> first, second;
  for (int i = 0; i < kMany; ++i) {
    first.push_back(forward_cut(i, format::Cause::kFutility));
    second.push_back(forward_cut(kMany - 1 - i, format::Cause::kFutility));
  }
  const std::vector<Skip> all = skips(first, second, {}, {});
  ASSERT_EQ(all.size(), 13U);
  EXPECT_EQ(all[3].second, kMany - 4U);
  EXPECT_EQ(all[12].names.size(), kMany - 12U);
}

TEST(Skips, TheLastCutoffThatMayHaveSkippedAMoveIsItsOwn) {
  std::vector<CutoffRow> cutoffs{forward_cut(0, format::Cause::kFutility),
                                 forward_cut(1, format::Cause::kFutility),
                                 forward_cut(0, format::Cause::kFutility)};
  EXPECT_EQ(Skippers(cutoffs).of("f0"), 2U);
  EXPECT_EQ(Skippers(cutoffs).of("f1"), 1U);
  EXPECT_EQ(Skippers(cutoffs).of("f2"), std::nullopt);
  EXPECT_EQ(Skippers(cutoffs).last(), 2U);
  // The cutoff does not name the moves that it skipped.
  cutoffs[1].skipped_moves.reset();
  EXPECT_EQ(Skippers(cutoffs).of("f0"), 2U);
  EXPECT_EQ(Skippers(cutoffs).of("f2"), 1U);
  cutoffs[1].skipped = 0;
  EXPECT_EQ(Skippers(cutoffs).of("f2"), std::nullopt);
}

}  // namespace
}  // namespace plytrace::tree
