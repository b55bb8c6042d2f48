// SPDX-License-Identifier: MIT
//
// The table of algorithms, used by the search, its options, its declaration, verify, play and the
// help. No other place refers to an algorithm by name. A new algorithm needs a header beside this
// one, a row here and a line in search/run_search.h (docs/how_to.md).
// Thread rule: constant tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plytrace {

enum class Algorithm { kMinimax, kAlphaBeta, kNegamax, kPvs, kMtdf };

// The source of a child's window.
enum class WindowForm : std::uint8_t {
  kFull,   // no window is ever tightened: the full tree
  kPlain,  // the current window of the parent
  kScout,  // the current window of the parent, or a null window at one of its ends
  kAny     // unknown: any of the above
};

struct AlgorithmTraits {
  Algorithm algorithm{};
  std::string_view name;      // on the command line, in traces and in reports
  std::string_view kin = {};  // another engine's name for an algorithm with such windows; "" = none
  std::string_view summary;   // a line of `plytrace list`
  WindowForm windows = WindowForm::kPlain;
  bool one_sided = false;      // counts from the side to move
  bool probes = false;         // a search is a sequence of null-window passes
  bool fails_hard = true;      // can clamp values into the window: --fail hard
  bool sees_ties = true;       // knows which root moves are equal: --ties last, random
  bool cuts_strictly = false;  // can go on at a value that equals the bound: --cut strict

  // False: every root move gets its exact value.
  constexpr bool prunes() const { return windows != WindowForm::kFull; }
};

inline constexpr std::array kAlgorithms{
    AlgorithmTraits{.algorithm = Algorithm::kMinimax,
                    .name = "minimax",
                    .summary = "the full tree, nothing pruned; every root move is exact",
                    .windows = WindowForm::kFull},
    AlgorithmTraits{.algorithm = Algorithm::kAlphaBeta,
                    .name = "alphabeta",
                    .summary = "two-sided alpha-beta; cuts where value >= beta at MAX, value <= "
                               "alpha at MIN",
                    .cuts_strictly = true},
    AlgorithmTraits{.algorithm = Algorithm::kNegamax,
                    .name = "negamax",
                    .summary = "one-sided alpha-beta, from the view of the side to move",
                    .one_sided = true,
                    .cuts_strictly = true},
    AlgorithmTraits{.algorithm = Algorithm::kPvs,
                    .name = "pvs",
                    .kin = "scout",
                    .summary = "principal variation search: null windows after the first move",
                    .windows = WindowForm::kScout,
                    .one_sided = true},
    AlgorithmTraits{.algorithm = Algorithm::kMtdf,
                    .name = "mtdf",
                    .kin = "sss",
                    .summary = "a sequence of null-window probes from a first guess",
                    .probes = true,
                    .fails_hard = false,
                    .sees_ties = false},
};

constexpr const AlgorithmTraits& traits(Algorithm algorithm) {
  return kAlgorithms[static_cast<std::size_t>(algorithm)];
}

constexpr std::string_view word(Algorithm algorithm) { return traits(algorithm).name; }

// The row of that name, or nullptr.
constexpr const AlgorithmTraits* find_algorithm(std::string_view name) {
  for (const AlgorithmTraits& row : kAlgorithms) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// The window form of a recorded search, by the name that its engine gives the algorithm.
constexpr WindowForm window_form(std::string_view recorded_name) {
  for (const AlgorithmTraits& row : kAlgorithms) {
    if (row.name == recorded_name || (!row.kin.empty() && row.kin == recorded_name)) {
      return row.windows;
    }
  }
  return WindowForm::kAny;
}

// In the order of the enumeration.
static_assert([] {
  for (std::size_t i = 0; i < kAlgorithms.size(); ++i) {
    if (kAlgorithms[i].algorithm != static_cast<Algorithm>(i)) return false;
  }
  return true;
}());

}  // namespace plytrace
