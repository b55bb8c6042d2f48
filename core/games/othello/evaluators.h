// SPDX-License-Identifier: MIT
//
// The evaluators of Othello. Both are antisymmetric and score a position for `player`.
//   phased   discs, stable discs and mobility, weighted by the phase of the game (games.md 2.4)
//   outcome  the final disc difference with the empty squares given to the winner (games.md 2.10)
// Thread rule: constant after construction, so any number of threads.
#pragma once

#include <array>
#include <string>

#include "core/games/othello/othello.h"

namespace plytrace::othello {

// h = disc * discs + stable * stable discs + mobility * placements, each own minus opponent, with
// the weights of the phase that the number of discs on the board falls into. Finished games count
// +-kWin plus the disc difference, draws 0.
class Phased {
 public:
  struct Weights {
    std::int64_t disc, stable, mobility;
  };

  static EvaluatorInfo info();
  static Result<Phased> create(const Othello& game, const Arguments& parameters);

  Score operator()(const Othello& game, int player) const;
  Window score_range() const;
  std::string parameters_json() const;

 private:
  void read(ArgumentReader& reader);
  const Weights& weights_for(int discs) const;

  // The weights of the program of document 002: opening, middle game, endgame.
  std::array<Weights, 3> weights_{{{2, 85, 10}, {30, 80, 20}, {80, 10, 20}}};
  std::int64_t middle_from_ = 8, end_from_ = 40;  // number of discs at which a phase begins
  bool scaled_ = false;                           // multiply stability by 16/3
};

class Outcome {
 public:
  static EvaluatorInfo info();
  static Result<Outcome> create(const Othello& game, const Arguments& parameters);

  Score operator()(const Othello& game, int player) const;
  Window score_range() const { return {-64, 64}; }
  std::string parameters_json() const { return "{}"; }
};

static_assert(Evaluator<Phased, Othello> && Evaluator<Outcome, Othello>);

}  // namespace plytrace::othello
