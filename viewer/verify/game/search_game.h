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

// ` (did you mean 'chess'?)` for a name that is not known, but near a known one, or has a position
// of chess; else "".
std::string game_meant_by(const SearchRow& search);
// Whether the user may expect the replay of a search of that game and position.
bool may_expect_replay(const SearchRow& search);

// The parameters of the evaluator as a JSON object with sorted keys; "{}" if none are recorded.
std::string evaluator_parameters(const SearchRow& search);

// Whether both texts are the same move at the root: engines print a move in other words than they
// search with (e1h1 for e1g1, O-O, Rxa8+).
bool is_same_root_move(const SearchRow& search, const std::string& a, const std::string& b);

// The name of a preset such as "connect4" if the options are the preset's, otherwise "connectk
// (width 6, height 5)".
std::string game_words(const SearchRow& search);

// Formats {"width":7,"gravity":"on"} as "width 7, gravity on", with brackets around a nested
// object; "" without options.
std::string option_words(const std::string& json);

}  // namespace plytrace::verify
