// SPDX-License-Identifier: MIT
//
// run_search() runs one search with the given settings, from the choice of the algorithm to the
// result. The settings must have passed check_settings(). With NullObserver no tracing code
// remains; a traced search visits the same nodes and gives the same result. The caller reports
// begin_search and end_search (search/declaration.h fills them).
//
// Deep searches run on a separate thread with a large enough stack, while the caller waits. Throws
// std::bad_alloc if there is no memory for the stack or the tables.
#pragma once

#include <algorithm>

#include "core/search/alphabeta.h"
#include "core/search/deep_stack.h"
#include "core/search/iterative_deepening.h"
#include "core/search/minimax.h"
#include "core/search/mtdf.h"
#include "core/search/negamax.h"
#include "core/search/pvs.h"
#include "core/search/search.h"
#include "core/search/search_context.h"
#include "core/search/selective.h"

namespace plytrace {

template <class Context, class Search>
void run_single_passes(Context& context, SearchResult& result) {
  SinglePass<Context, Search> solver(context);
  run_solver(solver, context.settings(), result);
}

template <class Context, class Search>
void run_probes(Context& context, SearchResult& result) {
  SinglePass<Context, Search> probe(context);
  Mtdf solver(probe);
  run_solver(solver, context.settings(), result);
}

template <class Context>
void run_algorithm(Context& context, SearchResult& result) {
  if (context.settings().is_selective()) {
    return traits(context.settings().algorithm).probes
               ? run_probes<Context, Selective<Context>>(context, result)
               : run_single_passes<Context, Selective<Context>>(context, result);
  }
  switch (context.settings().algorithm) {
    case Algorithm::kMinimax:
      return run_single_passes<Context, Minimax<Context>>(context, result);
    case Algorithm::kAlphaBeta:
      return run_single_passes<Context, AlphaBeta<Context>>(context, result);
    case Algorithm::kNegamax:
      return run_single_passes<Context, Negamax<Context>>(context, result);
    case Algorithm::kPvs:
      return run_single_passes<Context, Pvs<Context>>(context, result);
    case Algorithm::kMtdf:
      return run_probes<Context, AlphaBeta<Context>>(context, result);
  }
}

// All root moves with the best value. Valid only for an algorithm that does not prune.
inline std::vector<MoveCode> moves_worth(const std::vector<RootMove>& moves, Score value) {
  std::vector<MoveCode> best;
  for (const RootMove& move : moves) {
    if (move.value == value) best.push_back(move.move);
  }
  return best;
}

// An algorithm without pruning returns the exact value for every window, so use the widest one.
inline SearchSettings with_useful_window(SearchSettings settings) {
  if (!traits(settings.algorithm).prunes()) {
    settings.window = {};
    settings.aspiration.reset();
  }
  return settings;
}

// The number of plies that a search can reach.
inline long deepest_ply(const SearchSettings& settings) {
  // A chess quiescence: 30 captures and 16 promotions, each after an answer to a check.
  constexpr long kQuiescence = 100;
  const long extended = settings.extend == Extension::kNone ? 1 : 3;
  return extended * settings.depth + (settings.quiescence ? kQuiescence : 0);
}

// A usage error for settings that the game cannot follow.
template <Game G>
Status check_settings(const std::string& game, const SearchSettings& settings) {
  if (settings.quiescence && !NoisyGame<G>) {
    return Status::usage("--quiescence: " + game +
                         " does not say which moves are noisy, as chess does; leave it out");
  }
  if (settings.null_move.has_value() && !PassGame<G>) {
    return Status::usage("--null-move: a side cannot pass in " + game +
                         ", as it can in a search of chess; leave it out");
  }
  if (settings.extend == Extension::kCheck && !CheckGame<G>) {
    return Status::usage("--extend check: " + game + " has no check, as chess has; leave it out");
  }
  return check_settings(settings);
}

template <Game G, Evaluator<G> E, Observer O>
SearchResult run_search(const G& root, const E& evaluator, const SearchSettings& asked,
                        O& observer) {
  const SearchSettings settings = with_useful_window(asked);
  SearchResult result;
  SearchContext<G, E, O> context(root, evaluator, settings, observer);
  const long plies = std::min<long>(deepest_ply(settings), root.plies_left());
  run_on_deep_stack(plies, [&] { run_algorithm(context, result); });

  if (!result.value.has_value()) result.best_move = context.first_legal_move();
  if (!traits(settings.algorithm).prunes() && result.value.has_value()) {
    result.best_moves = moves_worth(result.root_moves, *result.value);
  }
  result.counters = context.counters();
  result.stopped = context.limits().status();
  result.seconds = context.limits().seconds();
  return result;
}

}  // namespace plytrace
