// SPDX-License-Identifier: MIT
//
// The boards of nodes, computed by replaying the game, with the last move marked. All boards of a
// picture show the same part of the board, so that they can be compared. Thread rule: as the
// selection.
#pragma once

#include <functional>
#include <vector>

#include "viewer/answers/selection.h"
#include "viewer/draw/tree_diagram.h"

namespace plytrace {

// The part of the board that contains the pieces of all these nodes.
BoardPart board_part(const Selection& selection, const std::vector<NodeRow>& nodes);
// Returns the board of a node of the selection, or an empty board if there is none. The selection
// must outlive the function.
std::function<draw::Board(const NodeRow&)> board_of(const Selection& selection,
                                                    const BoardPart& part);

}  // namespace plytrace
