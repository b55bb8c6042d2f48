// SPDX-License-Identifier: MIT
#include "core/games/andantino/evaluators.h"

#include <gtest/gtest.h>

#include "tests/core/games/games_test_support.h"

namespace plytrace::andantino {
namespace {

using test::play_all;
using test::position;
using test::start;

TEST(AndantinoLines, ScoresTheTwoExamplesOfTheDocument) {
  const Lines lines{Andantino()};
  const Andantino a = position<Andantino>("X:j10,j11,j12 O:k11,k12 O");
  EXPECT_EQ(lines(a, 0), 1);
  EXPECT_EQ(lines(a, 1), -1);
  const Andantino b = position<Andantino>("X:j10,k10,j11,j12 O:k11,k12,l12 O");
  EXPECT_EQ(lines(b, 0), 4.25);
  EXPECT_EQ(lines(b, 1), -4.25);
}

TEST(AndantinoLines, LoneStonesHaveLengthOneAndNoArea) {
  const Lines lines{Andantino()};
  Andantino game;
  EXPECT_EQ(lines(game, 0), 0);
  play_all(game, "j10");
  EXPECT_EQ(lines(game, 0), 1) << "longest 1 against 0";
  play_all(game, "j11");
  EXPECT_EQ(lines(game, 0), 0);
}

TEST(AndantinoLines, SearchValuesAreTheKnownOnes) {
  const Lines lines{Andantino()};
  std::uint64_t evaluations = 0;
  Andantino game;
  EXPECT_EQ(test::minimax_value(game, lines, 4, 0), 0);
  play_all(game, "j10;j9;i9;i8;j8;k10;i10;k11;j11");
  EXPECT_NEAR(test::alphabeta_value(game, lines, 3, 1, {}, evaluations), 4.666666666666666, 1e-12);
  EXPECT_EQ(evaluations, 192U);
  Andantino small = start<Andantino>({{"size", "4"}});
  play_all(small, "d4;c3;d3;c4;e4;b3;e5;c2;b4;d2");
  evaluations = 0;
  EXPECT_NEAR(test::alphabeta_value(small, lines, 3, 0, {}, evaluations), -0.1904761904761898,
              1e-12);
  EXPECT_EQ(evaluations, 123U);
}

TEST(AndantinoEvaluators, FinishedGamesAreWonLostOrDrawn) {
  const Andantino won = position<Andantino>("X:f10,g10,h10,i10,j10 O:f9,g9,h9,i9 O");
  EXPECT_EQ(Lines(won)(won, 0), kWin);
  EXPECT_EQ(Lines(won)(won, 1), -kWin);
  EXPECT_EQ(Outcome(won)(won, 0), 1);
  EXPECT_EQ(Outcome(won)(won, 1), -1);
  const Andantino drawn = position<Andantino>("X:a1,b1,c2,a2 O:b2,b3,c3 O", {{"size", "2"}});
  EXPECT_EQ(Lines(drawn)(drawn, 0), 0);
  EXPECT_EQ(Outcome(drawn)(drawn, 1), 0);
  EXPECT_EQ(Outcome(Andantino())(Andantino(), 0), 0);
}

TEST(AndantinoEvaluators, HaveNoParameters) {
  EXPECT_FALSE(Lines::create(Andantino(), {{"weight", "1"}}).is_ok());
  EXPECT_FALSE(Outcome::create(Andantino(), {{"weight", "1"}}).is_ok());
}

TEST(AndantinoEvaluators, MinimaxAndAlphabetaAgreeAndScoresStayInRange) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const Andantino game = start<Andantino>({{"size", seed % 2 == 0 ? "5" : "10"}});
    test::check_evaluator(game, Lines(game), static_cast<int>(seed * 3), 3, seed);
    test::check_evaluator(game, Outcome(game), static_cast<int>(seed * 3), 3, seed);
  }
}

}  // namespace
}  // namespace plytrace::andantino
