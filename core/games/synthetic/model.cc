// SPDX-License-Identifier: MIT
//
// Registers synthetic trees, with the instantiation of the searches.
#include "core/game_model.h"
#include "core/games/synthetic/synthetic.h"

namespace plytrace {

const GameDefinition& synthetic_definition() {
  static const GameDefinition definition = define_game<synthetic::Synthetic, synthetic::Scores>();
  return definition;
}

}  // namespace plytrace
