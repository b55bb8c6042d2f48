// SPDX-License-Identifier: MIT
#include "core/games/connectk/evaluators.h"

#include <algorithm>

#include "core/games/lines_formula.h"

namespace plytrace::connectk {
namespace {

std::int64_t read_base(ArgumentReader& reader) {
  return reader.integer("base", 1, 30, 10, "a window with i pieces counts base^(i-1)");
}

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

EvaluatorInfo Ways::info() {
  const Arguments none;
  ArgumentReader reader("ways", none);
  read_base(reader);
  EarlyWins{reader};
  return {"ways", "windows still open to each side, weighed by their pieces", true,
          reader.parameters()};
}

Result<Ways> Ways::create(const ConnectK& game, const Arguments& parameters) {
  Ways ways;
  ArgumentReader reader("evaluator ways", parameters);
  ways.base_ = read_base(reader);
  ways.early_wins_ = EarlyWins(reader);
  if (Status status = reader.finish(); !status) return status;
  ways.connect_ = game.options().connect;
  ways.limit_ = ways.early_wins_.limit(game.cells());
  std::int64_t weight = 1;
  // The largest weight is 30^9; times the 2,704 windows of the largest board it is below 2^63.
  for (int i = 1; i < ways.connect_; ++i, weight *= ways.base_) {
    ways.weights_[static_cast<std::size_t>(i)] = weight;
    // Reached if all windows held i pieces of one side.
    ways.limit_ = std::max(ways.limit_, static_cast<Score>(weight * game.windows()));
  }
  return ways;
}

std::string Ways::parameters_json() const {
  JsonObjectText json;
  json.add("base", base_);
  early_wins_.describe(json);
  return json.str();
}

Danger::Parameters Danger::read(ArgumentReader& reader) {
  constexpr std::int64_t kMax = 1000;
  Parameters parameters;
  parameters.good = reader.integer("good", 0, kMax, 50, "goodness of a window with k-1 own pieces");
  parameters.danger =
      reader.integer("danger", 0, kMax, 100, "danger of a window with k-1 opposing pieces");
  parameters.block = reader.integer("block", 0, kMax, 11, "goodness of a window with both");
  parameters.full =
      reader.integer("full", 0, kMax, 6, "added to block where no cell of the window is empty");
  parameters.threshold = reader.integer(
      "threshold", 0, 100, 30, "a window is a danger above this share of opposing pieces, percent");
  return parameters;
}

EvaluatorInfo Danger::info() {
  const Arguments none;
  ArgumentReader reader("danger", none);
  read(reader);
  EarlyWins{reader};
  return {"danger", "the larger of goodness and danger over all windows", false,
          reader.parameters()};
}

Result<Danger> Danger::create(const ConnectK& game, const Arguments& parameters) {
  Danger danger;
  ArgumentReader reader("evaluator danger", parameters);
  danger.parameters_ = read(reader);
  danger.early_wins_ = EarlyWins(reader);
  if (Status status = reader.finish(); !status) return status;
  danger.connect_ = game.options().connect;
  danger.windows_ = game.windows();
  // A mean over the windows is at most 20, so the value of a finished game is the limit.
  danger.limit_ = danger.early_wins_.limit(game.cells());
  return danger;
}

// Both sums are multiplied by (k-1)^2, which makes them whole, and divided once at the end.
Score Danger::operator()(const ConnectK& game, int player) const {
  if (game.is_finished()) return finished(early_wins_, game, player);
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

std::string Danger::parameters_json() const {
  JsonObjectText json;
  json.add("good", parameters_.good)
      .add("danger", parameters_.danger)
      .add("block", parameters_.block)
      .add("full", parameters_.full)
      .add("threshold", parameters_.threshold);
  early_wins_.describe(json);
  return json.str();
}

EvaluatorInfo Lines::info() {
  const Arguments none;
  ArgumentReader reader("lines", none);
  EarlyWins{reader};
  return {"lines", "runs of each side on the four axes: mean length and longest", true,
          reader.parameters()};
}

Result<Lines> Lines::create(const ConnectK& game, const Arguments& parameters) {
  Lines lines;
  ArgumentReader reader("evaluator lines", parameters);
  lines.early_wins_ = EarlyWins(reader);
  if (Status status = reader.finish(); !status) return status;
  lines.limit_ = lines.early_wins_.limit(game.cells());
  return lines;
}

std::string Lines::parameters_json() const {
  JsonObjectText json;
  early_wins_.describe(json);
  return json.str();
}

Score Lines::operator()(const ConnectK& game, int player) const {
  if (game.is_finished()) return finished(early_wins_, game, player);
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

EvaluatorInfo Outcome::info() {
  return {"outcome",
          "the exact result: 0 until the game is over, an early win is worth more",
          true,
          {}};
}

Result<Outcome> Outcome::create(const ConnectK& game, const Arguments& parameters) {
  if (Status status = ArgumentReader("evaluator outcome", parameters).finish(); !status) {
    return status;
  }
  Outcome outcome;
  // games.md 2.10: half the number of cells plus one, rounded down.
  outcome.best_ = (game.cells() + 2) / 2;
  return outcome;
}

}  // namespace plytrace::connectk
