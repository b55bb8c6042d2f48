// SPDX-License-Identifier: MIT
#include "core/games/othello/evaluators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>

#include "tests/core/games/games_test_support.h"

namespace plytrace::othello {
namespace {

using test::play_all;
using test::position;

template <class E>
E evaluator(const Arguments& parameters = {}) {
  Result<E> made = E::create(Othello(), parameters);
  if (!made) ADD_FAILURE() << made.status().message();
  return made ? *made : E(Othello());
}

TEST(Phased, ScoresTheWorkedExamplesOfTheOpening) {
  const auto phased = evaluator<Phased>();
  Othello game;
  play_all(game, "d3");
  EXPECT_EQ(phased(game, 0), 6) << "three discs more, weight 2";
  EXPECT_EQ(phased(game, 1), -6);
  play_all(game, "c3");
  EXPECT_EQ(phased(game, 0), -10) << "one placement less, weight 10";
}

TEST(Phased, SearchValuesOfTheStartAreTheKnownOnes) {
  const auto phased = evaluator<Phased>();
  Othello game;
  std::uint64_t evaluations = 0;
  EXPECT_EQ(test::alphabeta_value(game, phased, 4, 0, {}, evaluations), -40);
  EXPECT_EQ(evaluations, 87U);
  evaluations = 0;
  EXPECT_EQ(test::alphabeta_value(game, phased, 5, 0, {}, evaluations), 110);
  EXPECT_EQ(evaluations, 430U);
}

// X's corner and the discs beside it: a1..c1, a2, b2 and a3 are stable; b3 and c2 are not.
constexpr std::string_view kCorner =
    "XXX-----"
    "XXXO----"
    "XXO-----"
    "--------"
    "--------"
    "--------"
    "--------"
    "-------- X";

TEST(Stability, GrowsFromACorner) {
  const Othello game = position<Othello>(kCorner);
  const Bitboard occupied = game.discs(0) | game.discs(1);
  const Bitboard stable = stable_discs(game.discs(0), safe_squares(occupied));
  EXPECT_EQ(stable, square_bit(0) | square_bit(1) | square_bit(2) | square_bit(8) | square_bit(9) |
                        square_bit(16));
  EXPECT_EQ(stable_discs(game.discs(1), safe_squares(occupied)), 0U);
}

TEST(Stability, AFullEdgeIsStableForBothColours) {
  const Othello game = position<Othello>(
      "OXXOXXXO"
      "--------"
      "--------"
      "---OX---"
      "---XO---"
      "--------"
      "--------"
      "-------- X");
  const SafeSquares safe = safe_squares(game.discs(0) | game.discs(1));
  EXPECT_EQ(std::popcount(stable_discs(game.discs(0), safe)), 5);
  EXPECT_EQ(std::popcount(stable_discs(game.discs(1), safe)), 3);
}

// The definition itself: a stable disc keeps its colour in every possible continuation.
TEST(Stability, StableDiscsAreNeverFlippedInRandomPlay) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Othello game;
    test::play_random(game, 20 + round % 35, random);
    const SafeSquares safe = safe_squares(game.discs(0) | game.discs(1));
    const Bitboard black = stable_discs(game.discs(0), safe);
    const Bitboard white = stable_discs(game.discs(1), safe);
    test::play_random(game, 60, random);
    ASSERT_EQ(game.discs(0) & black, black);
    ASSERT_EQ(game.discs(1) & white, white);
  }
}

TEST(Phased, ScalesStabilityBySixteenThirdsOnRequest) {
  const Othello game = position<Othello>(kCorner);
  const Score plain = evaluator<Phased>()(game, 0);
  const Score scaled = evaluator<Phased>({{"stable_scale", "16/3"}})(game, 0);
  // 10 discs: phase 'middle', 6 stable discs of weight 80.
  EXPECT_NEAR(scaled - plain, 6 * 80 * (16.0 / 3 - 1), 1e-9);
}

TEST(Phased, PhasesChangeAtTheirDiscCounts) {
  const Othello game = position<Othello>(kCorner);  // 10 discs
  const Arguments weights{
      {"opening_disc", "1"},     {"middle_disc", "100"},   {"end_disc", "10000"},
      {"opening_stable", "0"},   {"middle_stable", "0"},   {"end_stable", "0"},
      {"opening_mobility", "0"}, {"middle_mobility", "0"}, {"end_mobility", "0"}};
  const auto with = [&](std::string middle, std::string end) {
    Arguments all = weights;
    all.emplace_back("middle_from", middle);
    all.emplace_back("end_from", end);
    return evaluator<Phased>(all)(game, 0);
  };
  EXPECT_EQ(with("11", "40"), 6);
  EXPECT_EQ(with("10", "40"), 600);
  EXPECT_EQ(with("8", "10"), 60000);
}

TEST(Phased, FinishedGamesCountTheWinAndTheDiscs) {
  const auto phased = evaluator<Phased>();
  std::string all(63, 'X');
  EXPECT_EQ(phased(position<Othello>(all + "O X"), 0), kWin + 62);
  EXPECT_EQ(phased(position<Othello>(all + "O X"), 1), -kWin - 62);
  EXPECT_EQ(phased(position<Othello>(std::string(32, 'X') + std::string(32, 'O') + " X"), 0), 0);
}

TEST(Phased, RefusesParametersThatMakeNoSense) {
  for (const Arguments& bad : {Arguments{{"disc", "1"}}, Arguments{{"middle_from", "41"}},
                               Arguments{{"stable_scale", "2"}}, Arguments{{"end_disc", "x"}}}) {
    const Result<Phased> made = Phased::create(Othello(), bad);
    ASSERT_FALSE(made.is_ok()) << bad.front().first;
    EXPECT_EQ(made.status().code(), StatusCode::kUsage);
  }
}

TEST(OthelloOutcome, GivesEmptySquaresToTheWinnerAndNothingBeforeTheEnd) {
  const auto outcome = evaluator<Outcome>();
  EXPECT_EQ(outcome(Othello(), 0), 0);
  const Othello wiped = position<Othello>(std::string(10, 'X') + std::string(54, '-') + " O");
  EXPECT_EQ(outcome(wiped, 0), 64);
  EXPECT_EQ(outcome(wiped, 1), -64);
}

TEST(OthelloEvaluators, MinimaxAndAlphabetaAgreeAndScoresStayInRange) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const int plies = static_cast<int>(seed * 5);
    test::check_evaluator(Othello(), evaluator<Phased>(), plies, 3, seed);
    test::check_evaluator(Othello(), evaluator<Outcome>(), plies, 3, seed);
  }
}

struct Endgame {
  std::string board, side;
  std::vector<std::pair<std::string, Score>> moves;  // each with its exact result for the mover
};

Endgame parse_endgame(const std::string& line) {
  Endgame endgame;
  std::istringstream fields(line);
  std::string skipped, scored;
  fields >> skipped >> skipped >> endgame.side >> endgame.board >> skipped >> skipped;
  while (fields >> scored) {
    const std::size_t colon = scored.find(':');
    const char file = static_cast<char>(scored[0] - 'A' + 'a');
    endgame.moves.emplace_back(file + scored.substr(1, colon - 1),
                               std::stod(scored.substr(colon + 1)));
  }
  return endgame;
}

// Proves two null windows around the score instead of the score itself, which needs far fewer
// nodes.
void expect_value(Othello& game, Score value, int max) {
  const Outcome outcome(game);
  std::uint64_t evaluations = 0;
  EXPECT_GE(test::alphabeta_value(game, outcome, 64, max, {value - 1, value}, evaluations), value);
  EXPECT_LE(test::alphabeta_value(game, outcome, 64, max, {value, value + 1}, evaluations), value);
}

// Compares each legal move of the position with its exact result.
void expect_moves(Othello& game, const std::vector<std::pair<std::string, Score>>& moves) {
  const int mover = game.player_to_move();
  for (const auto& [move, score] : moves) {
    play_all(game, move);
    expect_value(game, score, mover);
    game.undo();
  }
}

TEST(SlowOthelloOutcome, SolvesThePublishedEndgames) {
  // The endgames are not part of the project; they are compared if available.
  std::ifstream file(test::shared_data("othello_endgames.tsv"));
  int solved = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const Endgame endgame = parse_endgame(line);
    Othello game = position<Othello>(endgame.board + " " + endgame.side);
    expect_moves(game, endgame.moves);
    ++solved;
  }
  if (file.is_open()) {
    EXPECT_EQ(solved, 8);
  }
}

// A solver that shares nothing with the project: a text of 64 letters, and every line walked.
struct Squares {
  std::string board;  // a1..h1, a2..h8

  // The board after `own` moved to the square; nullopt if no disc is turned.
  std::optional<Squares> after(int square, char own) const {
    if (board[static_cast<std::size_t>(square)] != '-') return std::nullopt;
    Squares next = *this;
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) next.turn(square, down, right, own);
    }
    if (next.board == board) return std::nullopt;
    next.board[static_cast<std::size_t>(square)] = own;
    return next;
  }

  // The discs of `own` minus the others; the winner gets the empty squares.
  int result(char own) const {
    const auto mine = std::count(board.begin(), board.end(), own);
    const auto empty = std::count(board.begin(), board.end(), '-');
    const auto lead = static_cast<int>(2 * mine + empty) - 64;
    return lead + static_cast<int>(lead > 0 ? empty : lead < 0 ? -empty : 0);
  }

 private:
  void turn(int square, int down, int right, char own) {
    std::vector<std::size_t> others;
    int row = square / 8 + down, column = square % 8 + right;
    for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += down, column += right) {
      const auto at = static_cast<std::size_t>(row * 8 + column);
      if (board[at] == '-' || (down == 0 && right == 0)) return;
      if (board[at] == own) {
        for (const std::size_t other : others) board[other] = own;
        return;
      }
      others.push_back(at);
    }
  }
};

char other_side(char side) { return side == 'X' ? 'O' : 'X'; }

int solve(const Squares& squares, char own, int alpha, int beta, bool passed = false) {
  int best = -65;
  for (int square = 0; square < 64 && best < beta; ++square) {
    const auto next = squares.after(square, own);
    if (!next) continue;
    best = std::max(best, -solve(*next, other_side(own), -beta, -std::max(alpha, best)));
  }
  if (best >= -64) return best;
  if (passed) return squares.result(own);
  return -solve(squares, other_side(own), -beta, -alpha, true);
}

// Each legal move of the side to move, with its exact result.
std::vector<std::pair<std::string, Score>> solved_moves(const Squares& squares, char own) {
  std::vector<std::pair<std::string, Score>> moves;
  for (int square = 0; square < 64; ++square) {
    const auto next = squares.after(square, own);
    if (!next) continue;
    const std::string name{static_cast<char>('a' + square % 8),
                           static_cast<char>('1' + square / 8)};
    moves.emplace_back(name, -solve(*next, other_side(own), -64, 64));
  }
  return moves;
}

TEST(SlowOthelloOutcome, SolvesEndgamesAsAnIndependentSolverDoes) {
  std::mt19937 random(7);
  std::size_t compared = 0;
  for (int game_number = 0; game_number < 20; ++game_number) {
    Othello game;
    test::play_random(game, 52, random);
    const std::string text = game.position_text();
    const auto moves = solved_moves({text.substr(0, 64)}, text.back());
    expect_moves(game, moves);
    compared += moves.size();
  }
  EXPECT_EQ(compared, 97U);
}

}  // namespace
}  // namespace plytrace::othello
