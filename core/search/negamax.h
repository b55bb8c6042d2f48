// SPDX-License-Identifier: MIT
//
// Negamax alpha-beta: values count from the side to move, so one function serves both sides, and
// the value of a child is negated if the other side is to move there. The evaluator is still called
// for MAX and its score negated, because some evaluators are not antisymmetric. Nodes, values and
// counters equal those of the two-sided form. With the window (alpha, beta) from the node's side to
// move, a value at or below alpha is an upper bound, at or above beta a lower bound, otherwise
// exact.
// Sources: Knuth and Moore, "An analysis of alpha-beta pruning", 1975; games.md 3.4.
// Thread rule: one search, one thread.
#pragma once

#include "core/search/negamax_view.h"
#include "core/search/search_context.h"

namespace plytrace {

// Step5 has a function search() that searches a move by child() and returns its value.
template <class Context, class Step5>
class NegamaxSteps {
 public:
  explicit NegamaxSteps(Context& context) : c_(context) {}

  // Searches the root. Window and value are MAX's, as everywhere outside of the recursion.
  Score search(MoveCode move, int depth, Window window, Role role) {
    const Side side = c_.side();
    return seen_by(side, visit(side, move, depth, seen_by(side, window), role));
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
  // The window in which a move is searched, for the side that makes it.
  Window child_window(const OpenNode& node) const {
    return seen_by(node.side, c_.child_window(node));
  }
  bool stopped() const { return c_.stopped(); }

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
      const Score found = Step5::search(*this, node, next);
      if (c_.stopped()) return c_.abandon(node);
      // Step 6. Keep the first best one.
      if (c_.prefers(node, next, seen_by(side, found), seen_by(side, value))) {
        value = found;
        c_.keep(node, next);
      }
      // Step 7. Cutoff: the opponent will avoid this position.
      if (value >= beta && c_.cuts_at(value, beta)) {
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

  Context& c_;
};

// Step 5 of negamax: each move with the whole window.
struct WholeWindow {
  template <class Steps>
  static Score search(Steps& steps, const OpenNode& node, MoveCode move) {
    return steps.child(node, move, steps.child_window(node), Role::kMove);
  }
};

template <class Context>
using Negamax = NegamaxSteps<Context, WholeWindow>;

}  // namespace plytrace
