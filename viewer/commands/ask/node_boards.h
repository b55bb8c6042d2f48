// SPDX-License-Identifier: MIT
//
// The boards of nodes, replayed by the rules of the game, the last move marked. Thread rule: as the
// selection.
#pragma once

#include <functional>

#include "viewer/commands/ask/selection.h"
#include "viewer/draw/tree_diagram.h"

namespace plytrace {

// Of a node of the selection, which must outlive it; an empty board where there is none.
std::function<draw::Board(const NodeRow&)> board_of(const cli::Selection& selection);

}  // namespace plytrace
