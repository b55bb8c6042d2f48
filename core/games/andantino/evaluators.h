// SPDX-License-Identifier: MIT
//
// The evaluators of Andantino. Both are antisymmetric and score a position for `player`.
//   lines    areas and longest runs along the three axes (games.md 2.1); finished games +-kWin or 0
//            (see core/games/early_wins.h)
//   outcome  +1, -1 or 0 at the end, 0 before (games.md 2.10)
// Thread rule: constant after construction, so any number of threads.
#pragma once

#include <string>
#include <vector>

#include "core/games/andantino/andantino.h"
#include "core/games/early_wins.h"

namespace plytrace::andantino {

class Lines {
 public:
  static EvaluatorInfo info();
  static Result<Lines> create(const Andantino& game, const Arguments& parameters);

  Score operator()(const Andantino& game, int player) const {
    if (game.is_finished()) {
      return early_wins_.score(game.winner(), player, game.plies_left());
    }
    return lines_value(game.lines(player), game.lines(1 - player));
  }
  Window score_range() const { return {-limit_, limit_}; }
  std::string parameters_json() const;

 private:
  EarlyWins early_wins_;
  Score limit_ = kWin;
};

class Outcome {
 public:
  static EvaluatorInfo info();
  static Result<Outcome> create(const Andantino& game, const Arguments& parameters);

  Score operator()(const Andantino& game, int player) const {
    if (!game.is_finished() || game.winner() == kNobody) return 0;
    return game.winner() == player ? 1 : -1;
  }
  Window score_range() const { return {-1, 1}; }
  std::string parameters_json() const { return "{}"; }
};

static_assert(Evaluator<Lines, Andantino> && Evaluator<Outcome, Andantino>);

}  // namespace plytrace::andantino
