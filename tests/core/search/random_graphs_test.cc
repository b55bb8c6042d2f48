// SPDX-License-Identifier: MIT
//
// Covers core/search: every search with every option on thousands of random graphs, against an
// oracle that shares no code with it. Checked are the value, the best move, each position of the
// variation, the claim of every node, the order of all events, and that an observer changes
// nothing.
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <map>

#include "core/search/run_search.h"
#include "tests/core/search/event_checker.h"
#include "tests/core/search/graph_game.h"

namespace plytrace {
namespace {

using test::EventChecker;
using test::Graph;
using test::GraphGame;
using test::GraphScores;
using test::GraphShape;

constexpr int kPlies = 5;

bool claim_holds(Score truth, Score value, Bound bound) {
  return (bound == Bound::kUpper || truth >= value) && (bound == Bound::kLower || truth <= value);
}

// A graph and the true value of each of its nodes at each depth.
class KnownGraph {
 public:
  explicit KnownGraph(Graph graph) : graph_(std::move(graph)), game_(graph_) {}

  const GraphGame& game() const { return game_; }

  Score value(std::uint64_t id, int depth) const {
    const auto [known, is_new] = values_.try_emplace({id, depth}, 0);
    if (is_new) known->second = graph_value(graph_, static_cast<std::uint32_t>(id), depth);
    return known->second;
  }

  bool is_best(MoveCode move, int depth) const {
    return value(graph_[0].successors[move], depth - 1) == value(0, depth);
  }

  // The value of a root move.
  Score move_value(MoveCode move, int depth) const {
    return value(graph_[0].successors[move], depth - 1);
  }

  // Every position on the variation of an exact value has that value; after a value that is only a
  // bound, each satisfies that bound.
  bool holds(const std::vector<MoveCode>& line, int depth, Score value_found, Bound bound) const {
    std::uint32_t id = 0;
    for (const MoveCode move : line) {
      if (move >= graph_[id].successors.size()) return false;
      id = graph_[id].successors[move];
      if (!claim_holds(value(id, --depth), value_found, bound)) return false;
    }
    return true;
  }

 private:
  Graph graph_;
  GraphGame game_;
  mutable std::map<std::pair<std::uint64_t, int>, Score> values_;
};

// Runs one search with and without an observer, checks all invariants, and adds up the counts.
void expect_sound(const KnownGraph& graph, const SearchSettings& settings,
                  EventChecker::Tally& met) {
  ASSERT_TRUE(check_settings(settings).is_ok());
  NullObserver nobody;
  const SearchResult result = run_search(graph.game(), GraphScores{}, settings, nobody);
  EventChecker checker(settings,
                       [&](std::uint64_t id, int depth) { return graph.value(id, depth); });
  const SearchResult watched = run_search(graph.game(), GraphScores{}, settings, checker);
  met += checker.tally();
  ASSERT_EQ(checker.violations(), std::vector<std::string>{});
  ASSERT_TRUE(checker.is_idle());
  ASSERT_EQ(checker.tally().nodes, result.counters.nodes);

  ASSERT_EQ(result.value, watched.value);
  ASSERT_EQ(result.best_move, watched.best_move);
  ASSERT_EQ(result.pv, watched.pv);
  ASSERT_EQ(result.counters, watched.counters);

  ASSERT_TRUE(result.value.has_value());
  const int depth = settings.depth;
  ASSERT_TRUE(claim_holds(graph.value(0, depth), *result.value, result.bound));
  ASSERT_TRUE(graph.holds(result.pv, depth, *result.value, result.bound));
  for (const RootMove& move : result.root_moves) {
    ASSERT_TRUE(claim_holds(graph.move_value(move.move, depth), move.value, move.bound));
  }
  if (result.bound == Bound::kExact) {
    ASSERT_TRUE(graph.is_best(result.best_move, depth));
    ASSERT_EQ(result.pv.front(), result.best_move);
  }
  const bool must_be_exact =
      settings.window == Window{} || settings.algorithm == Algorithm::kMinimax;
  if (must_be_exact) {
    ASSERT_EQ(result.bound, Bound::kExact);
  }
}

std::vector<GraphShape> shapes() {
  GraphShape uniform;
  uniform.least_branching = uniform.most_branching = 3;
  GraphShape uneven;
  uneven.finished = 0.15;
  GraphShape equal_values;
  equal_values.scores = 1;
  GraphShape passes;
  passes.passes = 0.4;
  passes.finished = 0.05;
  GraphShape transpositions;
  transpositions.transpositions = 0.5;
  transpositions.scores = 5;
  transpositions.most_branching = 5;
  std::vector<GraphShape> all{uniform, uneven, equal_values, passes, transpositions};
  for (GraphShape& shape : all) shape.plies = kPlies;
  return all;
}

constexpr Algorithm kAll[] = {Algorithm::kMinimax, Algorithm::kAlphaBeta, Algorithm::kNegamax,
                              Algorithm::kPvs, Algorithm::kMtdf};

// Calls `use` with graphs of every shape.
void for_graphs(std::uint32_t each,
                const std::function<void(const KnownGraph&, std::uint32_t)>& use) {
  for (const GraphShape& shape : shapes()) {
    for (std::uint32_t seed = 0; seed < each; ++seed)
      use(KnownGraph(random_graph(shape, seed)), seed);
  }
}

TEST(SlowRandomGraphs, EveryAlgorithmFindsTheMinimaxValue) {
  EventChecker::Tally met;
  for_graphs(400, [&](const KnownGraph& graph, std::uint32_t) {
    for (const Algorithm algorithm : kAll) {
      SearchSettings settings;
      settings.algorithm = algorithm;
      settings.depth = kPlies;
      expect_sound(graph, settings, met);
      if (::testing::Test::HasFatalFailure()) return;
      if (algorithm == Algorithm::kMtdf) continue;
      settings.fail = FailMode::kHard;
      expect_sound(graph, settings, met);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
  std::cout << met.nodes << " nodes, " << met.cutoffs << " cutoffs, " << met.skipped
            << " moves skipped, " << met.re_searches << " re-searches, " << met.clamped
            << " clamped leaves\n";
  EXPECT_GT(met.cutoffs, 0u);
  EXPECT_GT(met.re_searches, 0u);
  EXPECT_GT(met.clamped, 0u);
}

TEST(RandomGraphs, FailSoftFailHardAndNegamaxVisitTheSameNodes) {
  for_graphs(200, [](const KnownGraph& graph, std::uint32_t) {
    SearchSettings settings;
    settings.depth = kPlies;
    NullObserver nobody;
    const SearchResult soft = run_search(graph.game(), GraphScores{}, settings, nobody);
    settings.fail = FailMode::kHard;
    const SearchResult hard = run_search(graph.game(), GraphScores{}, settings, nobody);
    settings.fail = FailMode::kSoft;
    settings.algorithm = Algorithm::kNegamax;
    const SearchResult negamax = run_search(graph.game(), GraphScores{}, settings, nobody);
    settings.algorithm = Algorithm::kMinimax;
    const SearchResult minimax = run_search(graph.game(), GraphScores{}, settings, nobody);
    ASSERT_EQ(soft.counters, hard.counters);
    ASSERT_EQ(soft.counters, negamax.counters);
    ASSERT_EQ(soft.pv, hard.pv);
    ASSERT_EQ(soft.pv, negamax.pv);
    ASSERT_EQ(soft.pv, minimax.pv);
    ASSERT_EQ(minimax.counters.alpha_cutoffs + minimax.counters.beta_cutoffs, 0u);
  });
}

TEST(SlowRandomGraphs, TheTableChangesNoValue) {
  EventChecker::Tally met;
  for_graphs(150, [&](const KnownGraph& graph, std::uint32_t seed) {
    for (const Algorithm algorithm : kAll) {
      SearchSettings settings;
      settings.algorithm = algorithm;
      settings.depth = kPlies;
      settings.table_megabytes = 1;
      settings.iterative = seed % 2 == 0;
      expect_sound(graph, settings, met);
      if (::testing::Test::HasFatalFailure()) return;
      if (algorithm == Algorithm::kMtdf) continue;
      settings.fail = FailMode::kHard;
      expect_sound(graph, settings, met);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
  std::cout << met.stores << " stores, " << met.probes << " entries found, " << met.answers
            << " answers, " << met.table_cutoffs << " of them cutoffs, " << met.narrowed
            << " windows narrowed, " << met.table_moves << " moves tried first\n";
  EXPECT_GT(met.answers, 0u);
  EXPECT_GT(met.table_cutoffs, 0u);
  EXPECT_GT(met.narrowed, 0u);
  EXPECT_GT(met.table_moves, 0u);
}

TEST(RandomGraphs, OrderingChangesNoValue) {
  EventChecker::Tally met;
  for_graphs(100, [&](const KnownGraph& graph, std::uint32_t seed) {
    for (const Algorithm algorithm : kAll) {
      for (const Ordering order : {Ordering::kStatic, Ordering::kKiller, Ordering::kHistory}) {
        SearchSettings settings;
        settings.algorithm = algorithm;
        settings.depth = kPlies;
        settings.order = order;
        settings.iterative = seed % 2 == 0;
        settings.eval_cache = seed % 3 == 0;
        expect_sound(graph, settings, met);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  });
  EXPECT_GT(met.cutoffs, 0u);
}

TEST(SlowRandomGraphs, RootWindowsGiveBoundsThatHold) {
  EventChecker::Tally met;
  int exact = 0, bounds = 0;
  for_graphs(100, [&](const KnownGraph& graph, std::uint32_t seed) {
    const Score center = static_cast<Score>(seed % 13) - 6;
    for (const Algorithm algorithm : kAll) {
      for (const FailMode fail : {FailMode::kSoft, FailMode::kHard}) {
        SearchSettings settings;
        settings.algorithm = algorithm;
        settings.depth = kPlies;
        settings.fail = fail;
        settings.window = {center - 2, center + 2};
        settings.table_megabytes = seed % 2 == 0 ? 1 : 0;
        if (!check_settings(settings)) continue;
        expect_sound(graph, settings, met);
        if (::testing::Test::HasFatalFailure()) return;
        NullObserver nobody;
        const SearchResult result = run_search(graph.game(), GraphScores{}, settings, nobody);
        const Score truth = graph.value(0, kPlies);
        const bool inside = truth > settings.window.alpha && truth < settings.window.beta;
        ASSERT_TRUE(!inside || result.bound == Bound::kExact);
        ++(result.bound == Bound::kExact ? exact : bounds);
      }
    }
  });
  std::cout << exact << " exact values, " << bounds << " bounds\n";
  EXPECT_GT(exact, 0);
  EXPECT_GT(bounds, 0);
}

TEST(SlowRandomGraphs, AspirationSearchesAgainUntilTheValueIsInside) {
  EventChecker::Tally met;
  std::uint64_t iterations = 0;
  for_graphs(100, [&](const KnownGraph& graph, std::uint32_t seed) {
    for (const Algorithm algorithm : kAll) {
      SearchSettings settings;
      settings.algorithm = algorithm;
      settings.depth = kPlies;
      settings.aspiration = 0.5 + seed % 4;
      settings.iterative = seed % 4 != 0;
      settings.table_megabytes = seed % 3 == 0 ? 1 : 0;
      expect_sound(graph, settings, met);
      if (::testing::Test::HasFatalFailure()) return;
      if (algorithm != Algorithm::kMtdf) iterations += settings.iterative ? kPlies : 1;
    }
  });
  std::cout << met.passes << " passes for at least " << iterations << " iterations\n";
  EXPECT_GT(met.passes, iterations);
  EXPECT_EQ(met.passes, met.finished_passes);
}

TEST(RandomGraphs, TiesDrawnByLotAreTies) {
  EventChecker::Tally met;
  int other_choices = 0;
  for_graphs(60, [&](const KnownGraph& graph, std::uint32_t seed) {
    for (const Algorithm algorithm : kAll) {
      SearchSettings settings;
      settings.algorithm = algorithm;
      settings.depth = kPlies;
      settings.ties = Ties::kRandom;
      settings.seed = seed;
      settings.iterative = seed % 2 == 0;
      if (!check_settings(settings)) continue;
      expect_sound(graph, settings, met);
      if (::testing::Test::HasFatalFailure()) return;
      NullObserver nobody;
      const SearchResult drawn = run_search(graph.game(), GraphScores{}, settings, nobody);
      settings.ties = Ties::kFirst;
      const SearchResult first = run_search(graph.game(), GraphScores{}, settings, nobody);
      other_choices += drawn.best_move != first.best_move ? 1 : 0;
    }
  });
  std::cout << other_choices << " times not the first of the best moves\n";
  EXPECT_GT(other_choices, 0);
}

}  // namespace
}  // namespace plytrace
