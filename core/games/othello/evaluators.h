// SPDX-License-Identifier: MIT
//
// The evaluators of Othello. Both are antisymmetric and score a position for `player`.
//   phased   discs, stable discs and mobility, weighted by the phase of the game (games.md 2.4)
//   outcome  the final disc difference with the empty squares given to the winner (games.md 2.10)
// Thread rule: constant after construction, so any number of threads.
#pragma once

#include <array>
#include <string>

#include "core/games/evaluator_of.h"
#include "core/games/othello/othello.h"

namespace plytrace::othello {

struct PhasedParameters {
  struct Weights {
    std::int64_t disc, stable, mobility;
  };
  // The weights of the program of document 002: opening, middle game, endgame.
  std::array<Weights, 3> weights{{{2, 85, 10}, {30, 80, 20}, {80, 10, 20}}};
  std::int64_t middle_from = 8, end_from = 40;  // number of discs at which a phase begins
  bool scaled = false;                          // multiply stability by 16/3

  void read(ArgumentReader& reader);
  const Weights& weights_for(int discs) const;
};

// h = disc * discs + stable * stable discs + mobility * placements, each own minus opponent, with
// the weights of the phase that the number of discs on the board falls into. Finished games count
// +-kWin plus the disc difference, draws 0.
class Phased : public EvaluatorOf<Phased, Othello, PhasedParameters> {
 public:
  static constexpr AboutEvaluator kAbout{
      "phased", "discs, stable discs and mobility, weighted by the phase of the game"};
  using EvaluatorOf::EvaluatorOf;

  Score operator()(const Othello& game, int player) const;
  Window score_range() const { return {-kWin - 64, kWin + 64}; }
};

class Outcome : public EvaluatorOf<Outcome, Othello> {
 public:
  static constexpr AboutEvaluator kAbout{
      "outcome", "the final disc difference, empty squares to the winner; 0 before the end"};
  using EvaluatorOf::EvaluatorOf;

  Score operator()(const Othello& game, int player) const;
  Window score_range() const { return {-64, 64}; }
};

static_assert(Evaluator<Phased, Othello> && Evaluator<Outcome, Othello>);

}  // namespace plytrace::othello
