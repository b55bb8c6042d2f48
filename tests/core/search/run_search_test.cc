// SPDX-License-Identifier: MIT
#include "core/search/run_search.h"

#include <gtest/gtest.h>

#include "core/registry.h"
#include "tests/core/search/event_checker.h"
#include "tests/core/search/graph_game.h"

namespace plytrace {
namespace {

SearchResult search(const std::string& game, const std::string& evaluator,
                    const SearchSettings& settings) {
  auto position = make_game(game, {}, std::nullopt);
  EXPECT_TRUE(position.is_ok()) << position.status().message();
  auto result = (*position)->search({evaluator, {}}, settings, nullptr);
  EXPECT_TRUE(result.is_ok()) << result.status().message();
  return *result;
}

TEST(RunSearch, TicTacToeToTheEndByMinimax) {
  SearchSettings settings;
  settings.algorithm = Algorithm::kMinimax;
  settings.depth = 9;
  const SearchResult result = search("tictactoe", "ways", settings);
  EXPECT_EQ(result.value, 0);
  EXPECT_EQ(result.counters.nodes, 549'946u);
  EXPECT_EQ(result.counters.leaf_evaluations, 255'168u);
  EXPECT_EQ(result.best_moves.size(), 9u);
}

TEST(RunSearch, TicTacToeToTheEndByAlphaBetaAndNegamax) {
  for (const Algorithm algorithm : {Algorithm::kAlphaBeta, Algorithm::kNegamax}) {
    SearchSettings settings;
    settings.algorithm = algorithm;
    settings.depth = 9;
    const SearchResult result = search("tictactoe", "ways", settings);
    EXPECT_EQ(result.value, 0);
    Counters expected;
    expected.nodes = 18'297;
    expected.leaf_evaluations = 7'330;
    expected.alpha_cutoffs = 4'422;
    expected.beta_cutoffs = 3'758;
    expected.cutoffs_skipping = 4'237;
    expected.moves_skipped = 6'930;
    EXPECT_EQ(result.counters, expected);
  }
}

TEST(RunSearch, TicTacToeIsADrawForEverySearch) {
  for (const Algorithm algorithm : {Algorithm::kPvs, Algorithm::kMtdf}) {
    for (const int table : {0, 1}) {
      SearchSettings settings;
      settings.algorithm = algorithm;
      settings.depth = 9;
      settings.table_megabytes = table;
      const SearchResult result = search("tictactoe", "ways", settings);
      EXPECT_EQ(result.value, 0);
      EXPECT_EQ(result.bound, Bound::kExact);
      EXPECT_EQ(result.counters.table_hits > 0, table > 0);
    }
  }
}

TEST(RunSearch, IterationsOfConnectFourFromTheStart) {
  SearchSettings settings;
  settings.depth = 5;
  EXPECT_EQ(search("connect4", "ways", settings).counters.nodes, 2869u);
  settings.iterative = true;
  const SearchResult result = search("connect4", "ways", settings);
  ASSERT_EQ(result.iterations.size(), 5u);
  const std::uint64_t nodes[] = {8, 39, 134, 306, 1278};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(result.iterations[i].counters.nodes, nodes[i]);
}

// A chain of single moves: recursion one level per ply, and a variation as long as the tree.
TEST(RunSearch, ATreeOfAHundredThousandPlies) {
  constexpr std::uint32_t kLine = 100'000;
  test::Graph chain(kLine + 1);
  for (std::uint32_t id = 0; id < kLine; ++id) {
    chain[id].player = static_cast<int>(id % 2);
    chain[id].successors = {id + 1};
  }
  chain[kLine].score = 5;
  const test::GraphGame game(std::move(chain));
  for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta, Algorithm::kNegamax,
                                    Algorithm::kPvs, Algorithm::kMtdf}) {
    SearchSettings settings;
    settings.algorithm = algorithm;
    settings.depth = 1'000'000;
    settings.table_megabytes = 1;
    test::EventChecker checker(settings);
    const SearchResult result = run_search(game, test::GraphScores{}, settings, checker);
    EXPECT_EQ(checker.violations(), std::vector<std::string>{});
    EXPECT_EQ(result.value, 5);
    if (algorithm == Algorithm::kMtdf) continue;
    EXPECT_EQ(result.pv.size(), kLine);
    EXPECT_EQ(result.counters.nodes, kLine + 1);
  }
}

TEST(RunSearch, ALimitDeepInsideLeavesEveryOpenNode) {
  constexpr std::uint32_t kLine = 50'000;
  test::Graph chain(kLine + 1);
  for (std::uint32_t id = 0; id < kLine; ++id) chain[id].successors = {id + 1};
  SearchSettings settings;
  settings.depth = kLine;
  settings.node_limit = kLine;
  test::EventChecker checker(settings);
  run_search(test::GraphGame(std::move(chain)), test::GraphScores{}, settings, checker);
  EXPECT_EQ(checker.violations(), std::vector<std::string>{});
  EXPECT_EQ(checker.tally().abandoned, kLine);
}

TEST(RunSearch, DepthZeroAndFinishedRootsHaveAValueAndNoMove) {
  const test::GraphGame leaf(test::Graph{{0, 7}});
  const test::GraphGame inner(test::Graph{{0, 7, {1}}, {1, 3}});
  for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta, Algorithm::kNegamax,
                                    Algorithm::kPvs, Algorithm::kMtdf}) {
    for (const bool iterative : {false, true}) {
      SearchSettings settings;
      settings.algorithm = algorithm;
      settings.iterative = iterative;
      settings.depth = 3;
      NullObserver nobody;
      for (const SearchResult& result :
           {run_search(leaf, test::GraphScores{}, settings, nobody), [&] {
              settings.depth = 0;
              return run_search(inner, test::GraphScores{}, settings, nobody);
            }()}) {
        EXPECT_EQ(result.value, 7);
        EXPECT_EQ(result.bound, Bound::kExact);
        EXPECT_EQ(result.best_move, kNoMove);
        EXPECT_TRUE(result.pv.empty() && result.root_moves.empty() && result.best_moves.empty());
      }
    }
  }
}

TEST(RunSearch, TheEvaluationCacheChangesNothingButTheCalls) {
  test::GraphShape shape;
  shape.transpositions = 0.6;
  const test::GraphGame game(random_graph(shape, 3));
  SearchSettings settings;
  settings.depth = 4;
  NullObserver nobody;
  const SearchResult plain = run_search(game, test::GraphScores{}, settings, nobody);
  settings.eval_cache = true;
  const SearchResult cached = run_search(game, test::GraphScores{}, settings, nobody);
  EXPECT_EQ(cached.value, plain.value);
  EXPECT_EQ(cached.pv, plain.pv);
  EXPECT_EQ(cached.counters.nodes, plain.counters.nodes);
  EXPECT_GT(cached.counters.eval_cache_hits, 0u);
  EXPECT_EQ(cached.counters.leaf_evaluations + cached.counters.eval_cache_hits,
            plain.counters.leaf_evaluations);
}

TEST(RunSearch, StaticOrderCountsItsEvaluationsApart) {
  const test::GraphGame game(test::uniform_graph(3, 2));
  SearchSettings settings;
  settings.algorithm = Algorithm::kMinimax;
  settings.depth = 2;
  settings.order = Ordering::kStatic;
  NullObserver nobody;
  const SearchResult result = run_search(game, test::GraphScores{}, settings, nobody);
  EXPECT_EQ(result.counters.leaf_evaluations, 9u);
  EXPECT_EQ(result.counters.ordering_evaluations, 12u);
}

}  // namespace
}  // namespace plytrace
