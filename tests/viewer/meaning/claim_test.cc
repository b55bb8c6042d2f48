// SPDX-License-Identifier: MIT
//
// Tests the rule of schemas/trace.sql, node.bound, sentence by sentence.
#include "viewer/meaning/claim.h"

#include <gtest/gtest.h>

namespace plytrace::test {
namespace {

using format::NodeKind;

NodeRow node_of(NodeKind kind, Score value) {
  NodeRow node;
  node.kind = kind;
  node.alpha = 3;
  node.beta = 9;
  node.value = value;
  return node;
}

TEST(Claim, OfAnInnerNodeFollowsFromItsWindow) {
  EXPECT_EQ(claimed_bound(node_of(NodeKind::kInterior, 3)), Bound::kUpper);
  EXPECT_EQ(claimed_bound(node_of(NodeKind::kInterior, 5)), Bound::kExact);
  EXPECT_EQ(claimed_bound(node_of(NodeKind::kInterior, 9)), Bound::kLower);
  NodeRow blind = node_of(NodeKind::kInterior, 5);
  blind.alpha.reset();
  EXPECT_EQ(claimed_bound(blind), std::nullopt);
  EXPECT_EQ(claim_of(NodeRow{}), std::nullopt);
}

TEST(Claim, AnEmptyWindowTakesTheMeaningFromAllButExactValues) {
  NodeRow node = node_of(NodeKind::kInterior, 5);
  node.beta = 3;
  EXPECT_EQ(claimed_bound(node), std::nullopt);
  // A strict search may have a window of one value, which has two sides.
  node.bound = Bound::kLower;
  EXPECT_EQ(claimed_bound(node), Bound::kLower);
  node.bound = Bound::kUpper;
  EXPECT_EQ(claimed_bound(node), std::nullopt);
  node.beta = 2;
  for (const Bound bound : {Bound::kLower, Bound::kUpper}) {
    node.bound = bound;
    EXPECT_EQ(claimed_bound(node), std::nullopt);
  }
  node.bound = Bound::kExact;
  EXPECT_EQ(claimed_bound(node), Bound::kExact);
}

TEST(Claim, OfALeafIsExactUnlessItWasClampedOrStandsForASearch) {
  NodeRow leaf = node_of(NodeKind::kHorizon, 9);
  EXPECT_EQ(claimed_bound(leaf), Bound::kExact);
  leaf.score = 12;
  EXPECT_EQ(claimed_bound(leaf), Bound::kLower);
  leaf.score = 4;
  EXPECT_EQ(claimed_bound(leaf), Bound::kUpper);
  leaf.score.reset();
  EXPECT_EQ(claimed_bound(leaf, Window{3, 9}, /*may_be_clamped=*/true), Bound::kLower);
  leaf.unrecorded = 4;
  EXPECT_EQ(claimed_bound(leaf), Bound::kLower);
  EXPECT_EQ(claimed_bound(node_of(NodeKind::kTable, 9)), Bound::kLower);
}

TEST(Claim, ClaimsThatNoValueSatisfiesExcludeEachOther) {
  const Claim at_least_5{Bound::kLower, 5}, at_most_4{Bound::kUpper, 4},
      exactly_5{Bound::kExact, 5};
  EXPECT_TRUE(exclude_each_other(at_least_5, at_most_4));
  EXPECT_TRUE(exclude_each_other(at_most_4, exactly_5));
  EXPECT_FALSE(exclude_each_other(at_least_5, exactly_5));
  EXPECT_FALSE(exclude_each_other(at_least_5, {Bound::kLower, 9}));
  EXPECT_EQ(claim_text(at_most_4), "at most 4");
}

}  // namespace
}  // namespace plytrace::test
