// SPDX-License-Identifier: MIT
//
// MTD(f): finds the value with null-window alpha-beta probes alone, each a pass of its own. A probe
// that fails high raises the lower bound, one that fails low lowers the upper bound, until they
// meet or the root window is left. The first probe is placed at the guess: the value of the last
// iteration, else the static score of the root. With a table (--table) a probe reuses what the
// others found out. Needs fail-soft values.
// The value is exact where both bounds met, else a bound at an end of the root window. Best move
// and principal variation are those of the last probe that proved a move; of such a probe only the
// move is proven, so the variation is short. Source: Plaat, Schaeffer, Pijls and de Bruin,
// "Best-first fixed-depth minimax algorithms", 1996. Thread rule: one search, one thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/search/alphabeta.h"
#include "core/search/pass.h"

namespace plytrace {

template <class Context>
class Mtdf {
 public:
  explicit Mtdf(Context& context) : c_(context), alphabeta_(context) {}

  PassOutcome solve(int depth, Window window, PassPurpose, std::optional<Score> guess) {
    Score lower = -kInfinity;
    Score upper = kInfinity;
    Score value = guess.has_value() ? *guess : c_.static_score();
    PassOutcome proof;  // the last probe, with the line of the last one that proved a move
    while (true) {
      // Step 1. A null window just below the value, or just above a lower bound.
      const Score low_end = std::max(lower, window.alpha);
      Score beta = std::clamp(value, low_end, std::min(upper, window.beta));
      if (beta == low_end) beta = std::nextafter(beta, kInfinity);
      // Step 2. Probe.
      PassOutcome probe = run_pass(
          c_, alphabeta_, {PassPurpose::kProbe, depth, {std::nextafter(beta, -kInfinity), beta}});
      if (!probe.finished) return probe;
      // A leaf as root has its exact value at once.
      if (probe.bound == Bound::kExact) return probe;
      // Step 3. One of the bounds has moved.
      value = probe.value;
      (value >= beta ? lower : upper) = value;
      if (probe.pv.empty() && !proof.pv.empty()) {
        probe.best_move = proof.best_move;
        probe.pv = proof.pv;
      }
      proof = std::move(probe);
      // Step 4. Done when they meet, or when the value is known to be outside the root window.
      if (lower >= upper) proof.bound = Bound::kExact;
      if (lower >= upper || upper <= window.alpha || lower >= window.beta) return proof;
    }
  }

 private:
  Context& c_;
  AlphaBeta<Context> alphabeta_;
};

}  // namespace plytrace
