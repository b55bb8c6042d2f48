// SPDX-License-Identifier: MIT
//
// Registers Andantino.
#include "core/game_model.h"
#include "core/games/andantino/evaluators.h"

namespace plytrace {

const GameDefinition& andantino_definition();

const GameDefinition& andantino_definition() {
  static const GameDefinition definition =
      define_game<andantino::Andantino, andantino::Lines, andantino::Outcome>();
  return definition;
}

}  // namespace plytrace
