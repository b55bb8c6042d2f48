// SPDX-License-Identifier: MIT
#include "core/search/algorithm_options.h"

#include <string>

#include "core/registry.h"
#include "core/search/search.h"

namespace plytrace {
namespace {

// "soft|hard".
template <class List>
std::string words(const List& list) {
  std::string text;
  for (const auto& row : list) text += (text.empty() ? "" : "|") + std::string(row.word);
  return text;
}

// "tree and synthetic": the games that are searched whole without a depth.
std::string games_searched_whole() {
  std::string names;
  for (const GameInfo& game : games()) {
    if (game.searched_whole) names += (names.empty() ? "" : " and ") + game.name;
  }
  return names;
}

}  // namespace

std::vector<Parameter> algorithm_options(const AlgorithmTraits& algorithm) {
  const SearchSettings defaults;
  std::vector<Parameter> options = {
      {"depth", "0 or more", "none",
       "plies to search; the whole tree of " + games_searched_whole()},
      {"iterative", "on|off", "off", "depths 1, 2, ... with the best moves found so far first"},
      {"time-limit", "0 or more", "none", "a duration such as 5s or 200ms"},
      {"node-limit", "0 or more", "none", "nodes of all passes together"},
      {"order", words(kOrderings), std::string(word(defaults.order)),
       "order of the moves, on top of generation order"},
      {"eval-cache", "on|off", "off", "leaf values are remembered within a pass"},
      {"table", "0 or more", "0", "megabytes of transposition table"},
  };
  if (algorithm.prunes()) {
    options.push_back({"window", "LO,HI", "-inf,+inf", "window of the root, LO below HI"});
    options.push_back({"aspiration", "above 0", "none",
                       "half width of a window around the last value; with iterative"});
    options.push_back({"fail", algorithm.fails_hard ? words(kFailModes) : "soft",
                       std::string(word(defaults.fail)),
                       "values may lie outside the window, or are clamped into it"});
  }
  if (algorithm.sees_ties) {
    options.push_back({"ties", words(kTies), std::string(word(defaults.ties)),
                       "which of equal root moves is the best move; random takes --seed"});
  }
  return options;
}

}  // namespace plytrace
