// SPDX-License-Identifier: MIT
//
// What a search declares about itself to whoever records it: begin_search and end_search of the
// event stream, filled from the settings and the result. Thread rule: pure functions.
#pragma once

#include <string>

#include "core/observer.h"
#include "core/search/search.h"

namespace plytrace {

// What an algorithm's searches say of their windows and scores; verify holds traces to it.
// With ties drawn by lot the windows of root moves are one step looser than the rule for children;
// the options say so. Around the null windows of a scout that is more than a reader can follow.
constexpr bool has_exact_windows(const AlgorithmTraits& algorithm, Ties ties) {
  return ties == Ties::kFirst || algorithm.windows != WindowForm::kScout;
}

// The settings as the JSON object that a trace holds under `options`; only what was asked for and
// the defaults that change the search, with the evaluator's parameters under "parameters".
std::string options_json(const SearchSettings& settings, const std::string& parameters_json);

// What of the declaration follows from the settings and from what the observer captures.
// `lists_are_known` is false for a game whose filter depends on the order of trying: then legal and
// skipped moves are not known, and values depend on more than position and depth.
// The caller adds game, game_options, position, evaluator, max_player, score_range and move_text.
SearchDeclaration declare(const SearchSettings& settings, const std::string& parameters_json,
                          unsigned capture, bool lists_are_known);

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
