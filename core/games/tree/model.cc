// SPDX-License-Identifier: MIT
//
// Registers explicit trees, with the instantiation of the searches.
#include "core/game_model.h"
#include "core/games/tree/tree.h"

namespace plytrace {

const GameDefinition& tree_definition() {
  static const GameDefinition definition = define_game<tree::Tree, tree::Scores>();
  return definition;
}

}  // namespace plytrace
