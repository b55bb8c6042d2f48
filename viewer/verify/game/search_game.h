// SPDX-License-Identifier: MIT
//
// The game, position, evaluator and point of view of a recorded search, for replay and oracle; and
// the name of its game. Thread rule: pure functions; the returned game is for one thread.
#pragma once

#include <memory>
#include <string>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/rules/rules_game.h"

namespace plytrace::verify {

struct SearchGame {
  std::unique_ptr<AnyGame> game;
  std::unique_ptr<AnyEvaluator> evaluator;  // null if unknown; it reads *game
  int max_player = 0;
  const rules::RulesGame* by_program = nullptr;  // *game, if a rules program judges
};

// The game of the chosen rules program, else the one that the search names. Null if plytrace does
// not know the game, or the game refuses the position. `reason` says why,
// also if only the evaluator is unknown. `is_known` (may be null): whether the name is a known
// game.
std::unique_ptr<SearchGame> make_search_game(const SearchRow& search, std::string* reason,
                                             bool* is_known = nullptr);

// The parameters of the evaluator as a JSON object with sorted keys; "{}" if none are recorded.
std::string evaluator_parameters(const SearchRow& search);

// The name of a preset such as "connect4" if the options are the preset's, otherwise "connectk
// (width 6, height 5)".
std::string game_words(const SearchRow& search);

// Formats {"width":7,"gravity":"on"} as "width 7, gravity on", with brackets around a nested
// object; "" without options.
std::string option_words(const std::string& json);

}  // namespace plytrace::verify
