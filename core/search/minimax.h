// SPDX-License-Identifier: MIT
//
// Minimax: the full tree to the depth; the value of a node is that of its best child, the first one
// among equals. Every value is exact. There is no window: all nodes are entered with (-inf, +inf),
// and a root window does not change what is searched.
// Source: Shannon, "Programming a computer for playing chess", 1950; games.md 3.1.
// Thread rule: one search, one thread.
#pragma once

#include "core/search/search_context.h"

namespace plytrace {

template <class Context>
class Minimax {
 public:
  explicit Minimax(Context& context) : c_(context) {}

  // Returns the value of the context's current position; without meaning once the search has
  // stopped.
  Score search(MoveCode move, int depth, Window window, Role role) {
    // Step 1. Enter the node.
    if (!c_.enter()) return 0;
    // Step 2. Score a leaf.
    if (c_.is_leaf(depth)) return c_.leave_leaf(move, depth, window, role);
    // Step 3. Probe the table.
    OpenNode node = c_.open(move, depth, window, role);
    if (const auto answer = c_.ask_table(node)) return *answer;
    // Step 4. List the moves.
    c_.list_moves(node);
    Score value = node.side == Side::kMax ? -kInfinity : kInfinity;

    for (std::size_t i = 0; i < node.move_count(); ++i) {
      // Step 5. Search the move.
      const MoveCode next = c_.move(node, i);
      if (!c_.admits(next)) continue;
      c_.play(next);
      const Score found = search(next, depth - 1, window, Role::kMove);
      c_.undo();
      if (c_.stopped()) return c_.abandon(node);
      // Step 6. Keep the first best one.
      if (c_.prefers(node, next, found, value)) {
        value = found;
        c_.keep(node, next);
      }
    }
    // Step 7. Leave with the value of the best child.
    return c_.leave(node, value);
  }

 private:
  Context& c_;
};

}  // namespace plytrace
