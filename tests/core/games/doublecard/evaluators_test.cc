// SPDX-License-Identifier: MIT
#include "core/games/doublecard/evaluators.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "tests/core/games/games_test_support.h"

namespace plytrace::doublecard {
namespace {

using test::play_all;
using test::position;
using test::start;

template <class E>
E evaluator(const Arguments& parameters = {}) {
  Result<E> made = E::create(DoubleCard(), parameters);
  if (!made) ADD_FAILURE() << made.status().message();
  return *made;
}

// The positions before the program's move in Tables 2 and 3; player 0 is to move.
DoubleCard table2_root() { return position<DoubleCard>("2A1 1A3 6B1 2C1* 4", {{"first", "dots"}}); }
DoubleCard table3_root() { return position<DoubleCard>("2A1 8B1 2C1* 6E1 4"); }

Score units(int n) { return static_cast<Score>(n * 50) / 9; }

TEST(DoubleCardEvaluators, WorkedExamplesOfTheTables) {
  EXPECT_EQ(evaluator<Patterns>()(table2_root(), 0), -100600);
  EXPECT_EQ(evaluator<PatternsTable2>()(table2_root(), 0), 600);
  EXPECT_EQ(evaluator<PatternsTable2>()(table2_root(), 1), 400);
  EXPECT_EQ(evaluator<Occurrence>()(table3_root(), 0), units(222));
  EXPECT_EQ(evaluator<Occurrence>()(table2_root(), 0), units(-42));
  EXPECT_EQ(evaluator<OccurrenceTable3>()(table3_root(), 0), units(-344));
  EXPECT_EQ(evaluator<OccurrenceTable5>()(table3_root(), 0), units(116));
}

TEST(DoubleCardEvaluators, DemoWeighsCellsByTheirCoordinates) {
  DoubleCard game;
  play_all(game, "0 2 A 1");
  EXPECT_EQ(evaluator<Demo>()(game, 0), -21);
  EXPECT_EQ(evaluator<Demo>()(game, 1), -21) << "the same for both players";
  play_all(game, "0 8 H 1");
  EXPECT_EQ(evaluator<Demo>()(game, 0), -21 - 1.5 * 8 + 3 * 18);
}

TEST(DoubleCardEvaluators, KnownSearchValuesComeOut) {
  std::uint64_t evaluations = 0;
  DoubleCard game;
  EXPECT_EQ(test::minimax_value(game, evaluator<Demo>(), 1, 0), 42);
  play_all(game, "0 2 A 1");
  EXPECT_EQ(test::alphabeta_value(game, evaluator<Demo>(), 2, 1, {}, evaluations), -20.5);
  EXPECT_EQ(evaluations, 325U);
  DoubleCard clean = start<DoubleCard>({{"first", "dots"}, {"filter", "clean"}});
  play_all(clean, "0 2 A 1;0 6 B 1;0 1 A 3;0 2 C 1");
  evaluations = 0;
  EXPECT_EQ(test::alphabeta_value(clean, evaluator<Patterns>(), 2, 0, {}, evaluations), -99600);
  EXPECT_EQ(evaluations, 347U);
}

TEST(DoubleCardEvaluators, FinishedGamesAreWonLostOrDrawn) {
  const auto won = position<DoubleCard>("2A1 6B1 2C1 6D1* 4");
  EXPECT_EQ(evaluator<Patterns>()(won, 0), kWin);
  EXPECT_EQ(evaluator<Occurrence>()(won, 1), -kWin);
  EXPECT_EQ(evaluator<PatternsTable2>()(won, 1), -kWin);
  EXPECT_EQ(evaluator<OccurrenceTable3>()(won, 0), kWin);
  EXPECT_EQ(evaluator<Demo>()(won, 1), -kWin);
  EXPECT_EQ(evaluator<Outcome>()(won, 0), 1);
  EXPECT_EQ(evaluator<Outcome>()(won, 1), -1);
  const auto drawn = position<DoubleCard>("2A1 6B1* 2", {{"moves", "2"}});
  EXPECT_EQ(evaluator<Patterns>()(drawn, 0), 0);
  EXPECT_EQ(evaluator<Demo>()(drawn, 0), 0);
  EXPECT_EQ(evaluator<Outcome>()(drawn, 0), 0);
}

TEST(DoubleCardEvaluators, FinishedIgnoreScoresTheBoard) {
  const auto line = position<DoubleCard>("2A1 6B1 2C1 6D1* 4", {{"finished", "ignore"}});
  EXPECT_GT(evaluator<Patterns>()(line, 0), 90'000);
  EXPECT_LT(evaluator<Patterns>()(line, 0), kWin);
  EXPECT_EQ(evaluator<Outcome>()(line, 0), 0);
}

// --- The formulas again, computed on texts of lines instead of bitboards ------------------------

// The cell texts "RX", "WO", ... or "" by column and row.
using Board = std::array<std::array<std::string, kRows>, kColumns>;

Board board_of(const DoubleCard& game) {
  Board board;
  const Contents& cells = game.contents();
  for (int column = 0; column < kColumns; ++column) {
    for (int row = 0; row < kRows; ++row) {
      const Cell cell = cell_at(column, row);
      if (!has(cells.occupied, cell)) continue;
      std::string& text = board[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
      text = std::string(has(cells.red, cell) ? "R" : "W") + (has(cells.solid, cell) ? "X" : "O");
    }
  }
  return board;
}

// The 46 lines as texts of one half of each cell (0 = colour, 1 = dot), '.' where empty.
std::vector<std::string> lines_of(const Board& board, std::size_t half) {
  std::vector<std::string> lines;
  const auto add = [&](int column, int row, int right, int up) {
    std::string line;
    for (; column >= 0 && column < kColumns && row >= 0 && row < kRows;
         column += right, row += up) {
      const auto& text = board[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
      line += text.empty() ? '.' : text[half];
    }
    if (line.size() >= 4) lines.push_back(line);
  };
  for (int row = 0; row < kRows; ++row) add(0, row, 1, 0);
  for (int column = 0; column < kColumns; ++column) add(column, 0, 0, 1);
  for (int row = 0; row < kRows; ++row) {
    add(0, row, 1, 1);
    add(0, row, 1, -1);
  }
  for (int column = 1; column < kColumns; ++column) {
    add(column, 0, 1, 1);
    add(column, kRows - 1, 1, -1);
  }
  return lines;
}

// The line from the point of view of one symbol: O = itself, X = empty, @ = closed or edge.
std::string seen_by(char symbol, const std::string& line) {
  std::string seen = "@";
  for (const char c : line) seen += c == symbol ? 'O' : c == '.' ? 'X' : '@';
  return seen + "@";
}

long occurrences(const std::string& text, char c) {
  return std::count(text.begin(), text.end(), c);
}

struct NaiveCounts {
  long score = 0, dead3 = 0, alive2 = 0;
};

void count_naively(const std::string& seen, NaiveCounts& counts) {
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen.substr(i, 4) == "OOOO") counts.score += 100'000;
    for (const char* blocked : {"@OOO@", "@OO@", "@O@"}) {
      if (seen.compare(i, std::strlen(blocked), blocked) == 0) counts.score -= 100;
    }
    const std::string five = seen.substr(i, 5);
    if (five.size() < 5) continue;
    if (five == "XOOOX") counts.score += 10'000;
    const bool one_end = (five.front() == '@') != (five.back() == '@');
    if (one_end && occurrences(five, '@') == 1 && occurrences(five, 'O') == 3) ++counts.dead3;
    if (one_end && occurrences(five, '@') == 1 && occurrences(five, 'O') == 2) counts.score += 500;
    if (five.front() == 'X' && five.back() == 'X' && occurrences(five, '@') == 0 &&
        occurrences(five, 'O') == 2) {
      ++counts.alive2;
    }
  }
}

long naive_side(const Board& board, const std::string& symbols, std::size_t half) {
  NaiveCounts counts;
  for (const char symbol : symbols) {
    for (const std::string& line : lines_of(board, half)) {
      count_naively(seen_by(symbol, line), counts);
    }
  }
  const bool doubled =
      counts.dead3 > 1 || counts.alive2 > 1 || (counts.dead3 > 0 && counts.alive2 > 0);
  return counts.score + 1000 * (counts.dead3 + counts.alive2) + (doubled ? 100'000 : 0);
}

// Goodness and danger in units of 50/9.
std::pair<long, long> naive_occurrence(const Board& board, const std::string& symbols,
                                       std::size_t half) {
  long goodness = 0, danger = 0;
  for (const std::string& line : lines_of(board, half)) {
    for (std::size_t i = 0; i + 4 <= line.size(); ++i) {
      for (const char symbol : symbols) {
        const long n = occurrences(line.substr(i, 4), symbol);
        if (n < 2) continue;
        goodness += n * n;
        danger += 6 * n;
      }
    }
  }
  return {goodness, danger};
}

TEST(DoubleCardEvaluators, BitboardsAgreeWithTheFormulasOnLineTexts) {
  std::mt19937 random(5);
  const auto patterns = evaluator<Patterns>();
  const auto occurrence = evaluator<Occurrence>();
  for (int round = 0; round < 300; ++round) {
    DoubleCard game = start<DoubleCard>({{"finished", "ignore"}, {"cards", "40"}});
    test::play_random(game, round % 45, random);
    const Board board = board_of(game);
    const long colors = naive_side(board, "RW", 0), dots = naive_side(board, "XO", 1);
    ASSERT_EQ(patterns(game, 0), static_cast<Score>(colors - dots)) << game.position_text();
    ASSERT_EQ(patterns(game, 1), static_cast<Score>(dots - colors)) << game.position_text();
    const auto [good_color, danger_color] = naive_occurrence(board, "RW", 0);
    const auto [good_dots, danger_dots] = naive_occurrence(board, "XO", 1);
    const long n = 7 * (good_color - good_dots) + 5 * (danger_color - danger_dots);
    ASSERT_EQ(occurrence(game, 0), static_cast<Score>(n * 50) / 9) << game.position_text();
  }
}

// --- Parameters and properties -------------------------------------------------------------------

TEST(DoubleCardEvaluators, WeightsAreParameters) {
  const DoubleCard game = table3_root();
  EXPECT_EQ(evaluator<OccurrenceTable5>({{"good_of_other", "10"}})(game, 0),
            evaluator<OccurrenceTable3>()(game, 0));
  EXPECT_EQ(evaluator<Patterns>({{"four", "0"},
                                 {"alive3", "0"},
                                 {"dead3", "0"},
                                 {"alive2", "0"},
                                 {"dead2", "0"},
                                 {"blocked", "0"},
                                 {"double", "0"}})(game, 0),
            0);
  EXPECT_FALSE(Patterns::create(game, {{"five", "1"}}).is_ok());
  EXPECT_FALSE(Occurrence::create(game, {{"good", "501"}}).is_ok());
  EXPECT_FALSE(Demo::create(game, {{"good", "1"}}).is_ok());
}

template <class E>
void check_everywhere(std::uint32_t seed) {
  const int plies = static_cast<int>(seed * 4);
  for (const char* finished : {"leaf", "ignore"}) {
    const auto game = start<DoubleCard>({{"first", seed % 2 == 0 ? "color" : "dots"},
                                         {"finished", finished},
                                         {"cards", "6"},
                                         {"filter", seed % 3 == 0 ? "clean" : "none"}});
    test::check_evaluator(game, *E::create(game, {}), plies, 2, seed);
  }
}

TEST(DoubleCardEvaluators, MinimaxAndAlphabetaAgreeAndScoresStayInRange) {
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    check_everywhere<Patterns>(seed);
    check_everywhere<PatternsTable2>(seed);
    check_everywhere<Occurrence>(seed);
    check_everywhere<OccurrenceTable3>(seed);
    check_everywhere<OccurrenceTable5>(seed);
    check_everywhere<Demo>(seed);
    check_everywhere<Outcome>(seed);
  }
}

// The symmetry that `evaluators` reports holds for the default weights.
template <class E>
void check_symmetry() {
  std::mt19937 random(9);
  bool asymmetric = false;
  for (int round = 0; round < 60; ++round) {
    DoubleCard game = start<DoubleCard>({{"finished", "ignore"}});
    test::play_random(game, round % 24, random);
    const E scores = *E::create(game, {});
    asymmetric |= scores(game, 0) != -scores(game, 1);
  }
  EXPECT_EQ(asymmetric, !E::info().antisymmetric) << E::info().name;
}

TEST(DoubleCardEvaluators, SymmetryIsAsListed) {
  check_symmetry<Patterns>();
  check_symmetry<PatternsTable2>();
  check_symmetry<Occurrence>();
  check_symmetry<OccurrenceTable3>();
  check_symmetry<OccurrenceTable5>();
  check_symmetry<Demo>();
  check_symmetry<Outcome>();
}

}  // namespace
}  // namespace plytrace::doublecard
