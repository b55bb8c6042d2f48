// SPDX-License-Identifier: MIT
//
// The boards and the names of nodes, computed by replaying the game. On a board the last move is
// marked. All boards of a picture show the same part of the board, so that they can be compared.
// Thread rule: as the selection.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewer/answers/selection.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {

// The part of the board that contains the pieces of all these nodes.
BoardPart board_part(const Selection& selection, const std::vector<NodeRow>& nodes);
// The board of a node, with the last move marked; empty if the game is not known or draws none.
// Without a part the whole part in use is shown.
draw::Board board_at(const TraceReader& reader, const SearchRow& search, const NodeRow& row,
                     const std::optional<BoardPart>& part);
// Returns the board of a node of the selection, or an empty board if there is none. The selection
// must outlive the function.
std::function<draw::Board(const NodeRow&)> board_of(const Selection& selection,
                                                    const BoardPart& part);

// The names that the game gives to the nodes and skipped moves of an excerpt; empty if it gives
// none.
std::vector<std::string> names_of(const Selection& selection, const tree::Excerpt& excerpt);

}  // namespace plytrace
