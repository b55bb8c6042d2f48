// SPDX-License-Identifier: MIT
#include "core/search/iterative_deepening.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace plytrace {
namespace {

// Whether `value` is only a bound, at an end of this window that could still be opened.
bool fails_low(Score value, Window window, Window widest) {
  return value <= window.alpha && window.alpha > widest.alpha;
}
bool fails_high(Score value, Window window, Window widest) {
  return value >= window.beta && window.beta < widest.beta;
}

// Searches a depth within the aspiration window around the guess, then with the failing side
// opened, until the value lies inside or the whole root window was searched.
PassOutcome solve_with_aspiration(RootSolver& solver, int depth, const SearchSettings& settings,
                                  PassPurpose purpose, std::optional<Score> guess) {
  const Window widest = settings.window;
  Window window = widest;
  if (guess.has_value() && settings.aspiration.has_value()) {
    const Window narrow{std::max(widest.alpha, *guess - *settings.aspiration),
                        std::min(widest.beta, *guess + *settings.aspiration)};
    // A guess outside the root window gives no useful window.
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

// Stores the outcome of a finished depth as the result so far.
void take_outcome(SearchResult& result, PassOutcome outcome, int depth) {
  result.value = outcome.value;
  result.bound = outcome.bound;
  result.best_move = outcome.best_move;
  result.pv = std::move(outcome.pv);
  result.root_moves = std::move(outcome.root_moves);
  result.completed_depth = depth;
}

void search_fixed_depth(RootSolver& solver, const SearchSettings& settings, SearchResult& result) {
  std::optional<Score> guess;
  if (settings.aspiration.has_value()) guess = solver.static_score();
  PassOutcome outcome =
      solve_with_aspiration(solver, settings.depth, settings, PassPurpose::kFixed, guess);
  if (outcome.finished) take_outcome(result, std::move(outcome), settings.depth);
}

void deepen_iteratively(RootSolver& solver, const SearchSettings& settings, SearchResult& result) {
  solver.remember_moves();
  for (int depth = 1; depth <= settings.depth; ++depth) {
    const Counters before = solver.counters();
    PassOutcome outcome =
        solve_with_aspiration(solver, depth, settings, PassPurpose::kIteration, result.value);
    if (!outcome.finished) return;
    take_outcome(result, std::move(outcome), depth);
    result.iterations.push_back(
        {depth, *result.value, result.best_move, result.pv, solver.counters().since(before)});
  }
}

}  // namespace

void run_solver(RootSolver& solver, const SearchSettings& settings, SearchResult& result) {
  if (settings.iterative && settings.depth > 0) {
    deepen_iteratively(solver, settings, result);
  } else {
    search_fixed_depth(solver, settings, result);
  }
}

}  // namespace plytrace
