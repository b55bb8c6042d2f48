// SPDX-License-Identifier: MIT
#include "core/search/mtdf.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace plytrace {

PassOutcome Mtdf::solve(int depth, Window window, PassPurpose, std::optional<Score> guess) {
  Score lower = -kInfinity;
  Score upper = kInfinity;
  Score value = guess.has_value() ? *guess : static_score();
  PassOutcome proof;  // the last probe, with the variation of the last one that proved a move
  while (true) {
    // Step 1. A null window just below the value, or just above a lower bound.
    const Score low_end = std::max(lower, window.alpha);
    Score beta = std::clamp(value, low_end, std::min(upper, window.beta));
    if (beta == low_end) beta = std::nextafter(beta, kInfinity);
    // Step 2. Probe.
    PassOutcome probe = alphabeta_.solve(depth, {std::nextafter(beta, -kInfinity), beta},
                                         PassPurpose::kProbe, std::nullopt);
    if (!probe.finished) return probe;
    // If the root is a leaf, its value is exact at once.
    if (probe.bound == Bound::kExact) return probe;
    // Step 3. One of the bounds has moved.
    value = probe.value;
    (value >= beta ? lower : upper) = value;
    if (probe.pv.empty() && !proof.pv.empty()) {
      probe.best_move = proof.best_move;
      probe.pv = proof.pv;
    }
    proof = std::move(probe);
    // Step 4. Finished if the bounds meet, or if the value is known to be outside the root window.
    if (lower >= upper) proof.bound = Bound::kExact;
    if (lower >= upper || upper <= window.alpha || lower >= window.beta) return proof;
  }
}

}  // namespace plytrace
