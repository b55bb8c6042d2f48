// SPDX-License-Identifier: MIT
//
// Registers Othello, with the instantiation of the searches.
#include "core/game_model.h"
#include "core/games/othello/evaluators.h"

namespace plytrace {

const GameDefinition& othello_definition();

const GameDefinition& othello_definition() {
  static const GameDefinition definition =
      define_game<othello::Othello, othello::Phased, othello::Outcome>();
  return definition;
}

}  // namespace plytrace
