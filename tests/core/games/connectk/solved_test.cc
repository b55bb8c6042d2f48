// SPDX-License-Identifier: MIT
//
// Covers core/games/connectk and core/search: Connect-4 positions solved exactly. `outcome`,
// searched to the end of the game, gives the score that this test's own, independent solver finds.
// If a public collection of solved positions is available (it is not part of the project), its
// scores are compared as well.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <random>
#include <sstream>
#include <unordered_map>

#include "core/registry.h"
#include "tests/core/games/games_test_support.h"

namespace plytrace {
namespace {

struct Solved {
  std::string set, moves;
  Score score = 0;
};

std::vector<Solved> solved_positions(const std::string& file) {
  std::vector<Solved> positions;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    Solved solved;
    std::istringstream(line) >> solved.set >> solved.moves >> solved.score;
    positions.push_back(solved);
  }
  return positions;
}

Score value_of(const std::string& moves) {
  const std::unique_ptr<AnyGame> game = std::move(*make_game("connect4", {}, std::nullopt));
  for (const char move : moves) {
    EXPECT_TRUE(play_moves(*game, std::string_view(&move, 1))) << moves;
  }
  SearchSettings settings;
  settings.depth = game->plies_left();
  settings.order = Ordering::kHistory;
  settings.table_megabytes = 16;
  const Result<SearchResult> result = game->search({"outcome", {}}, settings, nullptr);
  return result->value.value();
}

// Plain minimax over two sets of squares; each position is solved once. A column has seven bits, of
// which the highest stays empty.
class Solver {
 public:
  bool can_drop(int column) const { return (mask_ >> (column * 7 + 5) & 1U) == 0; }
  bool wins_at_once() const {
    for (int column = 0; column < 7; ++column) {
      if (can_drop(column) && wins(column)) return true;
    }
    return false;
  }
  bool wins(int column) const { return has_four(own_ | landing(column)); }
  int stones() const { return stones_; }

  void drop(int column) {
    const std::uint64_t stone = landing(column);
    own_ = mask_ ^ own_;  // now the stones of the other side, which is to move
    mask_ |= stone;
    ++stones_;
  }

  // The score for the side to move: 22 minus the number of stones that the winner has played at the
  // end; negated for a loss.
  int score() {
    if (stones_ == 42) return 0;
    const std::uint64_t key = (mask_ << 1 | kFloor) ^ own_;
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    int best = -100;
    for (int column = 0; column < 7; ++column) {
      if (!can_drop(column)) continue;
      best = std::max(best, wins(column) ? 21 - stones_ / 2 : -score_behind(column));
    }
    return known_[key] = best;
  }

 private:
  static constexpr std::uint64_t kFloor = 0x40810204081;  // the lowest square of each column

  std::uint64_t landing(int column) const {
    return (mask_ + (std::uint64_t{1} << (column * 7))) & (std::uint64_t{0x3F} << (column * 7));
  }

  static bool has_four(std::uint64_t stones) {
    for (const int step : {1, 6, 7, 8}) {
      const std::uint64_t pairs = stones & (stones >> step);
      if ((pairs & (pairs >> (2 * step))) != 0) return true;
    }
    return false;
  }

  int score_behind(int column) {
    const std::uint64_t own = own_, mask = mask_;
    drop(column);
    const int found = score();
    own_ = own;
    mask_ = mask;
    --stones_;
    return found;
  }

  std::uint64_t own_ = 0, mask_ = 0;  // stones of the side to move, and of both sides
  int stones_ = 0;
  std::unordered_map<std::uint64_t, int> known_;
};

// Plays random moves that do not win until there are `stones` stones. Returns the moves, or "" if
// that is impossible.
std::string play_quietly(Solver& solver, int stones, std::mt19937& random) {
  std::string moves;
  while (solver.stones() < stones) {
    std::string quiet;
    for (int column = 0; column < 7; ++column) {
      if (solver.can_drop(column) && !solver.wins(column)) quiet += static_cast<char>('a' + column);
    }
    if (quiet.empty()) return "";
    moves += quiet[random() % quiet.size()];
    solver.drop(moves.back() - 'a');
  }
  return moves;
}

// Solves `count` positions with that many stones, none of them won in one move, with both solvers.
// Returns how many are won, drawn and lost.
std::array<int, 3> check_random_positions(int count, int stones) {
  std::array<int, 3> tally{};
  std::mt19937 random(static_cast<unsigned>(stones));
  for (int solved = 0; solved < count;) {
    Solver solver;
    const std::string moves = play_quietly(solver, stones, random);
    if (moves.empty() || solver.wins_at_once()) continue;
    const int score = solver.score();
    EXPECT_EQ(value_of(moves), score) << moves;
    ++tally[score > 0 ? 0 : score == 0 ? 1 : 2];
    ++solved;
  }
  return tally;
}

// Searches the published positions with `low` to `high` moves played; returns their number.
int check_positions(const std::string& file, std::size_t low, std::size_t high) {
  int checked = 0;
  for (const Solved& solved : solved_positions(file)) {
    if (solved.moves.size() < low || solved.moves.size() > high) continue;
    EXPECT_EQ(value_of(solved.moves), solved.score) << solved.moves;
    ++checked;
  }
  return checked;
}

TEST(SolvedConnect4, EndgamesComeOutExactly) {
  EXPECT_EQ(check_random_positions(60, 28), (std::array{13, 3, 44}));
  EXPECT_EQ(check_random_positions(40, 33), (std::array{3, 6, 31}));
  const std::string file = test::shared_data("connect4_solved.tsv");
  if (!file.empty()) {
    EXPECT_EQ(check_positions(file, 26, 42), 113);
  }
}

TEST(SlowSolvedConnect4, MiddleGamesComeOutExactly) {
  EXPECT_EQ(check_random_positions(10, 24), (std::array{3, 0, 7}));
  const std::string file = test::shared_data("connect4_solved.tsv");
  if (!file.empty()) {
    EXPECT_EQ(check_positions(file, 17, 25), 44);
  }
}

}  // namespace
}  // namespace plytrace
