// SPDX-License-Identifier: MIT
//
// Iterative deepening and aspiration, for every game and algorithm.
//
// Depths 1, 2, 3, ... are each a full search from the root; the best move of every finished loop is
// remembered and tried first (games.md 3.5). An iteration that a limit interrupts is thrown away:
// the result is that of the last finished one. Aspiration searches a window around the last value
// and, where the value falls outside, again with the side opened on which it failed.
// Sources: Slate and Atkin, "Chess 4.5", 1977; Marsland, "A review of game-tree pruning", 1986.
// Thread rule: one search, one thread.
#pragma once

#include "core/search/pass.h"

namespace plytrace {

// Searches to the depth of the settings, at once or iteratively from depth 1, and fills `result`.
void run_solver(RootSolver& solver, const SearchSettings& settings, SearchResult& result);

}  // namespace plytrace
