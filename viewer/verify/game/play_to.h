// SPDX-License-Identifier: MIT
//
// Plays a board from the root of a recorded search to one of its nodes. Thread rule: pure function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

// The legal move that a text means in this position, in any notation of the game; nullopt if it
// means none. A drawn game goes on where there are legal moves: engines search beyond such draws.
std::optional<MoveCode> move_here(const AnyGame& game, const std::string& text);
// Makes the move, or the null move, that leads to `node` from the position that the game is in; a
// node without one leaves it there. False if it cannot be made. `played` counts moves.
bool play_step(const TraceReader& reader, const NodeRow& node, AnyGame& game, std::size_t* played);
// Plays the moves that lead from the root of its pass to a node. False if one is not a legal move
// of the game; `played` counts those that were made all the same.
bool play_to(const TraceReader& reader, const NodeRow& node, AnyGame& game, std::size_t* played);

}  // namespace plytrace::verify
