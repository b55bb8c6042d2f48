// SPDX-License-Identifier: MIT
//
// Iterative deepening and aspiration, for every algorithm. A solver answers
//   PassOutcome solve(int depth, Window window, PassPurpose purpose, std::optional<Score> guess)
// with one pass (SinglePass) or several (Mtdf).
//
// Depths 1, 2, 3, ... are each a full search from the root; the best move of every finished loop is
// remembered and tried first (games.md 3.5). An iteration that a limit interrupts is thrown away:
// the result is that of the last finished one. Aspiration searches a window around the last value
// and, where the value falls outside, again with the side opened on which it failed.
// Sources: Slate and Atkin, "Chess 4.5", 1977; Marsland, "A review of game-tree pruning", 1986.
// Thread rule: one search, one thread.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "core/search/pass.h"

namespace plytrace {

// One pass of a recursive search.
template <class Context, class Search>
class SinglePass {
 public:
  explicit SinglePass(Context& context) : context_(context), search_(context) {}

  PassOutcome solve(int depth, Window window, PassPurpose purpose, std::optional<Score>) {
    return run_pass(context_, search_, {purpose, depth, window});
  }

 private:
  Context& context_;
  Search search_;
};

// Is `value` an answer, or only a bound at an end of this window that could be opened further?
inline bool fails_low(Score value, Window window, Window widest) {
  return value <= window.alpha && window.alpha > widest.alpha;
}
inline bool fails_high(Score value, Window window, Window widest) {
  return value >= window.beta && window.beta < widest.beta;
}

// Searches a depth within `half_width` around the guess, and wider until the value is inside or the
// whole root window was searched.
template <class Solver>
PassOutcome solve_with_aspiration(Solver& solver, int depth, Window widest, PassPurpose purpose,
                                  std::optional<Score> guess, std::optional<Score> half_width) {
  Window window = widest;
  if (guess.has_value() && half_width.has_value()) {
    const Window narrow{std::max(widest.alpha, *guess - *half_width),
                        std::min(widest.beta, *guess + *half_width)};
    // A guess outside the root window says nothing about it.
    if (narrow.alpha < narrow.beta) window = narrow;
  }
  PassOutcome outcome = solver.solve(depth, window, purpose, guess);
  while (outcome.finished) {
    if (fails_low(outcome.value, window, widest)) {
      window.alpha = widest.alpha;
    } else if (fails_high(outcome.value, window, widest)) {
      window.beta = widest.beta;
    } else {
      break;
    }
    outcome = solver.solve(depth, window, PassPurpose::kAspiration, outcome.value);
  }
  return outcome;
}

// Makes the outcome of a finished depth the result so far.
inline void take_outcome(SearchResult& result, PassOutcome outcome, int depth) {
  result.value = outcome.value;
  result.bound = outcome.bound;
  result.best_move = outcome.best_move;
  result.pv = std::move(outcome.pv);
  result.root_moves = std::move(outcome.root_moves);
  result.completed_depth = depth;
}

template <class Context, class Solver>
void search_fixed_depth(Context& context, Solver& solver, SearchResult& result) {
  const SearchSettings& settings = context.settings();
  std::optional<Score> guess;
  if (settings.aspiration.has_value()) guess = context.static_score();
  PassOutcome outcome = solve_with_aspiration(solver, settings.depth, settings.window,
                                              PassPurpose::kFixed, guess, settings.aspiration);
  if (outcome.finished) take_outcome(result, std::move(outcome), settings.depth);
}

template <class Context, class Solver>
void deepen_iteratively(Context& context, Solver& solver, SearchResult& result) {
  const SearchSettings& settings = context.settings();
  context.remember_moves();
  for (int depth = 1; depth <= settings.depth; ++depth) {
    const Counters before = context.counters();
    PassOutcome outcome = solve_with_aspiration(
        solver, depth, settings.window, PassPurpose::kIteration, result.value, settings.aspiration);
    if (!outcome.finished) return;
    take_outcome(result, std::move(outcome), depth);
    result.iterations.push_back(
        {depth, *result.value, result.best_move, result.pv, context.counters().since(before)});
  }
}

}  // namespace plytrace
