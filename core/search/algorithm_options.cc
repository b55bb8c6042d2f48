// SPDX-License-Identifier: MIT
#include "core/search/algorithm_options.h"

#include <cassert>
#include <string>
#include <utility>

#include "core/registry.h"
#include "core/search/search.h"

namespace plytrace {
namespace {

// The words of a list, such as "soft|hard".
template <class List>
std::string words(const List& list) {
  std::string text;
  for (const auto& row : list) text += (text.empty() ? "" : "|") + std::string(row.word);
  return text;
}

// The games that need no depth, as text: "tree and synthetic".
std::string games_searched_whole() {
  std::string names;
  for (const GameInfo& game : games()) {
    if (game.searched_whole) names += (names.empty() ? "" : " and ") + game.name;
  }
  return names;
}

bool always(const AlgorithmTraits&) { return true; }
bool with_windows(const AlgorithmTraits& algorithm) { return algorithm.prunes(); }
bool with_strict_cuts(const AlgorithmTraits& algorithm) { return algorithm.cuts_strictly; }
bool with_ties(const AlgorithmTraits& algorithm) { return algorithm.sees_ties; }

struct SearchOption {
  Parameter parameter;
  bool (*is_taken)(const AlgorithmTraits&);
};

std::vector<SearchOption> search_options() {
  const SearchSettings defaults;
  return {
      {{"depth", "0 or more", "none",
        "plies to search, 0 scores the root; " + games_searched_whole() + " need none"},
       always},
      {{"iterative", "on|off", "off",
        "search depths 1, 2, ..., with the best moves found so far first"},
       always},
      {{"time-limit", "0 or more", "none", "stop after this time, as in 5s or 200ms"}, always},
      {{"node-limit", "0 or more", "none", "stop after this number of nodes, over all passes"},
       always},
      {{"order", words(kOrderings), std::string(word(defaults.order)),
        "order of the moves, on top of generation order"},
       always},
      {{"eval-cache", "on|off", "off", "remember leaf values within a pass"}, always},
      {{"table", "0 or more", std::to_string(defaults.table_megabytes),
        "megabytes of transposition table"},
       always},
      {{"window", "LO,HI", "-inf,+inf", "window of the root, LO below HI"}, with_windows},
      {{"aspiration", "above 0", "none",
        "half-width of the window around the last iteration's value"},
       with_windows},
      {{"fail", words(kFailModes), std::string(word(defaults.fail)),
        "return values as they are, or clamped into the window"},
       with_windows},
      {{"cut", words(kCutModes), std::string(word(defaults.cut)),
        "cut at a value that equals the bound, or only beyond it"},
       with_strict_cuts},
      {{"ties", words(kTies), std::string(word(defaults.ties)),
        "how ties between root moves are broken (random uses --seed)"},
       with_ties},
      {{"seed", "0 or more", std::to_string(defaults.seed), "seed for --ties random"}, with_ties},
      {{"quiescence", "on|off", "off",
        "at depth 0 go on with captures and promotions, in check with all moves"},
       always},
      {{"null-move", "1 or more", "none",
        "try a null move first, with the depth reduced by this many plies"},
       with_windows},
      {{"lmr", "on|off", "off", "search late quiet moves at less depth first"}, with_windows},
      {{"extend", words(kExtensions), std::string(word(defaults.extend)),
        "which positions are searched one ply deeper"},
       always},
  };
}

}  // namespace

std::vector<Parameter> algorithm_options(const AlgorithmTraits& algorithm) {
  std::vector<Parameter> options;
  for (SearchOption& option : search_options()) {
    if (!option.is_taken(algorithm)) continue;
    if (option.parameter.name == "fail" && !algorithm.fails_hard) option.parameter.range = "soft";
    options.push_back(std::move(option.parameter));
  }
  return options;
}

Parameter search_option(std::string_view name) {
  for (SearchOption& option : search_options()) {
    if (option.parameter.name == name) return std::move(option.parameter);
  }
  assert(false);
  return {};
}

}  // namespace plytrace
