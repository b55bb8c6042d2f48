// SPDX-License-Identifier: MIT
//
// Two-sided alpha-beta: MAX raises alpha, MIN lowers beta. A node cuts before it updates its
// window, and also if the value equals the bound, unless the settings say --cut strict. A returned
// value at or below alpha of the node's entry window is an upper bound, at or above beta a lower
// bound, otherwise exact. With the window
// (-inf, +inf) value, best move and principal variation equal minimax's.
// Sources: Knuth and Moore, "An analysis of alpha-beta pruning", 1975; Fishburn, "Another
// optimization of alpha-beta search", 1980 (fail-soft); games.md 3.2 and 3.3.
// Thread rule: one search, one thread.
#pragma once

#include "core/search/search_context.h"

namespace plytrace {

template <class Context>
class AlphaBeta {
 public:
  explicit AlphaBeta(Context& context) : c_(context) {}

  // Returns the value of the context's current position; without meaning once the search has
  // stopped.
  Score search(MoveCode move, int depth, Window window, Role role) {
    // Step 1. Enter the node.
    if (!c_.enter()) return 0;
    // Step 2. Score a leaf.
    if (c_.is_leaf(depth)) return c_.leave_leaf(move, depth, window, role);
    // Step 3. Probe the table: it may answer, or narrow the window.
    OpenNode node = c_.open(move, depth, window, role);
    if (const auto answer = c_.ask_table(node)) return *answer;
    // Step 4. List the moves in the order to try them.
    c_.list_moves(node);
    return node.side == Side::kMax ? max_node(node) : min_node(node);
  }

 private:
  Score max_node(OpenNode& node) {
    Score value = -kInfinity;
    for (std::size_t i = 0; i < node.move_count(); ++i) {
      // Step 5. Search the move.
      const MoveCode next = c_.move(node, i);
      if (!c_.admits(next)) continue;
      const Score found = child(node, next);
      if (c_.stopped()) return c_.abandon(node);
      // Step 6. Keep the first best one.
      if (c_.prefers(node, next, found, value)) {
        value = found;
        c_.keep(node, next);
      }
      // Step 7. Beta cutoff: MIN will avoid this position.
      if (value >= node.window.beta && c_.cuts_at(value, node.window.beta)) {
        c_.count_cutoff(node, i);
        c_.report_cutoff(CutoffKind::kBeta, value, node, i);
        break;
      }
      // Step 8. Raise alpha.
      if (value > node.window.alpha) {
        node.window.alpha = value;
        c_.report_bound(node.window);
      }
    }
    // Step 9. Leave with the value of the best child.
    return c_.leave(node, value);
  }

  // max_node() with MIN's signs.
  Score min_node(OpenNode& node) {
    Score value = kInfinity;
    for (std::size_t i = 0; i < node.move_count(); ++i) {
      // Step 5. Search the move.
      const MoveCode next = c_.move(node, i);
      if (!c_.admits(next)) continue;
      const Score found = child(node, next);
      if (c_.stopped()) return c_.abandon(node);
      // Step 6. Keep the first best one.
      if (c_.prefers(node, next, found, value)) {
        value = found;
        c_.keep(node, next);
      }
      // Step 7. Alpha cutoff: MAX will avoid this position.
      if (value <= node.window.alpha && c_.cuts_at(value, node.window.alpha)) {
        c_.count_cutoff(node, i);
        c_.report_cutoff(CutoffKind::kAlpha, value, node, i);
        break;
      }
      // Step 8. Lower beta.
      if (value < node.window.beta) {
        node.window.beta = value;
        c_.report_bound(node.window);
      }
    }
    // Step 9. Leave with the value of the best child.
    return c_.leave(node, value);
  }

  Score child(const OpenNode& node, MoveCode move) {
    c_.play(move);
    const Score found = search(move, node.depth - 1, c_.child_window(node), Role::kMove);
    c_.undo();
    return found;
  }

  Context& c_;
};

}  // namespace plytrace
