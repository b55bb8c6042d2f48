// SPDX-License-Identifier: MIT
#include "core/games/synthetic/synthetic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>

#include "core/perft.h"

namespace plytrace::synthetic {
namespace {

Options options(int branching, int depth, std::uint64_t seed, double ordering) {
  return {branching, depth, seed, 100, ordering};
}

// The value by plain minimax over the leaves, player 0 maximising.
std::int64_t minimax(Synthetic& game) {
  MoveList moves;
  game.generate(moves);
  if (moves.empty()) return game.value();
  std::vector<std::int64_t> values;
  const bool maximises = game.player_to_move() == 0;
  for (const MoveCode move : moves) {
    game.play(move);
    values.push_back(minimax(game));
    game.undo();
  }
  return maximises ? *std::max_element(values.begin(), values.end())
                   : *std::min_element(values.begin(), values.end());
}

TEST(Synthetic, EveryNodeHoldsItsExactValue) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const double ordering : {0.0, 0.5, 1.0}) {
      Synthetic game(options(3, 5, seed, ordering));
      EXPECT_EQ(minimax(game), game.value());
      game.play(2);
      EXPECT_EQ(minimax(game), game.value());
    }
  }
}

TEST(Synthetic, OrderingIsTheShareOfNodesWithTheBestChildFirst) {
  // There are 1364 inner nodes. At ordering 0 the hashed place is the first in a quarter of them.
  const auto first_is_best = [](double ordering) {
    Synthetic game(options(4, 6, 7, ordering));
    int count = 0;
    const std::function<void()> walk = [&] {
      MoveList moves;
      game.generate(moves);
      if (moves.empty()) return;
      const std::int64_t value = game.value();
      for (const MoveCode move : moves) {
        game.play(move);
        if (move == 1 && game.value() == value) ++count;
        walk();
        game.undo();
      }
    };
    walk();
    return count;
  };
  EXPECT_EQ(first_is_best(1), 1365);
  EXPECT_NEAR(first_is_best(0), 341, 60);
  EXPECT_NEAR(first_is_best(0.5), 853, 80);
}

TEST(Synthetic, IsTheSameTreeOnEveryMachine) {
  Synthetic game(Options{});
  EXPECT_EQ(game.key(), 0x910A2DEC89025CC1U);  // splitmix64(1)
  std::array<std::int64_t, 4> values{};
  for (MoveCode move = 1; move <= 4; ++move) {
    game.play(move);
    values[move - 1] = game.value();
    game.undo();
  }
  // Computed by an independent program; the third child inherits the value.
  EXPECT_EQ(game.value(), 61);
  EXPECT_EQ(values, (std::array<std::int64_t, 4>{47, -13, 61, 0}));
}

TEST(Synthetic, PerftIsAPowerOfTheBranching) {
  EXPECT_EQ(perft(Synthetic(options(5, 3, 1, 0)), 4, nullptr),
            (std::vector<std::uint64_t>{5, 25, 125, 0}));
}

TEST(Synthetic, PositionIsThePath) {
  Synthetic game(Options{});
  EXPECT_EQ(game.position_text(), "/");
  game.play(3);
  game.play(1);
  EXPECT_EQ(game.position_text(), "/3/1");
  EXPECT_EQ(game.plies_left(), 4);
  const Result<Synthetic> again = Synthetic::from_position({}, "/3/1");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->key(), game.key());
  EXPECT_EQ(again->value(), game.value());
  EXPECT_EQ(again->player_to_move(), 0);
}

TEST(Synthetic, RefusesPathsThatAreNotThere) {
  const Arguments small = {{"branching", "2"}, {"depth", "2"}};
  for (const char* path : {"", "1", "/3", "/1/", "//1", "/0", "/01", "/1/1/1", "/x"}) {
    EXPECT_EQ(Synthetic::from_position(small, path).status().code(), StatusCode::kBadInput) << path;
  }
}

TEST(Synthetic, RefusesOptionsOutsideTheirRange) {
  for (const Arguments& bad : std::vector<Arguments>{{{"branching", "0"}},
                                                     {{"depth", "-1"}},
                                                     {{"seed", "-1"}},
                                                     {{"spread", "1.5"}},
                                                     {{"ordering", "1.1"}},
                                                     {{"ordering", "nan"}},
                                                     {{"width", "1"}}}) {
    EXPECT_EQ(Synthetic::start(bad).status().code(), StatusCode::kUsage) << bad.front().first;
  }
}

TEST(Synthetic, OptionsRoundTrip) {
  const Result<Synthetic> game =
      Synthetic::start({{"seed", "9223372036854775807"}, {"ordering", "0.25"}});
  ASSERT_TRUE(game);
  EXPECT_EQ(game->options_json(),
            R"({"branching":4,"depth":6,"seed":9223372036854775807,"spread":100,"ordering":0.25})");
}

TEST(Synthetic, AMillionPliesDeep) {
  Synthetic game(options(1, 1'000'000, 3, 0));
  while (!game.is_finished()) game.play(1);
  EXPECT_EQ(game.plies_left(), 0);
  EXPECT_EQ(game.value(), Synthetic(options(1, 1'000'000, 3, 0)).value());
}

}  // namespace
}  // namespace plytrace::synthetic
