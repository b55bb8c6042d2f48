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

#include "core/search/negamax_view.h"
#include "core/search/search_context.h"

namespace plytrace {

template <class Context>
class Pvs {
 public:
  explicit Pvs(Context& context) : c_(context) {}

  // Searches the root. Window and value are MAX's, as everywhere outside of the recursion.
  Score search(MoveCode move, int depth, Window window, Role role) {
    const Side side = c_.side();
    return seen_by(side, visit(side, move, depth, seen_by(side, window), role));
  }

 private:
  // Returns the value of the context's current position for `side`, which is to move.
  Score visit(Side side, MoveCode move, int depth, Window window, Role role) {
    // Step 1. Enter the node.
    if (!c_.enter()) return 0;
    // Step 2. Score a leaf.
    if (c_.is_leaf(depth))
      return seen_by(side, c_.leave_leaf(move, depth, seen_by(side, window), role));
    // Step 3. Probe the table: it may answer, or narrow the window.
    OpenNode node = c_.open(move, depth, seen_by(side, window), role);
    if (const auto answer = c_.ask_table(node)) return seen_by(side, *answer);
    // Step 4. List the moves in the order to try them.
    c_.list_moves(node);
    auto [alpha, beta] = seen_by(side, node.window);
    Score value = -kInfinity;

    for (std::size_t i = 0; i < node.move_count(); ++i) {
      // Step 5. Search the move.
      const MoveCode next = c_.move(node, i);
      if (!c_.admits(next)) continue;
      const Score found = probe_and_search(node, next);
      if (c_.stopped()) return c_.abandon(node);
      // Step 6. Keep the first best one.
      if (c_.prefers(node, next, seen_by(side, found), seen_by(side, value))) {
        value = found;
        c_.keep(node, next);
      }
      // Step 7. Cutoff: the opponent will avoid this position.
      if (value >= beta) {
        c_.count_cutoff(node, i);
        c_.report_cutoff(seen_by(side, CutoffKind::kBeta), seen_by(side, value), node, i);
        break;
      }
      // Step 8. Raise alpha.
      if (value > alpha) {
        alpha = value;
        node.window = seen_by(side, Window{alpha, beta});
        c_.report_bound(node.window);
      }
    }
    // Step 9. Leave with the value of the best child.
    return seen_by(side, c_.leave(node, seen_by(side, value)));
  }

  // Step 5 in detail: a null window for all moves but the first, then the full window if needed.
  Score probe_and_search(const OpenNode& node, MoveCode move) {
    const Window whole = seen_by(node.side, c_.child_window(node));
    if (node.best_move == kNoMove) return child(node, move, whole, Role::kMove);
    const Window null{whole.alpha, std::nextafter(whole.alpha, kInfinity)};
    const Score found = child(node, move, null, Role::kMove);
    if (c_.stopped() || found <= whole.alpha || found >= whole.beta) return found;
    return child(node, move, whole, Role::kReSearch);
  }

  // The value of a move for the side that makes it, with a window of that side.
  Score child(const OpenNode& node, MoveCode move, Window window, Role role) {
    c_.play(move);
    const Side mover = c_.side();
    if (mover != node.side) window = seen_by(Side::kMin, window);
    const Score found = visit(mover, move, node.depth - 1, window, role);
    c_.undo();
    return mover == node.side ? found : 0 - found;
  }

  Context& c_;
};

}  // namespace plytrace
