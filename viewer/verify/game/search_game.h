// SPDX-License-Identifier: MIT
//
// The game, position, evaluator and point of view of a recorded search, for replay and oracle; what
// its game is called. Thread rule: pure functions; what they make is for one thread.
#pragma once

#include <memory>
#include <string>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

struct SearchGame {
  std::unique_ptr<AnyGame> game;
  std::unique_ptr<AnyEvaluator> evaluator;  // null where it is not known; it reads *game
  int max_player = 0;
};

// Null where plytrace does not know the game, or the game refuses the position. `reason` says why,
// also where the evaluator alone is not known. `is_known` (may be null): the name is a known game.
std::unique_ptr<SearchGame> make_search_game(const SearchRow& search, std::string* reason,
                                             bool* is_known = nullptr);

// The parameters of the evaluator as a JSON object, its keys sorted; "{}" where none are told.
std::string evaluator_parameters(const SearchRow& search);

// The name of a preset, "connect4", where the options are its own, else "connectk (width 6, height
// 5)".
std::string game_words(const SearchRow& search);

// {"width":7,"gravity":"on"} as "width 7, gravity on", one object in another in brackets; "" for
// none.
std::string option_words(const std::string& json);

}  // namespace plytrace::verify
