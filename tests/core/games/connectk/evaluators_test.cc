// SPDX-License-Identifier: MIT
#include "core/games/connectk/evaluators.h"

#include <gtest/gtest.h>

#include <random>

namespace plytrace::connectk {
namespace {

ConnectK connect4_after(std::initializer_list<const char*> moves) {
  ConnectK game((Options()));
  for (const char* move : moves) game.play(*game.parse_move(move));
  return game;
}

ConnectK position(const Arguments& options, const char* text) {
  const Result<ConnectK> game = ConnectK::from_position(options, text);
  EXPECT_TRUE(game) << game.status().message();
  return *game;
}

const Arguments kTicTacToeArguments = {
    {"width", "3"}, {"height", "3"}, {"connect", "3"}, {"gravity", "off"}};

template <class E>
Score score(const ConnectK& game, int player, const Arguments& parameters = {}) {
  const Result<E> evaluator = E::create(game, parameters);
  EXPECT_TRUE(evaluator) << evaluator.status().message();
  return (*evaluator)(game, player);
}

TEST(Ways, CountsOpenWindowsByTheirPieces) {
  EXPECT_EQ(score<Ways>(connect4_after({}), 0), 0);
  const ConnectK one = connect4_after({"d"});
  EXPECT_EQ(score<Ways>(one, 0), 7);
  EXPECT_EQ(score<Ways>(one, 1), -7);
  const ConnectK five = connect4_after({"d", "c", "d", "c", "d"});
  EXPECT_EQ(five.windows_with(0, 1, 0), 15);
  EXPECT_EQ(five.windows_with(0, 2, 0), 1);
  EXPECT_EQ(five.windows_with(0, 3, 0), 1);
  EXPECT_EQ(five.windows_with(1, 1, 0), 1);
  EXPECT_EQ(five.windows_with(1, 2, 0), 1);
  EXPECT_EQ(five.windows_with(1, 3, 0), 0);
  EXPECT_EQ(score<Ways>(five, 0), 114);
  EXPECT_EQ(score<Ways>(five, 1), -114);
}

TEST(Ways, BaseIsAParameter) {
  // 15 + 1*2 + 1*4 against 1 + 1*2
  EXPECT_EQ(score<Ways>(connect4_after({"d", "c", "d", "c", "d"}), 0, {{"base", "2"}}), 18);
}

TEST(Ways, StaysInItsRangeOnTheLargestBoard) {
  const ConnectK game(Options{26, 26, 10, false});
  const Result<Ways> ways = Ways::create(game, {{"base", "30"}});
  ASSERT_TRUE(ways);
  // Even if every window has nine pieces, the sum is a whole number that a double represents.
  EXPECT_LT(ways->score_range().beta, 9007199254740992.0);
  EXPECT_GT(ways->score_range().beta, kWin);
}

TEST(Danger, WorkedNumbersOfTheDocument) {
  // k 4: one own piece is worth 50/9; 2 opposing pieces are a danger of 200/3, 3 of 100.
  const ConnectK one = connect4_after({"d"});
  EXPECT_DOUBLE_EQ(score<Danger>(one, 0), 7 * 50.0 / 9 / 6900);
  EXPECT_EQ(score<Danger>(one, 1), 0);

  const Arguments row = {{"width", "4"}, {"height", "1"}, {"connect", "4"}, {"gravity", "off"}};
  const Arguments wide = {{"width", "9"}, {"height", "1"}, {"connect", "4"}, {"gravity", "off"}};
  EXPECT_DOUBLE_EQ(score<Danger>(position(row, "X... O"), 0), 50.0 / 9 / 100);
  EXPECT_DOUBLE_EQ(score<Danger>(position(row, "XO.. X"), 0), 11.0 / 100);
  EXPECT_DOUBLE_EQ(score<Danger>(position(row, "XOXO X"), 0), 0);  // finished: a draw
  // Windows of XXX...OOO: XXX. 3 own; XX.. 2 own; X... 1 own; ...O, ..OO, .OOO.
  const ConnectK mirrored = position(wide, "XXX...OOO X");
  const double bad = 200.0 / 3 + 100;
  EXPECT_DOUBLE_EQ(score<Danger>(mirrored, 0), -bad / 600);
  EXPECT_DOUBLE_EQ(score<Danger>(mirrored, 1), -bad / 600);
}

TEST(Danger, FullBlockAddsToTheGeneralBlock) {
  const Arguments column = {{"width", "1"}, {"height", "5"}, {"connect", "4"}, {"gravity", "on"}};
  // The two windows from the bottom: XOXO is full (11 + 6), OXO. is only blocked (11).
  EXPECT_DOUBLE_EQ(score<Danger>(position(column, "./O/X/O/X X"), 0), 28.0 / 200);
  EXPECT_DOUBLE_EQ(score<Danger>(position(column, "./O/X/O/X X"), 0, {{"full", "0"}}), 22.0 / 200);
}

TEST(Danger, ThresholdIsStrict) {
  // k 10, two rows of one window each: O's pieces lie in the lower one, X's in the upper one.
  const Arguments rows = {{"width", "10"}, {"height", "2"}, {"connect", "10"}, {"gravity", "off"}};
  // 3 of 10 are 30 %: no danger, only X's own goodness 9 * 50/81.
  EXPECT_DOUBLE_EQ(score<Danger>(position(rows, "XXX......./OOO....... X"), 0), 450.0 / 81 / 200);
  // 4 of 10 are a danger of 400/9.
  EXPECT_DOUBLE_EQ(score<Danger>(position(rows, "XXXX....../OOOO...... X"), 0), -400.0 / 9 / 200);
}

TEST(Danger, NoWindowsGiveZero) {
  const Arguments tiny = {{"width", "2"}, {"height", "2"}, {"connect", "4"}, {"gravity", "off"}};
  EXPECT_EQ(score<Danger>(position(tiny, "X./.. O"), 0), 0);
}

TEST(Lines, LoneStonesCountNoArea) {
  const ConnectK one = connect4_after({"d"});
  EXPECT_EQ(score<Lines>(one, 0), 1);  // areas 0 - 0, lengths 1 - 0
  EXPECT_EQ(score<Lines>(one, 1), -1);
}

TEST(Lines, RunsOnFourAxes) {
  // X: c1 b2 a3 on a falling diagonal and a1, O: a2, d1 .. apart. X longest 2.
  const ConnectK game = position(
      {{"width", "4"}, {"height", "2"}, {"connect", "4"}, {"gravity", "off"}}, "XX../XO.O O");
  // X: a2 b2 (2), a2 a1 (2), b2 a1 diagonal (2): 12 / 3 = 4, longest 2.
  // O: b1, d1 apart: 0, longest 1. min(4, 3).
  EXPECT_EQ(score<Lines>(game, 0), 3);
  EXPECT_EQ(score<Lines>(game, 1), -3);
}

TEST(Outcome, IsTwentyTwoMinusTheStonesOfTheWinnerOnConnect4) {
  const ConnectK win = connect4_after({"d", "c", "d", "c", "d", "c", "d"});
  EXPECT_EQ(score<Outcome>(win, 0), 22 - 4);
  EXPECT_EQ(score<Outcome>(win, 1), -(22 - 4));
  EXPECT_EQ(score<Outcome>(connect4_after({"d", "c"}), 0), 0);
  // 3 x 3: floor(11 / 2) - 3
  EXPECT_EQ(score<Outcome>(position(kTicTacToeArguments, "XXX/OO./... O"), 0), 2);
  EXPECT_EQ(score<Outcome>(position(kTicTacToeArguments, "XOX/XOO/OXX O"), 0), 0);
}

TEST(ConnectKEvaluators, FinishedGamesAreWonLostOrDrawn) {
  const ConnectK won = position(kTicTacToeArguments, "XXX/OO./... O");
  const ConnectK drawn = position(kTicTacToeArguments, "XOX/XOO/OXX O");
  EXPECT_EQ(score<Ways>(won, 0), kWin);
  EXPECT_EQ(score<Ways>(won, 1), -kWin);
  EXPECT_EQ(score<Danger>(won, 0), kWin);
  EXPECT_EQ(score<Danger>(won, 1), -kWin);
  EXPECT_EQ(score<Lines>(won, 0), kWin);
  EXPECT_EQ(score<Lines>(won, 1), -kWin);
  EXPECT_EQ(score<Ways>(drawn, 0), 0);
  EXPECT_EQ(score<Danger>(drawn, 0), 0);
  EXPECT_EQ(score<Lines>(drawn, 1), 0);
}

TEST(ConnectKEvaluators, EarlyWinsCountTheEmptyCellsOnTop) {
  const ConnectK won = position(kTicTacToeArguments, "XXX/OO./... O");
  const Arguments early = {{"early_wins", "on"}};
  EXPECT_EQ(score<Ways>(won, 0, early), kWin + 4);
  EXPECT_EQ(score<Ways>(won, 1, early), -kWin - 4);
  EXPECT_EQ(score<Danger>(won, 0, early), kWin + 4);
  EXPECT_EQ(score<Lines>(won, 1, early), -kWin - 4);
  EXPECT_EQ(score<Lines>(position(kTicTacToeArguments, "XOX/XOO/OXX O"), 0, early), 0);
  EXPECT_EQ(Ways::create(won, early)->score_range().beta, kWin + 9);
  EXPECT_EQ(Ways::create(won, early)->parameters_json(), R"({"base":10,"early_wins":"on"})");
}

TEST(ConnectKEvaluators, RefuseUnknownParameters) {
  const ConnectK game((Options()));
  EXPECT_EQ(Ways::create(game, {{"bass", "3"}}).status().code(), StatusCode::kUsage);
  EXPECT_EQ(Ways::create(game, {{"base", "31"}}).status().code(), StatusCode::kUsage);
  EXPECT_EQ(Danger::create(game, {{"good", "-1"}}).status().code(), StatusCode::kUsage);
  EXPECT_EQ(Lines::create(game, {{"x", "1"}}).status().code(), StatusCode::kUsage);
  EXPECT_EQ(Outcome::create(game, {{"x", "1"}}).status().code(), StatusCode::kUsage);
}

TEST(ConnectKEvaluators, ListTheirParametersWithRangeAndDefault) {
  const EvaluatorInfo danger = Danger::info();
  ASSERT_EQ(danger.parameters.size(), 6U);
  EXPECT_EQ(danger.parameters[2].name, "block");
  EXPECT_EQ(danger.parameters[2].range, "0..1000");
  EXPECT_EQ(danger.parameters[2].fallback, "11");
  EXPECT_FALSE(danger.antisymmetric);
}

// `danger` computed directly from games.md 2.2, window by window, in doubles.
double danger_by_scan(const ConnectK& game, int player) {
  const Options& o = game.options();
  double good = 0;
  double bad = 0;
  int windows = 0;
  for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
    for (int row = 0; row < o.height; ++row) {
      for (int column = 0; column < o.width; ++column) {
        const int c_end = column + dc * (o.connect - 1);
        const int r_end = row + dr * (o.connect - 1);
        if (c_end >= o.width || r_end < 0 || r_end >= o.height) continue;
        int own = 0;
        int other = 0;
        for (int i = 0; i < o.connect; ++i) {
          const int piece = game.piece(column + dc * i, row + dr * i);
          if (piece == player) ++own;
          if (piece == 1 - player) ++other;
        }
        ++windows;
        const double k = o.connect;
        if (own > 0 && other > 0) good += own + other == o.connect ? 17 : 11;
        if (own == 0 && 10 * other > 3 * o.connect) bad += other / k * 100 / ((k - 1) / k);
        if (other == 0 && own > 0) good += own * own * 50 / ((k - 1) * (k - 1));
      }
    }
  }
  if (windows == 0) return 0;
  return good >= bad ? good / (100.0 * windows) : -bad / (100.0 * windows);
}

TEST(Danger, EqualsAScanOfTheBoardInRandomPlay) {
  std::mt19937 random(3);
  for (const Options& options : {Options{7, 6, 4, true}, Options{5, 5, 3, false},
                                 Options{9, 9, 6, false}, Options{12, 12, 10, true}}) {
    for (int i = 0; i < 20; ++i) {
      ConnectK game(options);
      const Result<Danger> danger = Danger::create(game, {});
      while (!game.is_finished()) {
        for (const int player : {0, 1}) {
          EXPECT_NEAR((*danger)(game, player), danger_by_scan(game, player), 1e-12)
              << game.position_text();
        }
        MoveList moves;
        game.generate(moves);
        game.play(moves[random() % moves.size()]);
      }
    }
  }
}

}  // namespace
}  // namespace plytrace::connectk
