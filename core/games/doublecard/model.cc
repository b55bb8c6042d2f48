// SPDX-License-Identifier: MIT
//
// Registers Double Card: its evaluators, and the instantiation of the searches.
#include "core/game_model.h"
#include "core/games/doublecard/evaluators.h"

namespace plytrace {

const GameDefinition& doublecard_definition();

const GameDefinition& doublecard_definition() {
  using namespace doublecard;
  static const GameDefinition definition =
      define_game<DoubleCard, Patterns, Occurrence, PatternsTable2, OccurrenceTable3,
                  OccurrenceTable5, Demo, Outcome>();
  return definition;
}

}  // namespace plytrace
