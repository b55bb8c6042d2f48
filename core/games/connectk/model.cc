// SPDX-License-Identifier: MIT
//
// Registers Connect-K: its evaluators, its presets, and the instantiation of the searches.
#include "core/game_model.h"
#include "core/games/connectk/connectk.h"
#include "core/games/connectk/evaluators.h"

namespace plytrace {

const GameDefinition& connectk_definition() {
  using namespace connectk;
  static const GameDefinition definition = define_game<ConnectK, Ways, Danger, Lines, Outcome>({
      {"tictactoe",
       "connectk",
       {{"width", "3"}, {"height", "3"}, {"connect", "3"}, {"gravity", "off"}},
       "three in a row on 3 x 3 cells"},
      {"connect4",
       "connectk",
       {{"width", "7"}, {"height", "6"}, {"connect", "4"}, {"gravity", "on"}},
       "Connect-4: four in a row on 7 columns of 6"},
      {"gomoku",
       "connectk",
       {{"width", "15"}, {"height", "15"}, {"connect", "5"}, {"gravity", "off"}},
       "five or more in a row on 15 x 15 cells"},
  });
  return definition;
}

}  // namespace plytrace
