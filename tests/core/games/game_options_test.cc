// SPDX-License-Identifier: MIT
//
// Covers core/games and core/search: every game with every evaluator, by default and with its
// options: small boards, few cards, both filters. Every algorithm finds the value of the full
// search, also with an evaluator that is not antisymmetric. Excepted are settings in which the
// order of the search decides what is searched.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/registry.h"

namespace plytrace {
namespace {

struct Setting {
  std::string game;
  Arguments options;
  std::string position;  // "" = start position
  int plies;             // upper limit of the random moves before a search
  int depth;
};

// Usual sizes, and small boards and few cards that make searches reach the end of games and the
// recycling phase.
const std::vector<Setting> kSettings{
    {"connect4", {}, "", 25, 4},
    {"tictactoe", {}, "", 4, 5},
    {"gomoku", {}, "", 9, 1},
    {"othello", {}, "", 55, 3},
    {"chess", {}, "", 60, 2},
    {"chess", {{"chess960", "on"}, {"history", "off"}}, "", 90, 2},
    {"andantino", {}, "", 16, 2},
    {"doublecard", {}, "", 6, 2},
    {"connectk", {{"width", "4"}, {"height", "4"}, {"connect", "3"}, {"gravity", "off"}}, "", 9, 3},
    {"andantino", {{"size", "4"}}, "", 30, 3},
    {"doublecard", {{"first", "dots"}, {"filter", "clean"}, {"cards", "5"}}, "", 9, 2},
    {"doublecard", {{"cards", "3"}, {"moves", "12"}}, "", 11, 2},
    {"doublecard", {{"finished", "ignore"}, {"generation", "types"}}, "", 12, 2},
    {"tree", {{"root", "min"}}, "[[3,[12,8]],[2,4,[[6]]],[14,5,2]]", 1, 4},
    {"synthetic", {{"branching", "3"}, {"depth", "6"}, {"ordering", "0.5"}}, "", 3, 4},
};

std::unique_ptr<AnyGame> random_position(const Setting& setting, std::uint32_t seed) {
  std::optional<std::string> position;
  if (!setting.position.empty()) position = setting.position;
  auto game = make_game(setting.game, setting.options, position);
  EXPECT_TRUE(game.is_ok()) << setting.game << ": " << game.status().message();
  if (!game) return nullptr;
  std::mt19937 random(seed);
  MoveList moves;
  for (auto left = static_cast<int>(seed) % (setting.plies + 1);
       left > 0 && !(*game)->is_finished(); --left) {
    moves.clear();
    (*game)->generate(moves);
    (*game)->play(moves[random() % moves.size()]);
  }
  return std::move(*game);
}

SearchResult search(const AnyGame& game, const std::string& evaluator, Algorithm algorithm,
                    int depth) {
  SearchSettings settings;
  settings.algorithm = algorithm;
  settings.depth = depth;
  auto result = game.search({evaluator, {}}, settings, nullptr);
  EXPECT_TRUE(result.is_ok()) << result.status().message();
  return result ? *result : SearchResult{};
}

void expect_all_algorithms_agree(const AnyGame& game, const std::string& evaluator, int depth) {
  const SearchResult full = search(game, evaluator, Algorithm::kMinimax, depth);
  for (const Algorithm algorithm :
       {Algorithm::kAlphaBeta, Algorithm::kNegamax, Algorithm::kPvs, Algorithm::kMtdf}) {
    const SearchResult pruned = search(game, evaluator, algorithm, depth);
    EXPECT_EQ(pruned.value, full.value) << word(algorithm);
    if (algorithm == Algorithm::kMtdf) continue;  // may return another of the best moves
    EXPECT_EQ(pruned.best_move, full.best_move) << word(algorithm);
    EXPECT_EQ(pruned.pv, full.pv) << word(algorithm);
  }
}

TEST(GameOptions, AllAlgorithmsFindTheValueOfTheFullSearch) {
  std::set<std::string> met, seen_from_one_side;
  for (const Setting& setting : kSettings) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
      const auto game = random_position(setting, seed * 7);
      ASSERT_NE(game, nullptr);
      for (const EvaluatorInfo& evaluator : game->info().evaluators) {
        SCOPED_TRACE(setting.game + " " + evaluator.name + " at " + game->position_text());
        expect_all_algorithms_agree(*game, evaluator.name, setting.depth);
        met.insert(game->info().name + " " + evaluator.name);
        if (!evaluator.antisymmetric) seen_from_one_side.insert(evaluator.name);
      }
    }
  }
  for (const GameInfo& game : games()) {
    for (const EvaluatorInfo& evaluator : game.evaluators) {
      EXPECT_EQ(met.count(game.name + " " + evaluator.name), 1U) << game.name << evaluator.name;
    }
  }
  EXPECT_GE(seen_from_one_side.size(), 3U);
}

// The order of the search decides what is searched under the ghost filter, so values may differ
// between algorithms. A search without pruning still searches each admitted root move.
TEST(GameOptions, GhostFilterSearchesAreRepeatable) {
  const Setting setting{"doublecard", {{"filter", "ghost"}, {"generation", "types"}}, "", 10, 2};
  for (std::uint32_t seed = 1; seed < 11; ++seed) {
    const auto game = random_position(setting, seed);
    ASSERT_NE(game, nullptr);
    ASSERT_TRUE(game->filters_by_order());
    const SearchResult once = search(*game, "patterns-table2", Algorithm::kAlphaBeta, 2);
    const SearchResult twice = search(*game, "patterns-table2", Algorithm::kAlphaBeta, 2);
    EXPECT_EQ(once.value, twice.value);
    EXPECT_EQ(once.counters, twice.counters);
    EXPECT_FALSE(once.root_moves.empty());
  }
}

}  // namespace
}  // namespace plytrace
