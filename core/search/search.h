// SPDX-License-Identifier: MIT
//
// The settings, counters and result of a search. The algorithms are in the headers beside this one;
// search/run_search.h picks one and runs the passes.
// Thread rule: plain values; only `interrupt` may be set by another thread while a search runs.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/observer.h"
#include "core/score.h"
#include "core/search/algorithm.h"

namespace plytrace {

enum class FailMode { kSoft, kHard };
// Whether a value that equals the end of the window cuts, too.
enum class CutMode { kEqual, kStrict };
enum class Ordering { kNatural, kReverse, kStatic, kKiller, kHistory };
enum class Ties { kFirst, kLast, kRandom };
// The kind of positions that are searched one ply deeper.
enum class Extension { kNone, kCheck };

// An enumerator and its word, on the command line and in traces.
template <class Enum>
struct Worded {
  Enum value;
  std::string_view word;
};
inline constexpr std::array<Worded<FailMode>, 2> kFailModes{
    {{FailMode::kSoft, "soft"}, {FailMode::kHard, "hard"}}};
inline constexpr std::array<Worded<CutMode>, 2> kCutModes{
    {{CutMode::kEqual, "equal"}, {CutMode::kStrict, "strict"}}};
inline constexpr std::array<Worded<Ordering>, 5> kOrderings{{{Ordering::kNatural, "natural"},
                                                             {Ordering::kReverse, "reverse"},
                                                             {Ordering::kStatic, "static"},
                                                             {Ordering::kKiller, "killer"},
                                                             {Ordering::kHistory, "history"}}};
inline constexpr std::array<Worded<Ties>, 3> kTies{
    {{Ties::kFirst, "first"}, {Ties::kLast, "last"}, {Ties::kRandom, "random"}}};
inline constexpr std::array<Worded<Extension>, 2> kExtensions{
    {{Extension::kNone, "none"}, {Extension::kCheck, "check"}}};

// Returns "?" for an enumerator that is not in the list.
template <class Enum, std::size_t kCount>
constexpr std::string_view word_in(const std::array<Worded<Enum>, kCount>& list, Enum value) {
  for (const Worded<Enum>& row : list) {
    if (row.value == value) return row.word;
  }
  return "?";
}
constexpr std::string_view word(FailMode fail) { return word_in(kFailModes, fail); }
constexpr std::string_view word(CutMode cut) { return word_in(kCutModes, cut); }
constexpr std::string_view word(Ordering order) { return word_in(kOrderings, order); }
constexpr std::string_view word(Ties ties) { return word_in(kTies, ties); }
constexpr std::string_view word(Extension extend) { return word_in(kExtensions, extend); }

struct SearchSettings {
  Algorithm algorithm = Algorithm::kAlphaBeta;
  FailMode fail = FailMode::kSoft;
  CutMode cut = CutMode::kEqual;
  int depth = 0;
  bool iterative = false;
  std::optional<double> time_limit;         // seconds
  std::optional<std::uint64_t> node_limit;  // over all passes
  Window window;                            // root window
  std::optional<Score> aspiration;          // half width of the window around the previous value
  Ordering order = Ordering::kNatural;
  bool eval_cache = false;
  int table_megabytes = 0;  // 0 = no table
  Ties ties = Ties::kFirst;
  std::uint64_t seed = 0;
  bool quiescence = false;       // noisy moves are searched on at depth 0
  std::optional<int> null_move;  // plies by which a search after a null move is less deep
  bool late_reductions = false;  // late quiet moves are searched at less depth first
  Extension extend = Extension::kNone;
  const std::atomic<bool>* interrupt = nullptr;  // set from a signal handler; polled

  // Whether depths do not just count plies, or moves are left out on purpose (search/selective.h).
  bool is_selective() const {
    return quiescence || null_move.has_value() || late_reductions || extend != Extension::kNone;
  }

  bool operator==(const SearchSettings&) const = default;
};

// Definitions: games.md section 3.
struct Counters {
  std::uint64_t nodes = 0;
  std::uint64_t leaf_evaluations = 0;
  std::uint64_t eval_cache_hits = 0;
  std::uint64_t table_hits = 0;
  std::uint64_t alpha_cutoffs = 0;
  std::uint64_t beta_cutoffs = 0;
  std::uint64_t cutoffs_skipping = 0;
  std::uint64_t moves_skipped = 0;
  std::uint64_t ordering_evaluations = 0;

  // The difference to `earlier`.
  Counters since(const Counters& earlier) const;
  bool operator==(const Counters&) const = default;
};

struct RootMove {
  MoveCode move = kNoMove;
  Score value = 0;
  Bound bound = Bound::kExact;
};

struct Iteration {
  int depth = 0;
  Score value = 0;
  MoveCode best_move = kNoMove;
  std::vector<MoveCode> pv;
  Counters counters;
};

struct SearchResult {
  std::optional<Score> value;    // MAX's view; nullopt if no pass finished
  Bound bound = Bound::kExact;   // how value relates to the true value
  MoveCode best_move = kNoMove;  // the move to play: proven or not, and legal if no pass finished
  std::vector<MoveCode> best_moves;  // all root moves with the best value, if nothing is pruned
  std::vector<MoveCode> pv;
  std::vector<RootMove> root_moves;   // root moves of the last finished pass, in search order
  Counters counters;                  // over all passes, an abandoned one included
  std::vector<Iteration> iterations;  // finished ones only
  int completed_depth = 0;
  SearchStatus stopped = SearchStatus::kFinished;
  double seconds = 0;  // elapsed, by a steady clock

  // The best move that the search reports, as its trace does; kNoMove if none is proven.
  MoveCode proven_move() const { return pv.empty() ? kNoMove : pv.front(); }
};

// A usage error for impossible settings: an empty window, fail-hard values, strict cuts, ties or
// reductions with an algorithm that does not support them, numbers out of range. Minimax accepts
// any window and returns the exact value.
Status check_settings(const SearchSettings& settings);

}  // namespace plytrace
