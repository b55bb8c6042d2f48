// SPDX-License-Identifier: MIT
#include "viewer/answers/compare/comparison.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <string>

#include "tests/test_support.h"
#include "tests/viewer/analysis/toy_trace.h"

namespace plytrace {
namespace {

using test::record;
using test::ScratchFolder;
using test::sql;
using test::ToyResult;
using test::ToySearch;
using test::ToyTree;

Comparison compare_files(const std::string& a, const std::string& b,
                         std::int64_t block_nodes = 100000, std::size_t limit = 10) {
  const auto reader_a = TraceReader::open(a);
  const auto reader_b = TraceReader::open(b);
  EXPECT_TRUE(reader_a.is_ok() && reader_b.is_ok());
  const auto search_a = reader_a->choose_search({});
  const auto search_b = reader_b->choose_search({});
  const auto pass_a = reader_a->choose_pass(*search_a, {});
  const auto pass_b = reader_b->choose_pass(*search_b, {});
  CompareSettings settings;
  settings.block_nodes = block_nodes;
  settings.limit = limit;
  return compare({*reader_a, *search_a, *pass_a}, {*reader_b, *search_b, *pass_b}, settings);
}

// Expected counts, computed from the lists of visited paths.
void expect_counts(const Comparison& found, const ToyResult& a, const ToyResult& b) {
  std::uint64_t both = 0;
  for (const auto& [path, id] : a.nodes) both += b.nodes.count(path);
  EXPECT_EQ(found.both, both);
  EXPECT_EQ(found.a.only, a.nodes.size() - both);
  EXPECT_EQ(found.b.only, b.nodes.size() - both);
  EXPECT_EQ(found.a.nodes, a.nodes.size());
  EXPECT_EQ(found.b.nodes, b.nodes.size());
  EXPECT_EQ(found.a.skipped, a.skipped);
  EXPECT_EQ(found.b.skipped, b.skipped);
  std::uint64_t only_a = 0;
  std::uint64_t only_b = 0;
  for (const PlyComparison& row : found.by_ply) {
    const auto at = [&](const std::map<int, std::uint64_t>& plies) {
      const auto entry = plies.find(static_cast<int>(row.ply));
      return entry == plies.end() ? 0 : entry->second;
    };
    EXPECT_EQ(row.nodes_a, at(a.by_ply)) << row.ply;
    EXPECT_EQ(row.nodes_b, at(b.by_ply)) << row.ply;
    only_a += row.only_a;
    only_b += row.only_b;
  }
  EXPECT_EQ(only_a, found.a.only);
  EXPECT_EQ(only_b, found.b.only);
  const auto sum = [](const std::map<std::string, std::uint64_t>& because) {
    return std::accumulate(
        because.begin(), because.end(), std::uint64_t{0},
        [](std::uint64_t total, const auto& entry) { return total + entry.second; });
  };
  EXPECT_EQ(sum(found.a.only_because), found.a.only);
  EXPECT_EQ(sum(found.b.only_because), found.b.only);
}

TEST(Compare, CountsMinimaxAgainstAlphaBetaAsThePathsSay) {
  std::mt19937 random(1);
  std::uint64_t pruned = 0;
  for (int round = 0; round < 40; ++round) {
    const ScratchFolder folder;
    const ToyTree tree = ToyTree::random(random, 5, 4, 6);
    const ToyResult a = record(folder / "a.db", tree, {.prune = false});
    const ToyResult b = record(folder / "b.db", tree, {.prune = true, .order = random() | 1});
    ASSERT_EQ(a.value, b.value);
    const Comparison found = compare_files(folder / "a.db", folder / "b.db");
    expect_counts(found, a, b);
    EXPECT_TRUE(found.same_position);
    EXPECT_TRUE(found.same_value);
    EXPECT_EQ(found.contradictions_total, 0U);
    EXPECT_EQ(found.conditional, 0U);
    EXPECT_EQ(found.claims_compared, found.both);
    EXPECT_EQ(found.b.only, 0U);
    EXPECT_EQ(found.b.skipped_but_searched, b.skipped);
    EXPECT_EQ(found.skipped_subtree_nodes, found.a.only);
    pruned += found.a.only;
  }
  EXPECT_GT(pruned, 1000U);
}

TEST(Compare, TwoOrderingsAreAlignedByMove) {
  std::mt19937 random(2);
  for (int round = 0; round < 40; ++round) {
    const ScratchFolder folder;
    const ToyTree tree = ToyTree::random(random, 5, 4, 6);
    const ToyResult a =
        record(folder / "a.db", tree, {.order = random() | 1, .search_first_move_twice = true});
    const ToyResult b = record(folder / "b.db", tree, {.order = random() | 1});
    const Comparison found = compare_files(folder / "a.db", folder / "b.db");
    expect_counts(found, a, b);
    EXPECT_TRUE(found.same_value);
    EXPECT_EQ(found.contradictions_total, 0U);
  }
}

TEST(Compare, MemoryBlocksDoNotChangeTheAnswer) {
  std::mt19937 random(3);
  for (int round = 0; round < 10; ++round) {
    const ScratchFolder folder;
    const ToyTree tree = ToyTree::random(random, 6, 4, 6);
    const ToyResult a = record(folder / "a.db", tree, {.order = random() | 1});
    const ToyResult b =
        record(folder / "b.db", tree, {.order = random() | 1, .search_first_move_twice = true});
    const Comparison whole = compare_files(folder / "a.db", folder / "b.db");
    for (const std::int64_t block_nodes : {1, 2, 7, 50}) {
      const Comparison found = compare_files(folder / "a.db", folder / "b.db", block_nodes);
      expect_counts(found, a, b);
      ASSERT_EQ(found.largest_skipped.size(), whole.largest_skipped.size());
      for (std::size_t i = 0; i < whole.largest_skipped.size(); ++i) {
        EXPECT_EQ(found.largest_skipped[i].path, whole.largest_skipped[i].path);
        EXPECT_EQ(found.largest_skipped[i].by, whole.largest_skipped[i].by);
        EXPECT_EQ(found.largest_skipped[i].nodes, whole.largest_skipped[i].nodes);
      }
      ASSERT_EQ(found.first_difference.has_value(), whole.first_difference.has_value());
      if (whole.first_difference) {
        EXPECT_EQ(found.first_difference->message, whole.first_difference->message);
      }
      EXPECT_EQ(found.claims_compared, whole.claims_compared);
    }
  }
}

TEST(Compare, ATraceAgreesWithItself) {
  std::mt19937 random(4);
  const ScratchFolder folder;
  const ToyTree tree = ToyTree::random(random, 6, 4, 6);
  const ToyResult a = record(folder / "a.db", tree, {.search_first_move_twice = true});
  const Comparison found = compare_files(folder / "a.db", folder / "a.db");
  expect_counts(found, a, a);
  EXPECT_TRUE(found.agrees());
  EXPECT_EQ(found.a.only + found.b.only, 0U);
  EXPECT_FALSE(found.first_difference.has_value());
  EXPECT_TRUE(found.largest_skipped.empty());
}

TEST(Compare, AnAlteredValueContradictsAtItsPathOnly) {
  std::mt19937 random(5);
  int altered = 0;
  for (int round = 0; round < 20; ++round) {
    const ScratchFolder folder;
    const ToyTree tree = ToyTree::random(random, 5, 3, 6);
    record(folder / "a.db", tree, {.prune = false});
    const ToyResult b = record(folder / "b.db", tree, {.order = random() | 1});
    auto victim = b.nodes.begin();
    std::advance(victim, random() % b.nodes.size());
    if (victim->first == "/") continue;
    ++altered;
    sql(folder / "b.db",
        "UPDATE node SET value = 100, bound = 0 WHERE id = " + std::to_string(victim->second));
    for (const std::int64_t block_nodes : {3, 100000}) {
      const Comparison found = compare_files(folder / "a.db", folder / "b.db", block_nodes);
      ASSERT_EQ(found.contradictions_total, 1U);
      EXPECT_EQ(found.contradictions[0].path, victim->first);
      EXPECT_EQ(found.contradictions[0].b.value, 100);
      EXPECT_EQ(found.contradictions[0].b.bound, Bound::kExact);
      EXPECT_FALSE(found.contradictions[0].consequence);
      EXPECT_FALSE(found.agrees());
      EXPECT_TRUE(found.same_value);
    }
  }
  EXPECT_GT(altered, 10);
}

TEST(Compare, AContradictionAboveAnotherIsItsConsequence) {
  std::mt19937 random(6);
  const ScratchFolder folder;
  const ToyTree tree = ToyTree::random(random, 4, 3, 6);
  const ToyResult a = record(folder / "a.db", tree, {.prune = false});
  record(folder / "b.db", tree, {.prune = false});
  std::string path = "/m0";
  if (a.nodes.count("/m0/m0") == 0) GTEST_FAIL() << "the tree has no /m0/m0";
  sql(folder / "b.db", "UPDATE node SET value = 50 WHERE id IN (" +
                           std::to_string(a.nodes.at("/m0")) + ", " +
                           std::to_string(a.nodes.at("/m0/m0")) + ")");
  const Comparison found = compare_files(folder / "a.db", folder / "b.db");
  ASSERT_EQ(found.contradictions_total, 2U);
  EXPECT_EQ(found.contradictions[0].path, "/m0/m0");
  EXPECT_FALSE(found.contradictions[0].consequence);
  EXPECT_EQ(found.contradictions[1].path, "/m0");
  EXPECT_TRUE(found.contradictions[1].consequence);
}

struct Doubt {
  const char* name;
  const char* statement;  // makes the claim of node 1 rest on an assumption
  const char* word;
};

TEST(Compare, ClaimsThatRestOnAssumptionsAreCountedApart) {
  const Doubt doubts[] = {
      {"uniform", "UPDATE search SET uniform = NULL", "uniform, which is not declared"},
      {"known", "UPDATE node SET kind = 4 WHERE id = 3", "known"},
      {"unknown", "UPDATE node SET kind = 6 WHERE id = 3", "unknown_kind"},
      {"unrecorded", "UPDATE node SET unrecorded = 5 WHERE id = 2", "unrecorded"},
      {"credited", "UPDATE node SET credited = 7 WHERE id = 2", "credited"},
      {"reduced", "UPDATE node SET role = 1 WHERE id = 2", "reduced"},
      {"move list", "UPDATE node SET legal = NULL WHERE id = 2", "move_list"},
      {"no value", "UPDATE node SET value = NULL WHERE id = 3", "unfinished"},
      {"forward",
       "INSERT INTO cutoff (id, at, node, kind, cause, skipped) VALUES (99, 4, 2, 2, 9, 1)",
       "forward"},
      {"null move",
       "INSERT INTO cutoff (id, at, node, kind, cause, skipped) VALUES (99, 2, 2, 0, 6, 1)",
       "null_move"},
      {"static",
       "INSERT INTO bound_update (id, at, node, cause, alpha, beta) VALUES (99, 2, 2, 3, 0, 1)",
       "static"},
      {"table", "UPDATE node SET kind = 3 WHERE id = 3", "table_origin"},
      {"deeper",
       "UPDATE node SET kind = 3 WHERE id = 4; INSERT INTO table_probe (id, at, node, depth, "
       "stored_by, "
       "stored_depth, bound, value, used) VALUES (99, 4, 4, 18, 3, 19, 0, 1, 3)",
       "deeper"},
      {"adjusted",
       "UPDATE node SET kind = 3 WHERE id = 4; INSERT INTO table_probe (id, at, node, depth, "
       "stored_by, "
       "stored_depth, bound, value, raw, used) VALUES (99, 4, 4, 18, 3, 18, 0, 1, 2, 3)",
       "adjusted"},
  };
  for (const Doubt& doubt : doubts) {
    for (const std::int64_t block_nodes : {1, 100000}) {
      const ScratchFolder folder;
      ToyTree tree;  // root - m0 - m0, m1
      tree.nodes.resize(4);
      tree.nodes[0].children = {1};
      tree.nodes[1].children = {2, 3};
      record(folder / "a.db", tree, {.prune = false});
      record(folder / "b.db", tree, {.prune = false});
      sql(folder / "b.db", "UPDATE node SET value = 50 WHERE id = 1");
      EXPECT_EQ(compare_files(folder / "a.db", folder / "b.db", block_nodes).contradictions_total,
                1U);
      sql(folder / "b.db", doubt.statement);
      const Comparison found = compare_files(folder / "a.db", folder / "b.db", block_nodes);
      EXPECT_EQ(found.contradictions_total, 0U) << doubt.name;
      EXPECT_EQ(found.conditional, 1U) << doubt.name;
      EXPECT_EQ(found.conditional_on, doubt.word) << doubt.name;
    }
  }
}

TEST(Compare, AClaimThatRestsOnTheTableCountsUnlessTheSearchAssumesSomewhere) {
  const ScratchFolder folder;
  ToyTree tree;
  tree.nodes.resize(4);
  tree.nodes[0].children = {1};
  tree.nodes[1].children = {2, 3};
  record(folder / "a.db", tree, {.prune = false});
  record(folder / "b.db", tree, {.prune = false});
  sql(folder / "b.db",
      "UPDATE node SET kind = 3 WHERE id = 4; INSERT INTO table_probe (id, at, node, depth, "
      "stored_by, stored_depth, bound, value, used) VALUES (99, 4, 4, 18, 3, 18, 0, 0, 3);"
      "UPDATE node SET value = 9 WHERE id = 2");
  Comparison found = compare_files(folder / "a.db", folder / "b.db");
  ASSERT_EQ(found.contradictions_total, 1U);
  EXPECT_EQ(found.contradictions[0].path, "/m0");
  // The node that stored the entry becomes a draw by history, which may hold only on its own path.
  sql(folder / "b.db", "UPDATE node SET kind = 5 WHERE id = 3");
  found = compare_files(folder / "a.db", folder / "b.db");
  EXPECT_EQ(found.contradictions_total, 0U);
  EXPECT_EQ(found.conditional, 1U);
  EXPECT_EQ(found.conditional_on, "path_dependent");
}

TEST(Compare, ClaimsAreComparedAtEqualDepthOnly) {
  const ScratchFolder folder;
  ToyTree tree;
  tree.nodes.resize(2);
  tree.nodes[0].children = {1};
  record(folder / "a.db", tree, {});
  record(folder / "b.db", tree, {});
  sql(folder / "b.db", "UPDATE node SET value = 9, depth = depth + 1 WHERE id = 2");
  EXPECT_EQ(compare_files(folder / "a.db", folder / "b.db").contradictions_total, 0U);
  sql(folder / "b.db", "UPDATE node SET depth = depth - 1 WHERE id = 2");
  EXPECT_EQ(compare_files(folder / "a.db", folder / "b.db").contradictions_total, 1U);
  // Without recorded depths: both searches reached the end of the game, so the claims are
  // comparable.
  sql(folder / "a.db", "UPDATE node SET depth = NULL");
  sql(folder / "b.db", "UPDATE node SET depth = NULL");
  EXPECT_EQ(compare_files(folder / "a.db", folder / "b.db").contradictions_total, 1U);
  sql(folder / "b.db", "UPDATE node SET kind = 1 WHERE id = 2");
  EXPECT_EQ(compare_files(folder / "a.db", folder / "b.db").contradictions_total, 0U);
}

TEST(Compare, NamesTheCutoffOfThePrunedSubtree) {
  const ScratchFolder folder;
  ToyTree tree;  // MAX: m0 = 3, m1 = MIN of (2, pruned subtree of 2 nodes)
  tree.nodes.resize(6);
  tree.nodes[0].children = {1, 2};
  tree.nodes[1].score = 3;
  tree.nodes[2].children = {3, 4};
  tree.nodes[3].score = 2;
  tree.nodes[4].children = {5};
  tree.nodes[5].score = 8;
  record(folder / "a.db", tree, {.prune = false});
  record(folder / "b.db", tree, {.skipped_names = true});
  Comparison found = compare_files(folder / "a.db", folder / "b.db");
  ASSERT_EQ(found.largest_skipped.size(), 1U);
  EXPECT_EQ(found.largest_skipped[0].path, "/m1/m1");
  EXPECT_EQ(found.largest_skipped[0].nodes, 2U);
  EXPECT_EQ(found.largest_skipped[0].by, "alpha cutoff in B at /m1 (#3): 2 <= alpha 3 after m0");
  ASSERT_TRUE(found.first_difference.has_value());
  EXPECT_EQ(found.first_difference->path, "/m1/m1");
  EXPECT_EQ(found.first_difference->what, Difference::kOnlyA);
  EXPECT_EQ(found.first_difference->message,
            "A searched it (#5), B did not: alpha cutoff in B at /m1 (#3): 2 <= alpha 3 after m0");
  // The same with the traces exchanged.
  found = compare_files(folder / "b.db", folder / "a.db");
  ASSERT_EQ(found.largest_skipped.size(), 1U);
  EXPECT_TRUE(found.largest_skipped[0].skipped_by_a);
  EXPECT_EQ(found.largest_skipped[0].by, "alpha cutoff in A at /m1 (#3): 2 <= alpha 3 after m0");
  EXPECT_EQ(found.first_difference->what, Difference::kOnlyB);
  EXPECT_EQ(found.b.only_because, (std::map<std::string, std::uint64_t>{{"alpha cutoff", 2}}));
}

TEST(Compare, SaysWhereTheOrderDiffersFirst) {
  const ScratchFolder folder;
  ToyTree tree;
  tree.nodes.resize(3);
  tree.nodes[0].children = {1, 2};
  record(folder / "a.db", tree, {.prune = false});
  record(folder / "b.db", tree, {.prune = false});
  sql(folder / "b.db", "UPDATE node SET move = 3 - move WHERE id > 1");
  const Comparison found = compare_files(folder / "a.db", folder / "b.db");
  EXPECT_EQ(found.both, 3U);
  ASSERT_TRUE(found.first_difference.has_value());
  EXPECT_EQ(found.first_difference->what, Difference::kOrder);
  EXPECT_EQ(found.first_difference->path, "/");
  EXPECT_EQ(found.first_difference->message, "A went on with m0 (#2), B with m1 (#2)");
}

TEST(Compare, RefusesToAlignOtherPositions) {
  const ScratchFolder folder;
  ToyTree tree;
  tree.nodes.resize(2);
  tree.nodes[0].children = {1};
  record(folder / "a.db", tree, {});
  const char* changes[] = {"position = 'other'", "game = 'other'", "game_options = '{\"x\":1}'"};
  for (const char* change : changes) {
    const ScratchFolder other;
    record(other / "b.db", tree, {});
    sql(other / "b.db", std::string("UPDATE search SET ") + change);
    const Comparison found = compare_files(folder / "a.db", other / "b.db");
    EXPECT_FALSE(found.same_position);
    EXPECT_FALSE(found.agrees());
    EXPECT_FALSE(found.why_not_same.empty());
    EXPECT_EQ(found.both, 0U);
    EXPECT_EQ(found.a.only, 2U);
  }
  // The same options in another notation count as equal.
  const ScratchFolder other;
  record(other / "b.db", tree, {});
  sql(folder / "a.db", "UPDATE search SET game_options = '{\"x\":1,\"y\":2}'");
  sql(other / "b.db", "UPDATE search SET game_options = '{ \"y\": 2, \"x\": 1 }'");
  EXPECT_TRUE(compare_files(folder / "a.db", other / "b.db").agrees());
}

TEST(Compare, WithOtherEvaluatorsClaimsAreNotCompared) {
  const ScratchFolder folder;
  ToyTree tree;
  tree.nodes.resize(2);
  tree.nodes[0].children = {1};
  record(folder / "a.db", tree, {});
  record(folder / "b.db", tree, {});
  sql(folder / "b.db",
      "UPDATE search SET evaluator = 'other'; UPDATE node SET value = 9 WHERE id = 2");
  const Comparison found = compare_files(folder / "a.db", folder / "b.db");
  EXPECT_EQ(found.contradictions_total, 0U);
  EXPECT_EQ(found.claims_compared, 0U);
  EXPECT_NE(found.claims_not_compared.find("evaluators differ"), std::string::npos);
}

TEST(Compare, UnfinishedTracesAreComparedAsFarAsTheyGo) {
  std::mt19937 random(7);
  const ToyTree tree = ToyTree::random(random, 5, 3, 6);
  const ScratchFolder folder;
  const ToyResult a = record(folder / "a.db", tree, {.prune = false});
  for (int stop = 1; stop < static_cast<int>(a.nodes.size()); ++stop) {
    const ScratchFolder other;
    ToyResult b = record(other / "b.db", tree, {.prune = false, .stop_after = stop});
    ASSERT_EQ(b.nodes.size(), static_cast<std::size_t>(stop));
    for (const std::int64_t block_nodes : {1, 5, 100000}) {
      const Comparison found = compare_files(folder / "a.db", other / "b.db", block_nodes);
      expect_counts(found, a, b);
      EXPECT_FALSE(found.same_value);
      EXPECT_FALSE(found.agrees());
      EXPECT_EQ(found.contradictions_total, 0U);
      EXPECT_EQ(
          found.a.only_because,
          (std::map<std::string, std::uint64_t>{{"unfinished", a.nodes.size() - b.nodes.size()}}));
    }
  }
}

TEST(Compare, UnnamedMovesAreNotAligned) {
  const ScratchFolder folder;
  ToyTree tree;
  tree.nodes.resize(3);
  tree.nodes[0].children = {1, 2};
  record(folder / "a.db", tree, {.prune = false});
  sql(folder / "a.db", "UPDATE node SET move = 0 WHERE id = 2");
  const Comparison found = compare_files(folder / "a.db", folder / "a.db");
  EXPECT_EQ(found.both, 2U);
  EXPECT_EQ(found.a.only, 1U);
  EXPECT_EQ(found.a.only_because, (std::map<std::string, std::uint64_t>{{"unnamed move", 1}}));
}

TEST(Compare, AHandOverIsAlignedWithAHandOver) {
  const ScratchFolder folder;
  ToyTree tree;
  tree.nodes.resize(3);
  tree.nodes[0].children = {1};
  tree.nodes[1].children = {2};
  record(folder / "a.db", tree, {.prune = false});
  sql(folder / "a.db", "UPDATE node SET move = NULL, role = 5, phase = 1 WHERE id = 3");
  const Comparison found = compare_files(folder / "a.db", folder / "a.db");
  EXPECT_EQ(found.both, 3U);
}

TEST(Compare, ListsAreBoundedAndTheRestIsCounted) {
  std::mt19937 random(8);
  const ScratchFolder folder;
  const ToyTree tree = ToyTree::random(random, 6, 4, 6);
  record(folder / "a.db", tree, {.prune = false});
  record(folder / "b.db", tree, {.prune = false});
  sql(folder / "b.db", "UPDATE node SET value = value + 1000");
  const Comparison found = compare_files(folder / "a.db", folder / "b.db", 100000, 3);
  EXPECT_EQ(found.contradictions.size(), 3U);
  EXPECT_EQ(found.contradictions_total, found.both);
  EXPECT_EQ(compare_files(folder / "a.db", folder / "b.db", 100000, 0).contradictions.size(), 0U);
}

// A chain of `plies` moves "m0", with a leaf "m1" beside each.
void record_line(const std::string& file, int plies) {
  test::write_frame(file, 2 * plies + 1, 0, "m0");
  const std::string last = std::to_string(2 * plies + 1);
  sql(file,
      "INSERT INTO move VALUES (1, 'm0'), (2, 'm1');"
      "WITH RECURSIVE line(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM line WHERE i < " +
          std::to_string(plies) +
          ") INSERT INTO node (id, parent, last, ply, move, side, depth, value, kind, legal) "
          "SELECT 1 + i, NULLIF(i, 0), " +
          last + " - i, i, IIF(i = 0, NULL, 1), i % 2, " + std::to_string(plies) +
          " - i, 0, IIF(i = " + std::to_string(plies) +
          ", 2, 0), 2 FROM line;"
          "WITH RECURSIVE line(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM line WHERE i < " +
          std::to_string(plies) +
          ") INSERT INTO node (id, parent, last, ply, move, side, depth, value, kind) "
          "SELECT " +
          last + " + 1 - i, i, " + last + " + 1 - i, i, 2, i % 2, " + std::to_string(plies) +
          " - i, 0, 2 FROM line;");
}

TEST(SlowCompare, ALineOfAHundredThousandPlies) {
  const ScratchFolder folder;
  constexpr int kPlies = 100000;
  record_line(folder / "a.db", kPlies);
  record_line(folder / "b.db", kPlies);
  sql(folder / "b.db", "DELETE FROM node WHERE move = 2 AND id % 2 = 0");
  const Comparison found = compare_files(folder / "a.db", folder / "b.db");
  EXPECT_EQ(found.a.nodes, 2U * kPlies + 1);
  EXPECT_EQ(found.both, 2U * kPlies + 1 - kPlies / 2);
  EXPECT_EQ(found.a.only, kPlies / 2U);
  EXPECT_EQ(found.by_ply.size(), kMostComparedPlies);
  ASSERT_TRUE(found.deeper.has_value());
  EXPECT_EQ(found.deeper->nodes_a, 2U * (kPlies - kMostComparedPlies + 1));
  EXPECT_EQ(found.contradictions_total, 0U);
}

TEST(SlowCompare, ANodeOfAHundredThousandMoves) {
  const ScratchFolder folder;
  constexpr int kMoves = 100000;
  for (const char* name : {"a.db", "b.db"}) {
    test::write_frame(folder / name, kMoves + 1, 0, "m1");
    sql(folder / name,
        "INSERT INTO node (id, last, side, value, kind) VALUES (1, 100001, 0, 0, 0);"
        "WITH RECURSIVE line(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM line WHERE i < 100000) "
        "INSERT INTO move SELECT i, 'm' || i FROM line;"
        "INSERT INTO node (id, parent, last, ply, move, side, value, kind) "
        "SELECT id + 1, 1, id + 1, 1, id, 1, 0, 2 FROM move WHERE id > 0");
  }
  // B tries the moves in reverse order.
  sql(folder / "b.db", "UPDATE node SET move = 100001 - move");
  for (const std::int64_t block_nodes : {1000, 1000000}) {
    const Comparison found = compare_files(folder / "a.db", folder / "b.db", block_nodes);
    EXPECT_EQ(found.both, 1U + kMoves);
    EXPECT_EQ(found.a.only + found.b.only, 0U);
  }
}

}  // namespace
}  // namespace plytrace
