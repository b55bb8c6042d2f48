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

EvaluatorInfo Demo::info() {
  return {
      "demo", "a weight per cell by colour, dot and place, the same for both players", false, {}};
}

Result<Demo> Demo::create(const DoubleCard&, const Arguments& parameters) {
  if (Status status = ArgumentReader("evaluator demo", parameters).finish(); !status) return status;
  return Demo();
}

// Twice the weights of games.md 2.5, halved at the end.
Score Demo::operator()(const DoubleCard& game, int player) const {
  if (game.scores_as_finished()) return finished_score(game.winner(), player);
  const Contents& cells = game.contents();
  const std::int64_t doubled = 2 * coordinate_sum(cells.white() & cells.hollow()) +
                               6 * coordinate_sum(cells.white() & cells.solid) -
                               4 * coordinate_sum(cells.red & cells.solid) -
                               3 * coordinate_sum(cells.red & cells.hollow());
  return static_cast<Score>(doubled) / 2;
}

EvaluatorInfo Outcome::info() {
  return {"outcome", "+1, -1 or 0 at the end of the game, 0 before", true, {}};
}

Result<Outcome> Outcome::create(const DoubleCard&, const Arguments& parameters) {
  if (Status status = ArgumentReader("evaluator outcome", parameters).finish(); !status) {
    return status;
  }
  return Outcome();
}

Score Outcome::operator()(const DoubleCard& game, int player) const {
  if (!game.is_finished() || game.winner() == kNobody) return 0;
  return game.winner() == player ? 1 : -1;
}

}  // namespace plytrace::doublecard
