// SPDX-License-Identifier: MIT
#include "core/search/algorithm_info.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace plytrace {
namespace {

// "soft|hard" from the words of an enumeration.
template <class Enum>
std::string words(std::initializer_list<Enum> values) {
  std::string text;
  for (const Enum value : values) text += (text.empty() ? "" : "|") + std::string(word(value));
  return text;
}

// The options that every algorithm takes.
std::vector<Parameter> common_options() {
  const SearchSettings defaults;
  return {
      {"depth", "0 or more", "none", "plies to search; the whole tree of tree and synthetic"},
      {"iterative", "on|off", "off", "depths 1, 2, ... with the best moves found so far first"},
      {"time-limit", "0 or more", "none", "a duration such as 5s or 200ms"},
      {"node-limit", "0 or more", "none", "nodes of all passes together"},
      {"order",
       words({Ordering::kNatural, Ordering::kStatic, Ordering::kKiller, Ordering::kHistory}),
       std::string(word(defaults.order)), "order of the moves, on top of generation order"},
      {"eval-cache", "on|off", "off", "leaf values are remembered within a pass"},
      {"table", "0 or more", "0", "megabytes of transposition table"},
  };
}

Parameter fail_option(std::initializer_list<FailMode> modes) {
  return {"fail", words(modes), std::string(word(SearchSettings{}.fail)),
          "values may lie outside the window, or are clamped into it"};
}

Parameter ties_option() {
  return {"ties", words({Ties::kFirst, Ties::kRandom}), std::string(word(SearchSettings{}.ties)),
          "which of equal root moves is the best move; random takes --seed"};
}

// The options of an algorithm that searches with a window.
std::vector<Parameter> window_options() {
  std::vector<Parameter> options = common_options();
  options.push_back({"window", "LO,HI", "-inf,+inf", "window of the root, LO below HI"});
  options.push_back({"aspiration", "above 0", "none",
                     "half width of a window around the last value; with iterative"});
  return options;
}

AlgorithmInfo describe(Algorithm algorithm, std::string summary, std::vector<Parameter> options,
                       std::initializer_list<Parameter> own) {
  options.insert(options.end(), own);
  return {algorithm, std::string(word(algorithm)), std::move(summary), std::move(options)};
}

}  // namespace

const std::vector<AlgorithmInfo>& algorithms() {
  const auto soft_or_hard = {FailMode::kSoft, FailMode::kHard};
  static const std::vector<AlgorithmInfo> list = {
      describe(Algorithm::kMinimax, "the full tree, nothing pruned; every root move is exact",
               common_options(), {ties_option()}),
      describe(Algorithm::kAlphaBeta,
               "two-sided alpha-beta (the default); cuts where value >= beta "
               "at MAX, value <= alpha at MIN",
               window_options(), {fail_option(soft_or_hard), ties_option()}),
      describe(Algorithm::kNegamax, "one-sided alpha-beta, from the view of the side to move",
               window_options(), {fail_option(soft_or_hard), ties_option()}),
      describe(Algorithm::kPvs, "principal variation search: null windows after the first move",
               window_options(), {fail_option(soft_or_hard), ties_option()}),
      describe(Algorithm::kMtdf, "a sequence of null-window probes from a first guess",
               window_options(), {fail_option({FailMode::kSoft})}),
  };
  return list;
}

}  // namespace plytrace
