// SPDX-License-Identifier: MIT
//
// Registers chess.
#include "core/game_model.h"
#include "core/games/chess/evaluators.h"

namespace plytrace {

const GameDefinition& chess_definition();

const GameDefinition& chess_definition() {
  static const GameDefinition definition =
      define_game<chess::Chess, chess::Pesto, chess::Material, chess::Outcome>();
  return definition;
}

}  // namespace plytrace
