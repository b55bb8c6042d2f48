// SPDX-License-Identifier: MIT
//
// What a search declares to its recorder: the events begin_search and end_search, filled from the
// settings and the result. Thread rule: pure functions.
#pragma once

#include <string>

#include "core/observer.h"
#include "core/search/search.h"

namespace plytrace {

// Whether a search may declare exact windows, which verify then checks. With other ties than the
// first the window of a root move is one step looser than that of other children (the recorded
// options say so); combined with a scout's null windows, verify cannot derive it.
constexpr bool has_exact_windows(const AlgorithmTraits& algorithm, Ties ties) {
  return ties == Ties::kFirst || algorithm.windows != WindowForm::kScout;
}

// The JSON object for the column `search.options`: what the user set, the defaults that change the
// search, and the evaluator's parameters under "parameters".
std::string options_json(const SearchSettings& settings, const std::string& parameters_json,
                         std::optional<Score> mate_threshold = std::nullopt);

// The facts about a game and its evaluator that a declaration needs.
struct GameTraits {
  // False for a game whose filter depends on the order of trying: then legal and skipped moves are
  // not known.
  bool lists_are_known = true;
  bool counts_history = false;            // core/game.h, HistoryGame
  std::optional<Score> mate_threshold{};  // core/game.h, MateEvaluator
};

// The part of the declaration that follows from the settings, the game and the observer's capture
// bits. Values are uniform where lists are known, history does not count and nothing is selective.
// The caller adds game, game_options, position, evaluator, max_player, score_range and move_text.
SearchDeclaration declare(const SearchSettings& settings, const std::string& parameters_json,
                          unsigned capture, const GameTraits& game);

template <Game G>
bool lists_are_known(const G& root) {
  if constexpr (OrderFilteredGame<G>) {
    return !root.filters_by_order();
  } else {
    return true;
  }
}

// The end of the search; `move_text` gives the text of a move.
SearchEnd search_end(const SearchResult& result,
                     const std::function<std::string(MoveCode)>& move_text);

}  // namespace plytrace
