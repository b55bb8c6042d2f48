// SPDX-License-Identifier: MIT
//
// The boards of nodes, replayed by the rules of the game, the last move marked. All boards of a
// picture show the same part, so that they can be compared. Thread rule: as the selection.
#pragma once

#include <functional>
#include <vector>

#include "viewer/commands/ask/selection.h"
#include "viewer/draw/tree_diagram.h"

namespace plytrace {

// The part that the boards of all these nodes need.
BoardPart board_part(const cli::Selection& selection, const std::vector<NodeRow>& nodes);
// Of a node of the selection, which must outlive it; an empty board where there is none.
std::function<draw::Board(const NodeRow&)> board_of(const cli::Selection& selection,
                                                    const BoardPart& part);

}  // namespace plytrace
