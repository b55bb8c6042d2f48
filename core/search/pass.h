// SPDX-License-Identifier: MIT
//
// One pass: one call of a search from the root, with its events and its outcome.
// Thread rule: one search, one thread.
#pragma once

#include <optional>
#include <vector>

#include "core/search/search_context.h"

namespace plytrace {

// What a pass found out; meaningful only if it finished.
struct PassOutcome {
  bool finished = false;
  Score value = 0;
  Bound bound = Bound::kExact;
  MoveCode best_move = kNoMove;  // the preferred move, proven or not
  std::vector<MoveCode> pv;      // empty where no move is proven
  std::vector<RootMove> root_moves;
};

template <class Context, class Search>
PassOutcome run_pass(Context& context, Search& search, const PassBegin& pass) {
  PassOutcome outcome;
  // A limit that strikes between two passes leaves no empty pass behind.
  if (!context.may_enter()) return outcome;
  const std::uint64_t nodes_before = context.counters().nodes;
  context.begin_pass(pass);
  const Score value = search.search(kNoMove, pass.depth, pass.window, Role::kMove);
  PassEnd end{context.limits().status(), std::nullopt, kNoMove,
              context.counters().nodes - nodes_before};
  if (!context.stopped()) {
    outcome = {true,
               value,
               context.last_bound(),
               context.root_best_move(),
               context.root_line(),
               context.root_moves()};
    end.value = value;
    if (!outcome.pv.empty()) end.best_move = outcome.best_move;
  }
  context.observer.end_pass(end);
  return outcome;
}

}  // namespace plytrace
