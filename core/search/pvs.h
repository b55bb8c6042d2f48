// SPDX-License-Identifier: MIT
//
// Principal variation search in negamax form: the first move is searched with the full window, the
// others with a null window, which only tests whether they are better. A better one that does not
// reach beta is searched again with the full window (role re_search); the last search of a move
// counts. Scores are doubles, so the null window ends at the next double above alpha. With the
// window (alpha, beta) from the node's side to move, a value at or below alpha is an upper bound,
// at or above beta a lower bound, otherwise exact. Sources: Marsland and Campbell, "Parallel search
// of strongly ordered game trees", 1982; Reinefeld, "An improvement to the scout tree-search
// algorithm", 1983. Thread rule: one search, one thread.
#pragma once

#include <cmath>

#include "core/search/negamax.h"

namespace plytrace {

// Step 5 of pvs: a null window for all moves but the first, then the whole window if needed.
struct NullWindowFirst {
  template <class Steps>
  static Score search(Steps& steps, const OpenNode& node, MoveCode move) {
    const Window whole = steps.child_window(node);
    if (node.best_move == kNoMove) return steps.child(node, move, whole, Role::kMove);
    const Window null{whole.alpha, std::nextafter(whole.alpha, kInfinity)};
    const Score found = steps.child(node, move, null, Role::kMove);
    if (steps.stopped() || found <= whole.alpha || found >= whole.beta) return found;
    return steps.child(node, move, whole, Role::kReSearch);
  }
};

template <class Context>
using Pvs = NegamaxSteps<Context, NullWindowFirst>;

}  // namespace plytrace
