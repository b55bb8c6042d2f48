// SPDX-License-Identifier: MIT
#include "viewer/meaning/node_class.h"

#include <gtest/gtest.h>

namespace plytrace {
namespace {

using format::Role;
using format::Side;

NodeRow row(Side side, Role role = Role::kMove) {
  NodeRow node;
  node.side = side;
  node.role = role;
  node.move = 1;
  node.alpha = 2;
  node.beta = 7;
  node.kind = format::NodeKind::kInterior;
  return node;
}

TEST(NodeClass, ExpectedAlternatesOffThePrincipalVariation) {
  const NodeRow parent = row(Side::kMax), child = row(Side::kMin);
  EXPECT_EQ(expected_class(parent, NodeClass::kPv, child, true), NodeClass::kPv);
  EXPECT_EQ(expected_class(parent, NodeClass::kPv, child, false), NodeClass::kCut);
  for (const bool is_first : {true, false}) {
    EXPECT_EQ(expected_class(parent, NodeClass::kCut, child, is_first), NodeClass::kAll);
    EXPECT_EQ(expected_class(parent, NodeClass::kAll, child, is_first), NodeClass::kCut);
  }
}

TEST(NodeClass, AReSearchIsOfThePrincipalVariationWhereItReachesTheFarEnd) {
  const NodeRow parent = row(Side::kMax);
  NodeRow child = row(Side::kMin, Role::kReSearch);
  child.alpha = 4;
  EXPECT_EQ(expected_class(parent, NodeClass::kPv, child, false), NodeClass::kPv);
  child.beta = 5;  // a null window again, at a larger depth
  EXPECT_EQ(expected_class(parent, NodeClass::kPv, child, false), NodeClass::kCut);
  NodeRow min_parent = row(Side::kMin);
  child.alpha = 2;
  EXPECT_EQ(expected_class(min_parent, NodeClass::kPv, child, false), NodeClass::kPv);
}

TEST(NodeClass, NullMovesHopeForACutAndTheSamePositionStaysWhatItWas) {
  const NodeRow parent = row(Side::kMax);
  EXPECT_EQ(expected_class(parent, NodeClass::kPv, row(Side::kMin, Role::kNullMove), false),
            NodeClass::kAll);
  for (const Role role : {Role::kHandOver, Role::kProbe}) {
    NodeRow same = row(Side::kMax, role);
    same.move.reset();
    for (const NodeClass is : {NodeClass::kPv, NodeClass::kCut, NodeClass::kAll}) {
      EXPECT_EQ(expected_class(parent, is, same, true), is);
    }
  }
  // A probe of a move (ProbCut, multi-cut) has the class of a move.
  EXPECT_EQ(expected_class(parent, NodeClass::kCut, row(Side::kMin, Role::kProbe), false),
            NodeClass::kAll);
}

TEST(NodeClass, WhatItWasIsSeenByTheSideToMove) {
  const struct {
    Side side;
    double value;
    NodeClass is;
  } cases[] = {{Side::kMax, 7, NodeClass::kCut}, {Side::kMax, 5, NodeClass::kPv},
               {Side::kMax, 2, NodeClass::kAll}, {Side::kMin, 7, NodeClass::kAll},
               {Side::kMin, 3, NodeClass::kPv},  {Side::kMin, 2, NodeClass::kCut}};
  for (const auto& c : cases) {
    NodeRow node = row(c.side);
    node.value = c.value;
    EXPECT_EQ(class_of(node), c.is) << c.value;
  }
  NodeRow node = row(Side::kMax);
  EXPECT_FALSE(class_of(node).has_value());
  node.value = 3;
  node.alpha.reset();
  EXPECT_FALSE(class_of(node).has_value());
  node.bound = format::Bound::kLower;
  EXPECT_EQ(class_of(node), NodeClass::kCut);
}

}  // namespace
}  // namespace plytrace
