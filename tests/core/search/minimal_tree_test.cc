// SPDX-License-Identifier: MIT
//
// Covers core/search/alphabeta.h: on perfectly ordered uniform trees alpha-beta visits exactly the
// b^ceil(d/2) + b^floor(d/2) - 1 leaves that Knuth and Moore (1975) proved necessary.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/search/run_search.h"

namespace plytrace {
namespace {

// A uniform tree that stores no nodes. `kEqual`: all leaves are worth 0. Otherwise the first move
// is the best at every node, and each other move is worse by one for the mover.
class UniformGame {
 public:
  UniformGame(int branching, bool equal) : branching_(branching), equal_(equal) {}

  int player_to_move() const { return static_cast<int>(path_.size() % 2); }
  bool is_finished() const { return false; }
  int winner() const { return kNobody; }
  void generate(MoveList& list) const {
    for (int i = 0; i < branching_; ++i) list.push_back(static_cast<MoveCode>(i));
  }
  bool is_legal(MoveCode move) const { return move < static_cast<MoveCode>(branching_); }
  void play(MoveCode move) {
    const int loss = equal_ || move == 0 ? 0 : 1;
    path_.push_back(player_to_move() == 0 ? -loss : loss);
    score_ += path_.back();
  }
  void undo() {
    score_ -= path_.back();
    path_.pop_back();
  }
  std::uint64_t key() const { return path_.size(); }
  int plies_left() const { return 64; }
  std::string move_text(MoveCode move) const { return std::to_string(move); }
  Result<MoveCode> parse_move(std::string_view) const { return MoveCode{0}; }
  std::string why_illegal(MoveCode) const { return {}; }
  std::string position_text() const { return {}; }
  std::string board_text() const { return {}; }
  std::string options_json() const { return "{}"; }

  int score() const { return score_; }

 private:
  int branching_;
  bool equal_;
  int score_ = 0;
  std::vector<int> path_;
};

struct UniformScores {
  Score operator()(const UniformGame& game, int player) const {
    return player == 0 ? game.score() : -game.score();
  }
  Window score_range() const { return {-64, 64}; }
  std::string parameters_json() const { return "{}"; }
};

std::uint64_t leaves(Algorithm algorithm, int branching, int depth, bool equal) {
  SearchSettings settings;
  settings.algorithm = algorithm;
  settings.depth = depth;
  NullObserver nobody;
  const SearchResult result =
      run_search(UniformGame(branching, equal), UniformScores{}, settings, nobody);
  EXPECT_EQ(result.value, 0);
  EXPECT_EQ(result.best_move, 0u);
  return result.counters.leaf_evaluations;
}

std::uint64_t power(int base, int exponent) {
  std::uint64_t result = 1;
  for (int i = 0; i < exponent; ++i) result *= static_cast<std::uint64_t>(base);
  return result;
}

TEST(MinimalTree, PerfectlyOrderedTreesHaveExactlyTheNecessaryLeaves) {
  int trees = 0;
  for (const int branching : {2, 3, 5, 7, 8, 10, 20, 35}) {
    for (const int depth : {1, 2, 3, 4, 5, 6, 8, 10}) {
      const std::uint64_t necessary =
          power(branching, (depth + 1) / 2) + power(branching, depth / 2) - 1;
      if (necessary > 350'000) continue;
      for (const bool equal : {true, false}) {
        for (const Algorithm algorithm :
             {Algorithm::kAlphaBeta, Algorithm::kNegamax, Algorithm::kPvs}) {
          EXPECT_EQ(leaves(algorithm, branching, depth, equal), necessary)
              << word(algorithm) << " b=" << branching << " d=" << depth;
        }
      }
      ++trees;
    }
  }
  EXPECT_EQ(trees, 61);
}

TEST(MinimalTree, NumbersOfTheLiterature) {
  EXPECT_EQ(leaves(Algorithm::kAlphaBeta, 3, 8, true), 161u);
  EXPECT_EQ(leaves(Algorithm::kAlphaBeta, 5, 10, true), 6249u);
  EXPECT_EQ(leaves(Algorithm::kAlphaBeta, 10, 5, true), 1099u);
  EXPECT_EQ(leaves(Algorithm::kAlphaBeta, 35, 4, true), 2449u);
  EXPECT_EQ(leaves(Algorithm::kMinimax, 3, 8, true), 6561u);
}

}  // namespace
}  // namespace plytrace
