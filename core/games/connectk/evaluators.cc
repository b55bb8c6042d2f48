// SPDX-License-Identifier: MIT
#include "core/games/connectk/evaluators.h"

#include <algorithm>

#include "core/games/lines_formula.h"

namespace plytrace::connectk {
namespace {

// The length of the run that starts at a cell along an axis; 0 if the cell does not start one.
int run_starting_at(const ConnectK& game, int column, int row, int step_column, int step_row) {
  const int player = game.piece(column, row);
  const auto continues = [&](int c, int r) {
    return c >= 0 && c < game.options().width && r >= 0 && r < game.options().height &&
           game.piece(c, r) == player;
  };
  if (continues(column - step_column, row - step_row)) return 0;
  int length = 1;
  while (continues(column + step_column * length, row + step_row * length)) ++length;
  return length;
}

}  // namespace

void WaysParameters::read(ArgumentReader& reader) {
  reader.integer_into(base, "base", 1, 30, "a window with i pieces counts base^(i-1)");
  early_wins.read(reader);
}

Ways::Ways(const ConnectK& game, const WaysParameters& parameters)
    : EvaluatorOf(game, parameters),
      connect_(game.options().connect),
      limit_(parameters.early_wins.limit(game.cells())) {
  std::int64_t weight = 1;
  for (int i = 1; i < connect_; ++i, weight *= parameters.base) {
    weights_[static_cast<std::size_t>(i)] = weight;
    limit_ = std::max(limit_, static_cast<Score>(weight * game.windows()));
  }
}

void DangerParameters::read(ArgumentReader& reader) {
  constexpr std::int64_t kMax = 1000;
  reader.integer_into(good, "good", 0, kMax, "goodness of a window with k-1 own pieces");
  reader.integer_into(danger, "danger", 0, kMax, "danger of a window with k-1 opposing pieces");
  reader.integer_into(block, "block", 0, kMax, "goodness of a window with pieces of both sides");
  reader.integer_into(full, "full", 0, kMax, "added to block where no cell of the window is empty");
  reader.integer_into(threshold, "threshold", 0, 100,
                      "a window is a danger above this share of opposing pieces, percent");
  early_wins.read(reader);
}

Danger::Danger(const ConnectK& game, const DangerParameters& parameters)
    : EvaluatorOf(game, parameters),
      connect_(game.options().connect),
      windows_(game.windows()),
      limit_(parameters.early_wins.limit(game.cells())) {}

Score Danger::operator()(const ConnectK& game, int player) const {
  if (game.is_finished()) return finished(parameters_.early_wins, game, player);
  // A board too small for a line has no windows.
  if (windows_ == 0) return 0;
  const std::int64_t k = connect_;
  const std::int64_t scale = (k - 1) * (k - 1);
  std::int64_t good = 0;
  std::int64_t bad = 0;
  for (int own = 1; own < connect_; ++own) {
    good += game.windows_with(player, own, 0) * parameters_.good * own * own;
    for (int other = 1; own + other <= connect_; ++other) {
      const std::int64_t full = own + other == connect_ ? parameters_.full : 0;
      good += game.windows_with(player, own, other) * (parameters_.block + full) * scale;
    }
  }
  for (int other = 1; other < connect_; ++other) {
    // Windows up to `threshold` percent do not count; compared in whole numbers.
    if (std::int64_t{100} * other <= parameters_.threshold * k) continue;
    bad += game.windows_with(player, 0, other) * parameters_.danger * other * (k - 1);
  }
  const auto divisor = static_cast<Score>(100 * windows_ * scale);
  if (good == 0 && bad == 0) return 0;
  return good >= bad ? static_cast<Score>(good) / divisor : -static_cast<Score>(bad) / divisor;
}

Lines::Lines(const ConnectK& game, const EarlyWins& early_wins)
    : EvaluatorOf(game, early_wins), limit_(early_wins.limit(game.cells())) {}

Score Lines::operator()(const ConnectK& game, int player) const {
  if (game.is_finished()) return finished(parameters_, game, player);
  std::array<LineCount, 2> counts;
  for (int row = 0; row < game.options().height; ++row) {
    for (int column = 0; column < game.options().width; ++column) {
      const int owner = game.piece(column, row);
      if (owner == kNobody) continue;
      LineCount& count = counts[static_cast<std::size_t>(owner)];
      ++count.stones;
      count.add_run(run_starting_at(game, column, row, 1, 0));
      count.add_run(run_starting_at(game, column, row, 0, 1));
      count.add_run(run_starting_at(game, column, row, 1, 1));
      count.add_run(run_starting_at(game, column, row, 1, -1));
    }
  }
  const auto own = static_cast<std::size_t>(player);
  return lines_value(counts[own], counts[1 - own]);
}

}  // namespace plytrace::connectk
