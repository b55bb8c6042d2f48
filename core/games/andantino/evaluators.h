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
#include "core/games/evaluator_of.h"

namespace plytrace::andantino {

class Lines : public EvaluatorOf<Lines, Andantino, EarlyWins> {
 public:
  static constexpr AboutEvaluator kAbout{
      "lines", "lengths of all runs per stone, and the longest run, of both sides"};
  explicit Lines(const Andantino& game, const EarlyWins& early_wins = {})
      : EvaluatorOf(game, early_wins), limit_(early_wins.limit(game.cell_count())) {}

  Score operator()(const Andantino& game, int player) const {
    if (game.is_finished()) {
      return parameters_.score(game.winner(), player, game.plies_left());
    }
    return lines_value(game.lines(player), game.lines(1 - player));
  }
  Window score_range() const { return {-limit_, limit_}; }

 private:
  Score limit_;
};

using Outcome = WonOrLost<Andantino>;

static_assert(Evaluator<Lines, Andantino> && Evaluator<Outcome, Andantino>);

}  // namespace plytrace::andantino
