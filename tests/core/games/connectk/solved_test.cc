// SPDX-License-Identifier: MIT
//
// Connect-4 positions whose exact result is public (a collection that is not part of the project):
// `outcome`, searched to the end of the game, must give it.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

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

// Searches the positions with `low` to `high` moves played; says how many there were.
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
  const std::string file = test::shared_data("connect4_solved.tsv");
  if (file.empty()) GTEST_SKIP() << "connect4_solved.tsv is not here";
  EXPECT_EQ(check_positions(file, 26, 42), 113);
}

TEST(SlowSolvedConnect4, MiddleGamesComeOutExactly) {
  const std::string file = test::shared_data("connect4_solved.tsv");
  if (file.empty()) GTEST_SKIP() << "connect4_solved.tsv is not here";
  EXPECT_EQ(check_positions(file, 17, 25), 44);
}

}  // namespace
}  // namespace plytrace
