// SPDX-License-Identifier: MIT
//
// Random positions of chess and random styles of the test's engine. Equal seeds give equal ones.
#pragma once

#include <memory>

#include "core/any_game.h"
#include "tests/viewer/verify/chess/chess_engine.h"
#include "tests/viewer/verify/foreign/random.h"

namespace plytrace::test {

// A position after random legal moves, which stay its history. The game is not over.
std::unique_ptr<AnyGame> random_position(Random& random, const Arguments& options = {});

// A position and a style in which the engine is sound.
ChessEngine random_engine(Random& random);

}  // namespace plytrace::test
