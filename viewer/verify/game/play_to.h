// SPDX-License-Identifier: MIT
//
// Plays a board from the root of a recorded search to one of its nodes. Thread rule: pure function.
#pragma once

#include <cstddef>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

// Plays the moves that lead from the root of its pass to a node. False where one is no legal move
// of the game (a null move is none); `played` counts those that were made all the same.
bool play_to(const TraceReader& reader, const NodeRow& node, AnyGame& game, std::size_t* played);

}  // namespace plytrace::verify
