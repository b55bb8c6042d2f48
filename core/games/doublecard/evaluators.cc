// SPDX-License-Identifier: MIT
#include "core/games/doublecard/evaluators.h"

namespace plytrace::doublecard {
namespace {

// Sum of 10 * (row - 1) + column over cells, rows and columns counted from 1.
std::int64_t coordinate_sum(Bits cells) {
  std::int64_t sum = 0;
  for (; cells != 0; cells &= cells - 1) {
    const Cell cell = lowest(cells);
    sum += 10 * row_of(cell) + column_of(cell) + 1;
  }
  return sum;
}

}  // namespace

Score Demo::operator()(const DoubleCard& game, int player) const {
  if (game.scores_as_finished()) return finished_score(game.winner(), player);
  const Contents& cells = game.contents();
  const std::int64_t doubled = 2 * coordinate_sum(cells.white() & cells.hollow()) +
                               6 * coordinate_sum(cells.white() & cells.solid) -
                               4 * coordinate_sum(cells.red & cells.solid) -
                               3 * coordinate_sum(cells.red & cells.hollow());
  return static_cast<Score>(doubled) / 2;
}

}  // namespace plytrace::doublecard
