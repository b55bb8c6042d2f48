// SPDX-License-Identifier: MIT
//
// MTD(f): finds the value with null-window alpha-beta probes alone, each a pass of its own. A probe
// that fails high raises the lower bound, one that fails low lowers the upper bound, until they
// meet or leave the root window. The first probe is placed at the guess: the value of the previous
// iteration, or else the static score of the root. With a table (--table) a probe reuses the
// results of the others. Needs fail-soft values. The value is exact if both bounds met, otherwise a
// bound at an end of the root window. Best move and principal variation come from the last probe
// that proved a move; a probe proves only the move itself, so the variation is short. Source:
// Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996. Thread
// rule: one search, one thread.
#pragma once

#include "core/search/pass.h"

namespace plytrace {

class Mtdf final : public RootSolver {
 public:
  // Probes are single passes of alpha-beta.
  explicit Mtdf(RootSolver& alphabeta) : alphabeta_(alphabeta) {}

  PassOutcome solve(int depth, Window window, PassPurpose, std::optional<Score> guess) override;
  Score static_score() const override { return alphabeta_.static_score(); }
  const Counters& counters() const override { return alphabeta_.counters(); }
  void remember_moves() override { alphabeta_.remember_moves(); }

 private:
  RootSolver& alphabeta_;
};

}  // namespace plytrace
