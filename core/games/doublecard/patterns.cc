// SPDX-License-Identifier: MIT
//
// The evaluators `patterns` and `patterns-table2`. Both examine windows along the 46 board lines of
// four cells or more. A window is named by its first cell, and shifting the board compares all
// windows of an axis at once.

#include "core/games/doublecard/evaluators.h"

namespace plytrace::doublecard {
namespace {

// The cells on lines of at least four cells along an axis: all but the short diagonals at corners.
constexpr Bits cells_on_lines(int step) {
  Bits starts = fours(kBoardCells, step);
  Bits cells = 0;
  for (int i = 0; i < 4; ++i) cells |= starts << (step * i);
  return cells;
}

// The windows, by first cell, with exactly two (three) of their four cells in `cells`.
struct FourCounts {
  Bits two, three;
};

FourCounts count_four(Bits cells, int step) {
  const Bits c0 = cells, c1 = ahead(cells, step, 1);
  const Bits c2 = ahead(cells, step, 2), c3 = ahead(cells, step, 3);
  const Bits one_low = c0 ^ c1, both_low = c0 & c1;
  const Bits one_high = c2 ^ c3, both_high = c2 & c3;
  return {(one_low & one_high) | (both_low & ~c2 & ~c3) | (both_high & ~c0 & ~c1),
          (both_low & one_high) | (one_low & both_high)};
}

// The cells for which exactly two of the next three cells are in `cells`.
Bits two_of_three_behind(Bits cells, int step) {
  const Bits c1 = ahead(cells, step, 1), c2 = ahead(cells, step, 2), c3 = ahead(cells, step, 3);
  return (c1 & c2 & ~c3) | (c1 & ~c2 & c3) | (~c1 & c2 & c3);
}

Bits all_behind(Bits cells, int step) {
  return ahead(cells, step, 1) & ahead(cells, step, 2) & ahead(cells, step, 3);
}

struct PatternCounts {
  int four = 0, alive3 = 0, dead3 = 0, alive2 = 0, dead2 = 0, blocked = 0;
};

// Counts the patterns of one kind of stone. A cell that is neither that kind nor empty closes a
// pattern, and so does the edge of the board.
void add_patterns(Bits own, Bits empty, PatternCounts& counts) {
  const Bits free = own | empty;
  for (const int step : kSteps) {
    const Bits free_four = fours(free, step);
    const Bits closed_before = ~ahead(free, step, -1);
    const Bits closed_behind = ~ahead(free, step, 4);
    const auto closed_once = [&](Bits windows) {
      return count(free_four & windows & closed_before) +
             count(free_four & windows & closed_behind);
    };
    const FourCounts held = count_four(own, step);
    counts.four += count(fours(own, step));
    counts.dead3 += closed_once(held.three);
    counts.dead2 += closed_once(held.two);
    const Bits open_ends = empty & ahead(empty, step, 4);
    counts.alive3 += count(open_ends & all_behind(own, step));
    counts.alive2 += count(open_ends & all_behind(free, step) & two_of_three_behind(own, step));
    // One to three stones between closed cells, named by the first; a pattern is counted where it
    // ends.
    const Bits one = own & closed_before & cells_on_lines(step);
    const Bits two = one & ahead(own, step, 1);
    const Bits three = two & ahead(own, step, 2);
    counts.blocked += count(one & ~ahead(free, step, 1)) + count(two & ~ahead(free, step, 2)) +
                      count(three & ~ahead(free, step, 3));
  }
}

}  // namespace

void PatternWeights::read(ArgumentReader& reader) {
  // The limit keeps even thousands of windows below kWin.
  const auto weight = [&](std::string_view name, std::int64_t& value, std::string_view meaning) {
    reader.integer_into(value, name, -100'000, 100'000, meaning);
  };
  weight("four", four, "four in a line");
  weight("alive3", alive3, "three between two empty cells");
  weight("dead3", dead3, "three and an empty cell, closed on one side");
  weight("alive2", alive2, "two and an empty cell between two empty cells");
  weight("dead2", dead2, "two and two empty cells, closed on one side");
  weight("blocked", blocked, "one to three that are closed on both sides");
  weight("double", doubled, "once: two dead3, two alive2, or one of each");
}

std::int64_t Patterns::side_score(Bits one, Bits other, Bits empty) const {
  PatternCounts counts;
  add_patterns(one, empty, counts);
  add_patterns(other, empty, counts);
  std::int64_t score = parameters_.four * counts.four + parameters_.alive3 * counts.alive3 +
                       parameters_.dead3 * counts.dead3 + parameters_.alive2 * counts.alive2 +
                       parameters_.dead2 * counts.dead2 + parameters_.blocked * counts.blocked;
  const bool doubled =
      counts.dead3 > 1 || counts.alive2 > 1 || (counts.dead3 >= 1 && counts.alive2 >= 1);
  if (doubled) score += parameters_.doubled;
  return score;
}

Score Patterns::operator()(const DoubleCard& game, int player) const {
  if (game.scores_as_finished()) return finished_score(game.winner(), player);
  const Contents& cells = game.contents();
  const Bits empty = kBoardCells & ~cells.occupied;
  const std::int64_t value =
      side_score(cells.red, cells.white(), empty) - side_score(cells.solid, cells.hollow(), empty);
  return static_cast<Score>(player == game.color_player() ? value : -value);
}

namespace {

// The counts of `patterns-table2` along all axes; dead3, dead2, alive2 and blocked of colours only.
struct Table2Counts {
  int color_four = 0, dots_four = 0, both_four = 0;
  int color_alive3 = 0, dots_alive3 = 0, both_alive3 = 0;
  int alive2 = 0, dead3 = 0, dead2 = 0, blocked = 0;
};

// Counts A B A, A B B A and A B B B A: stones of one colour between two of the other.
int count_between(Bits inner, Bits outer, int step) {
  const Bits first = outer & cells_on_lines(step) & ahead(inner, step, 1);
  const Bits second = first & ahead(inner, step, 2);
  const Bits third = second & ahead(inner, step, 3);
  return count(first & ahead(outer, step, 2)) + count(second & ahead(outer, step, 3)) +
         count(third & ahead(outer, step, 4));
}

void add_color(Bits own, Bits other, Bits empty, int step, Table2Counts& counts) {
  const Bits free = own | empty;
  const Bits open_ends = empty & ahead(empty, step, 4);
  counts.alive2 += count(open_ends & all_behind(free, step) & two_of_three_behind(own, step));
  const Bits free_four = fours(free, step);
  const FourCounts held = count_four(own, step);
  // Only the other colour closes a pattern; the edge does not (evaluators.h).
  const Bits other_before = ahead(other, step, -1);
  const Bits other_behind = ahead(other, step, 4);
  const auto closed_once = [&](Bits windows) {
    return count(free_four & windows & other_before) + count(free_four & windows & other_behind);
  };
  counts.dead3 += closed_once(held.three);
  counts.dead2 += closed_once(held.two);
  counts.blocked += count_between(own, other, step);
}

Table2Counts count_table2(const Contents& cells) {
  const Bits empty = kBoardCells & ~cells.occupied;
  const Bits white = cells.white(), hollow = cells.hollow();
  Table2Counts counts;
  for (const int step : kSteps) {
    const Bits color_four = fours(cells.red, step) | fours(white, step);
    const Bits dots_four = fours(cells.solid, step) | fours(hollow, step);
    // A row of both kinds belongs to the player for whom the position is scored (games.md 2.7).
    counts.color_four += count(color_four & ~dots_four);
    counts.dots_four += count(dots_four & ~color_four);
    counts.both_four += count(color_four & dots_four);
    const Bits open_ends = empty & ahead(empty, step, 4);
    const Bits color_three = open_ends & (all_behind(cells.red, step) | all_behind(white, step));
    const Bits dots_three = open_ends & (all_behind(cells.solid, step) | all_behind(hollow, step));
    counts.color_alive3 += count(color_three & ~dots_three);
    counts.dots_alive3 += count(dots_three & ~color_three);
    counts.both_alive3 += count(color_three & dots_three);
    add_color(cells.red, white, empty, step, counts);
    add_color(white, cells.red, empty, step, counts);
  }
  return counts;
}

// The bonus for one side if nobody has a row of four or an open three: +1 for me, -1 for the
// opponent, 0 for nobody.
int table2_bonus(const Table2Counts& counts, bool colors_are_mine) {
  const bool decided = counts.color_four + counts.dots_four + counts.both_four +
                           counts.color_alive3 + counts.dots_alive3 + counts.both_alive3 >
                       0;
  if (decided) return 0;
  // alive2 belongs to the owner of the colours, dead3 to the scored player (games.md 2.7).
  const int my_alive2 = colors_are_mine ? counts.alive2 : 0;
  const int other_alive2 = counts.alive2 - my_alive2;
  if (counts.dead3 > 1 || my_alive2 > 1) return 1;
  if (other_alive2 > 1) return -1;
  return counts.dead3 == 1 && my_alive2 == 1 ? 1 : 0;
}

}  // namespace

Score PatternsTable2::operator()(const DoubleCard& game, int player) const {
  if (game.scores_as_finished()) return finished_score(game.winner(), player);
  const Table2Counts counts = count_table2(game.contents());
  const bool colors_are_mine = player == game.color_player();
  const std::int64_t colors = parameters_.four * (counts.color_four - counts.dots_four) +
                              parameters_.alive3 * (counts.color_alive3 - counts.dots_alive3) +
                              parameters_.alive2 * counts.alive2 +
                              parameters_.blocked * counts.blocked;
  const std::int64_t mine = parameters_.four * counts.both_four +
                            parameters_.alive3 * counts.both_alive3 +
                            parameters_.dead3 * counts.dead3 + parameters_.dead2 * counts.dead2 +
                            parameters_.doubled * table2_bonus(counts, colors_are_mine);
  return static_cast<Score>((colors_are_mine ? colors : -colors) + mine);
}

}  // namespace plytrace::doublecard
