// SPDX-License-Identifier: MIT
#include "viewer/meaning/view.h"

#include <gtest/gtest.h>

#include <cmath>

namespace plytrace::text {
namespace {

NodeRow node_of(format::Side side) {
  NodeRow node;
  node.side = side;
  node.alpha = 0;
  node.beta = 5;
  node.value = 3;
  node.score = 2;
  node.credited = 4;
  node.bound = Bound::kLower;
  node.depth = 7;
  return node;
}

TEST(View, TurnsEveryScoreOfAMinNodeAndNothingElse) {
  const NodeRow seen = View::of_side_to_move()(node_of(format::Side::kMin));
  EXPECT_EQ(seen.alpha, -5);
  EXPECT_EQ(seen.beta, 0);
  EXPECT_FALSE(std::signbit(*seen.beta));
  EXPECT_EQ(seen.value, -3);
  EXPECT_EQ(seen.score, -2);
  EXPECT_EQ(seen.credited, -4);
  EXPECT_EQ(seen.bound, Bound::kUpper);
  EXPECT_EQ(seen.depth, 7);
  EXPECT_EQ(View::of_side_to_move()(node_of(format::Side::kMax)).value, 3);
  EXPECT_EQ(View()(node_of(format::Side::kMin)).value, 3);
}

TEST(View, TurnsTheEventsOfAMinNode) {
  CutoffRow cutoff;
  cutoff.kind = format::CutoffKind::kAlpha;
  cutoff.value = 1;
  cutoff.alpha = 2;
  cutoff.beta = 9;
  cutoff.skipped = 3;
  const CutoffRow seen = View::of_side_to_move()(cutoff, format::Side::kMin);
  EXPECT_EQ(seen.kind, format::CutoffKind::kBeta);
  EXPECT_EQ(seen.value, -1);
  EXPECT_EQ(seen.alpha, -9);
  EXPECT_EQ(seen.beta, -2);
  EXPECT_EQ(seen.skipped, 3);
  TableProbeRow probe;
  probe.value = 4;
  probe.raw = 6;
  probe.bound = Bound::kLower;
  const TableProbeRow entry = View::of_side_to_move()(probe, format::Side::kMin);
  EXPECT_EQ(entry.value, -4);
  EXPECT_EQ(entry.raw, -6);
  EXPECT_EQ(entry.bound, Bound::kUpper);
}

}  // namespace
}  // namespace plytrace::text
