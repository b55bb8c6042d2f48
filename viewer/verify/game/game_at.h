// SPDX-License-Identifier: MIT
//
// The game of a recorded search at its root or at one of its nodes, to show boards and positions.
// Thread rule: pure functions; what they make is for one thread.
#pragma once

#include <memory>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

// The game of a search at its root position, or null where plytrace does not know it.
std::unique_ptr<AnyGame> game_of(const SearchRow& search);
// The same with the moves to `node` played; null where the game is unknown or a move is not legal.
std::unique_ptr<AnyGame> game_at(const TraceReader& reader, const SearchRow& search,
                                 const NodeRow& node);

}  // namespace plytrace::verify
