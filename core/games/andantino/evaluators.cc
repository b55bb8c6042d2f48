// SPDX-License-Identifier: MIT
#include "core/games/andantino/evaluators.h"

namespace plytrace::andantino {

EvaluatorInfo Lines::info() {
  const Arguments none;
  ArgumentReader reader("lines", none);
  EarlyWins{reader};
  return {"lines", "lengths of all runs per stone, and the longest run, of both sides", true,
          reader.parameters()};
}

Result<Lines> Lines::create(const Andantino& game, const Arguments& parameters) {
  Lines lines;
  ArgumentReader reader("evaluator lines", parameters);
  lines.early_wins_ = EarlyWins(reader);
  if (Status status = reader.finish(); !status) return status;
  lines.limit_ = lines.early_wins_.limit(game.cell_count());
  return lines;
}

std::string Lines::parameters_json() const {
  JsonObjectText json;
  early_wins_.describe(json);
  return json.str();
}

EvaluatorInfo Outcome::info() {
  return {"outcome", "+1, -1 or 0 at the end of the game, 0 before", true, {}};
}

Result<Outcome> Outcome::create(const Andantino&, const Arguments& parameters) {
  if (Status status = ArgumentReader("evaluator outcome", parameters).finish(); !status)
    return status;
  return Outcome();
}

}  // namespace plytrace::andantino
