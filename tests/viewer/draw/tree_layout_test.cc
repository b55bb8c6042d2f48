// SPDX-License-Identifier: MIT
#include "viewer/draw/tree_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace plytrace::draw {
namespace {

// A random tree in which parents precede their children.
std::vector<LayoutNode> random_tree(std::mt19937& random, std::size_t size) {
  std::vector<LayoutNode> nodes(size);
  for (std::size_t i = 0; i < size; ++i) {
    LayoutNode& node = nodes[i];
    node.width = 5 + static_cast<double>(random() % 90);
    if (i > 0) {
      // Parents are chosen among the latest nodes, so that deep trees occur as well.
      const std::size_t span = std::min<std::size_t>(i, 1 + random() % 12);
      node.parent = static_cast<int>(i - 1 - random() % span);
      node.top = nodes[static_cast<std::size_t>(node.parent)].bottom + 20;
    }
    node.bottom = node.top + 10 + static_cast<double>(random() % 100);
  }
  return nodes;
}

bool overlap(const LayoutNode& a, double left_a, const LayoutNode& b, double left_b) {
  constexpr double kRounding = 1e-6;
  return left_a + a.width > left_b + kRounding && left_b + b.width > left_a + kRounding &&
         a.bottom > b.top + kRounding && b.bottom > a.top + kRounding;
}

TEST(TreeLayout, NoTwoNodesOfRandomTreesOverlap) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const auto nodes = random_tree(random, 2 + random() % 120);
    const auto left = tidy_positions(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (std::size_t k = i + 1; k < nodes.size(); ++k) {
        ASSERT_FALSE(overlap(nodes[i], left[i], nodes[k], left[k]))
            << "round " << round << ", nodes " << i << " and " << k;
      }
    }
  }
}

TEST(TreeLayout, ParentsAreCentredOverTheirChildrenWhichKeepTheirOrder) {
  std::mt19937 random(2);
  for (int round = 0; round < 100; ++round) {
    const auto nodes = random_tree(random, 60);
    const auto left = tidy_positions(nodes);
    EXPECT_EQ(*std::min_element(left.begin(), left.end()), 0);
    for (std::size_t parent = 0; parent < nodes.size(); ++parent) {
      double first = -1, last = -1;
      for (std::size_t i = 1; i < nodes.size(); ++i) {
        if (nodes[i].parent != static_cast<int>(parent)) continue;
        if (first < 0) first = left[i];
        EXPECT_GE(left[i] + nodes[i].width, last);
        last = left[i] + nodes[i].width;
      }
      if (first < 0) continue;
      EXPECT_NEAR(left[parent] + nodes[parent].width / 2, (first + last) / 2, 1e-6);
    }
  }
}

TEST(TreeLayout, EqualLeavesAreEquallySpacedAndTight) {
  std::vector<LayoutNode> nodes(6, {0, 10, 20, 30});
  nodes[0] = {-1, 10, 0, 10};
  const auto left = tidy_positions(nodes);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    EXPECT_DOUBLE_EQ(left[i], 10.0 * static_cast<double>(i - 1));
  }
  EXPECT_DOUBLE_EQ(left[0], 20);
}

// Leaves of neighbouring parents were as close together as siblings.
TEST(TreeLayout, FamiliesKeepClearOfEachOther) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    const auto nodes = random_tree(random, 60);
    const auto left = tidy_positions(nodes, 7);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (std::size_t k = i + 1; k < nodes.size(); ++k) {
        if (nodes[i].parent == nodes[k].parent) continue;
        LayoutNode wider = nodes[i];
        wider.width += 14 - 1e-6;
        ASSERT_FALSE(overlap(wider, left[i] - 7 + 5e-7, nodes[k], left[k])) << "round " << round;
      }
    }
  }
}

TEST(TreeLayout, DeepAndWideTreesNeedNoRecursion) {
  std::vector<LayoutNode> chain(200'000), star(200'000);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const double top = static_cast<double>(i) * 20;
    chain[i] = {static_cast<int>(i) - 1, 10, top, top + 10};
    star[i] = {i == 0 ? -1 : 0, 10, i == 0 ? 0.0 : 20.0, i == 0 ? 10.0 : 30.0};
  }
  EXPECT_DOUBLE_EQ(tidy_positions(chain).back(), 0);
  EXPECT_NEAR(tidy_positions(star).back(), 10.0 * 199'998, 1e-3);
}

}  // namespace
}  // namespace plytrace::draw
