// SPDX-License-Identifier: MIT
//
// The game of a recorded search, at its root or at one of its nodes, to show boards and positions.
// Thread rule: pure functions; the returned game is for one thread.
#pragma once

#include <memory>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

// The game of a search at its root position; null if plytrace does not know the game.
std::unique_ptr<AnyGame> game_of(const SearchRow& search);
// The game with the moves to `node` played; null if the game is unknown or a move is not legal.
std::unique_ptr<AnyGame> game_at(const TraceReader& reader, const SearchRow& search,
                                 const NodeRow& node);
// The game before the move that a root was entered with; null if it is not known.
std::unique_ptr<AnyGame> game_before_root(const TraceReader& reader, const SearchRow& search,
                                          const NodeRow& root);

}  // namespace plytrace::verify
