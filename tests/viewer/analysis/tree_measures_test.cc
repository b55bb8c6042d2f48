// SPDX-License-Identifier: MIT
#include "viewer/analysis/tree_measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "tests/test_support.h"
#include "tests/viewer/analysis/toy_trace.h"

namespace plytrace {
namespace {

using test::record;
using test::ScratchFolder;
using test::sql;
using test::ToyTree;

TreeMeasures measure(const std::string& file) {
  const auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok()) << reader.status().message();
  const auto search = reader->choose_search({});
  const auto pass = reader->choose_pass(*search, {});
  const auto found = measure_tree(*reader, *pass, {});
  EXPECT_TRUE(found.is_ok());
  return found ? *found : TreeMeasures{};
}

// A tree whose inner nodes have `branching` moves and whose leaves are at `depth`.
ToyTree uniform_tree(std::mt19937& random, int branching, int depth) {
  ToyTree tree;
  std::size_t first = 0;
  for (int ply = 0; ply < depth; ++ply) {
    const std::size_t end = tree.nodes.size();
    for (std::size_t node = first; node < end; ++node) {
      for (int i = 0; i < branching; ++i) {
        tree.nodes[node].children.push_back(tree.nodes.size());
        tree.nodes.emplace_back();
      }
    }
    first = end;
  }
  for (std::size_t node = first; node < tree.nodes.size(); ++node) {
    tree.nodes[node].score = static_cast<double>(random() % 41) - 20;
  }
  return tree;
}

TEST(TreeMeasures, TheMinimalTreeOfAUniformTreeHasKnuthAndMooresLeaves) {
  std::mt19937 random(1);
  for (int branching = 1; branching <= 4; ++branching) {
    for (int depth = 1; depth <= 5; ++depth) {
      const ScratchFolder folder;
      const ToyTree tree = uniform_tree(random, branching, depth);
      record(folder / "a.db", tree, {.prune = false});
      const TreeMeasures found = measure(folder / "a.db");
      ASSERT_TRUE(found.minimal_tree.has_value());
      const double leaves = knuth_moore_leaves(branching, depth);
      EXPECT_EQ(static_cast<double>(found.minimal_tree->leaves), leaves);
      ASSERT_TRUE(found.uniform.has_value());
      EXPECT_EQ(found.uniform->branching, branching);
      EXPECT_EQ(found.uniform->depth, depth);
      EXPECT_EQ(found.tree.nodes, tree.nodes.size());
    }
  }
}

TEST(TreeMeasures, AlphaBetaNeverVisitsLessThanTheMinimalTree) {
  std::mt19937 random(2);
  for (int round = 0; round < 60; ++round) {
    const ScratchFolder folder;
    const ToyTree tree = ToyTree::random(random, 5, 4, 6);
    record(folder / "full.db", tree, {.prune = false});
    record(folder / "cut.db", tree, {.order = random() | 1});
    const TreeMeasures full = measure(folder / "full.db");
    const TreeMeasures cut = measure(folder / "cut.db");
    ASSERT_TRUE(full.minimal_tree && cut.minimal_tree);
    EXPECT_LE(full.minimal_tree->nodes, cut.minimal_tree->nodes);
    EXPECT_LE(cut.minimal_tree->nodes, cut.tree.nodes);
  }
}

TEST(TreeMeasures, AMoveSearchedTwiceCountsOnce) {
  std::mt19937 random(3);
  const ScratchFolder folder;
  const ToyTree tree = uniform_tree(random, 3, 3);
  record(folder / "once.db", tree, {.prune = false});
  record(folder / "twice.db", tree, {.prune = false, .search_first_move_twice = true});
  const TreeMeasures once = measure(folder / "once.db");
  const TreeMeasures twice = measure(folder / "twice.db");
  EXPECT_EQ(once.minimal_tree->nodes, twice.minimal_tree->nodes);
  EXPECT_EQ(once.re_search_nodes, 0U);
  EXPECT_GT(twice.re_search_nodes, 0U);
  EXPECT_EQ(twice.uniform->branching, 3);
}

TEST(TreeMeasures, RanksAndCountsOfTheTextbookTree) {
  const ScratchFolder folder;
  ToyTree tree;  // [[3,12,8],[2,4,6],[14,5,2]]
  tree.nodes.resize(13);
  tree.nodes[0].children = {1, 2, 3};
  const double scores[] = {3, 12, 8, 2, 4, 6, 14, 5, 2};
  for (std::size_t i = 0; i < 9; ++i) {
    tree.nodes[1 + i / 3].children.push_back(4 + i);
    tree.nodes[4 + i].score = scores[i];
  }
  record(folder / "a.db", tree, {});
  const TreeMeasures found = measure(folder / "a.db");
  // The second MIN node is cut by its first move. The third is cut by its third, which skips
  // nothing.
  EXPECT_EQ(found.ranked_cutoffs, 2U);
  EXPECT_EQ(found.cut_ranks[0], 1U);
  EXPECT_EQ(found.cut_ranks[2], 1U);
  EXPECT_EQ(found.rank_sum, 4U);
  ASSERT_EQ(found.plies.size(), 3U);
  for (std::int64_t ply = 0; ply < 3; ++ply) {
    EXPECT_EQ(found.plies[static_cast<std::size_t>(ply)].ply, ply);
  }
  EXPECT_EQ(found.plies[1].alpha_cutoffs, 2);
  EXPECT_EQ(found.plies[1].cut_by_first, 1);
  EXPECT_EQ(found.plies[1].cutoffs_skipping, 1);
  EXPECT_EQ(found.plies[1].skipped, 2);
  EXPECT_EQ(found.plies[2].terminal, 7);
  EXPECT_EQ(found.tree.nodes, 11U);
  // 3, 12 and 8 prove "at least 3"; 3, 2 and the 2 of the third node prove "at most 3".
  ASSERT_TRUE(found.minimal_tree.has_value());
  EXPECT_EQ(found.minimal_tree->leaves, 5U);
  EXPECT_EQ(found.minimal_tree->nodes, 9U);
}

TEST(TreeMeasures, NothingIsProvenWhereMovesAreMissing) {
  const ScratchFolder folder;
  ToyTree tree;
  tree.nodes.resize(3);
  tree.nodes[0].children = {1, 2};
  record(folder / "a.db", tree, {.prune = false});
  EXPECT_TRUE(measure(folder / "a.db").minimal_tree.has_value());
  sql(folder / "a.db", "UPDATE node SET legal = 3 WHERE id = 1");
  EXPECT_FALSE(measure(folder / "a.db").minimal_tree.has_value());
}

TEST(TreeMeasures, DamagedPliesDoNotTakeMemory) {
  const ScratchFolder folder;
  ToyTree tree;
  tree.nodes.resize(3);
  tree.nodes[0].children = {1, 2};
  record(folder / "a.db", tree, {.prune = false});
  sql(folder / "a.db",
      "UPDATE node SET ply = 9000000000000 WHERE id = 2; "
      "UPDATE node SET ply = -5 WHERE id = 3");
  const TreeMeasures found = measure(folder / "a.db");
  ASSERT_EQ(found.plies.size(), 2U);
  EXPECT_EQ(found.plies[1].nodes, 2);
}

TEST(TreeMeasures, EffectiveBranchingFactorSolvesItsEquation) {
  for (const double b : {1.5, 2.0, 3.7, 30.0}) {
    double nodes = 1;
    for (int i = 1; i <= 6; ++i) nodes += std::pow(b, i);
    EXPECT_NEAR(*effective_branching_factor(nodes, 6), b, 1e-9);
  }
  EXPECT_FALSE(effective_branching_factor(10, 0).has_value());
  EXPECT_FALSE(effective_branching_factor(3, 5).has_value());
}

}  // namespace
}  // namespace plytrace
