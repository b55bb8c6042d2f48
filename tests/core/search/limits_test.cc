// SPDX-License-Identifier: MIT
#include "core/search/limits.h"

#include <gtest/gtest.h>

#include "core/search/run_search.h"
#include "tests/core/search/event_checker.h"
#include "tests/core/search/graph_game.h"

namespace plytrace {
namespace {

using test::EventChecker;
using test::GraphGame;
using test::GraphScores;

GraphGame small_game() {
  test::GraphShape shape;
  shape.least_branching = 2;
  shape.most_branching = 3;
  return GraphGame(random_graph(shape, 7));
}

TEST(Limits, NodeLimitIsExactAndStaysStruck) {
  SearchSettings settings;
  settings.node_limit = 3;
  Limits limits(settings);
  for (std::uint64_t nodes = 0; nodes < 3; ++nodes) EXPECT_TRUE(limits.allows(nodes));
  EXPECT_FALSE(limits.struck());
  EXPECT_FALSE(limits.allows(3));
  EXPECT_EQ(limits.status(), SearchStatus::kNodeLimit);
  EXPECT_FALSE(limits.allows(0));
}

TEST(Limits, WithoutLimitsEverythingIsAllowed) {
  Limits limits(SearchSettings{});
  EXPECT_TRUE(limits.allows(0));
  EXPECT_TRUE(limits.allows(1'000'000'000'000));
}

TEST(Limits, ADeadlineThatHasPassedAllowsNothing) {
  SearchSettings settings;
  settings.time_limit = 0;
  Limits limits(settings);
  EXPECT_FALSE(limits.allows(0));
  EXPECT_EQ(limits.status(), SearchStatus::kTimeLimit);
}

TEST(Limits, AnEndlessTimeLimitIsNone) {
  SearchSettings settings;
  settings.time_limit = 1e300;
  EXPECT_TRUE(Limits(settings).allows(0));
}

TEST(Limits, AnInterruptIsNoticedWithinAFewThousandNodes) {
  std::atomic<bool> interrupt = false;
  SearchSettings settings;
  settings.interrupt = &interrupt;
  Limits limits(settings);
  std::uint64_t nodes = 0;
  while (nodes < 100'000) ASSERT_TRUE(limits.allows(nodes++));
  interrupt = true;
  while (limits.allows(nodes)) ++nodes;
  EXPECT_LE(nodes, 105'000u);
  EXPECT_EQ(limits.status(), SearchStatus::kInterrupted);
}

// Stops the search before each node in turn: every entered node is left, no unfinished pass has a
// value, and the result is that of the last finished iteration.
void expect_sound_at_every_limit(SearchSettings settings) {
  const GraphGame game = small_game();
  NullObserver nobody;
  const SearchResult whole = run_search(game, GraphScores{}, settings, nobody);
  ASSERT_EQ(whole.stopped, SearchStatus::kFinished);
  for (std::uint64_t limit = 0; limit < whole.counters.nodes; ++limit) {
    settings.node_limit = limit;
    EventChecker checker(settings);
    const SearchResult result = run_search(game, GraphScores{}, settings, checker);
    ASSERT_EQ(checker.violations(), std::vector<std::string>{});
    ASSERT_TRUE(checker.is_idle());
    ASSERT_EQ(result.stopped, SearchStatus::kNodeLimit);
    ASSERT_EQ(result.counters.nodes, limit);
    ASSERT_EQ(checker.tally().nodes, limit);
    const std::size_t finished = result.iterations.size();
    ASSERT_EQ(result.completed_depth, static_cast<int>(finished));
    ASSERT_EQ(result.value.has_value(), finished > 0);
    if (finished == 0) {
      ASSERT_EQ(result.best_move, 0u);  // the first legal move
      ASSERT_TRUE(result.pv.empty() && result.root_moves.empty());
      continue;
    }
    ASSERT_EQ(result.value, whole.iterations[finished - 1].value);
    ASSERT_EQ(result.best_move, whole.iterations[finished - 1].best_move);
    ASSERT_EQ(result.pv, whole.iterations[finished - 1].pv);
  }
  settings.node_limit = whole.counters.nodes;
  const SearchResult enough = run_search(game, GraphScores{}, settings, nobody);
  EXPECT_EQ(enough.stopped, SearchStatus::kFinished);
}

TEST(Limits, StrikingAtEveryNodeOfAFixedDepth) {
  for (const Algorithm algorithm :
       {Algorithm::kMinimax, Algorithm::kAlphaBeta, Algorithm::kNegamax, Algorithm::kPvs}) {
    SearchSettings settings;
    settings.algorithm = algorithm;
    settings.depth = 4;
    expect_sound_at_every_limit(settings);
  }
}

TEST(Limits, StrikingAtEveryNodeOfIterativeDeepening) {
  for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta, Algorithm::kNegamax,
                                    Algorithm::kPvs, Algorithm::kMtdf}) {
    SearchSettings settings;
    settings.algorithm = algorithm;
    settings.depth = 4;
    settings.iterative = true;
    settings.table_megabytes = 1;
    expect_sound_at_every_limit(settings);
    if (algorithm == Algorithm::kMtdf) continue;
    settings.aspiration = 1;
    settings.fail = FailMode::kHard;
    expect_sound_at_every_limit(settings);
  }
}

TEST(Limits, ADeadlineBeforeTheFirstNodeGivesTheFirstLegalMove) {
  SearchSettings settings;
  settings.depth = 4;
  settings.time_limit = 0;
  EventChecker checker(settings);
  const SearchResult result = run_search(small_game(), GraphScores{}, settings, checker);
  EXPECT_EQ(checker.tally().passes, 0u);
  EXPECT_EQ(result.stopped, SearchStatus::kTimeLimit);
  EXPECT_FALSE(result.value.has_value());
  EXPECT_EQ(result.best_move, 0u);
  EXPECT_EQ(result.counters, Counters{});
}

// The clock was read at every node, because a quarter of a millisecond was rounded to 0.
TEST(Limits, FastNodesArePolledInHundreds) {
  std::atomic<bool> interrupt{false};
  SearchSettings settings;
  settings.interrupt = &interrupt;
  Limits limits(settings);
  std::uint64_t nodes = 0;
  while (nodes < 100000) ASSERT_TRUE(limits.allows(nodes++));
  interrupt = true;
  std::uint64_t more = 0;
  while (limits.allows(nodes++)) ++more;
  EXPECT_GT(more, 0U);
  EXPECT_LE(more, 4096U);
}

}  // namespace
}  // namespace plytrace
