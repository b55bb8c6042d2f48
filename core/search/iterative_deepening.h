// SPDX-License-Identifier: MIT
//
// Iterative deepening and aspiration, for every game and algorithm.
//
// Depths 1, 2, 3, ... are each a full search from the root. The best move of every finished node is
// remembered and tried first in the next iteration (games.md 3.5). An interrupted iteration is
// discarded: the result is that of the last finished one. Aspiration searches with a window around
// the previous value; if the value lies outside, it searches again with the failing side opened.
// Sources: Slate and Atkin, "Chess 4.5", 1977; Marsland, "A review of game-tree pruning", 1986.
// Thread rule: one search, one thread.
#pragma once

#include "core/search/pass.h"

namespace plytrace {

// Searches to the depth of the settings, directly or iteratively from depth 1, and fills `result`.
void run_solver(RootSolver& solver, const SearchSettings& settings, SearchResult& result);

}  // namespace plytrace
