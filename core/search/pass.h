// SPDX-License-Identifier: MIT
//
// A pass is one call of a search from the root, with its events and its outcome. RootSolver is the
// interface that runs passes. It hides the game and the algorithm, so that deepening, aspiration
// and MTD(f) are compiled only once. Thread rule: one search, one thread.
#pragma once

#include <optional>
#include <vector>

#include "core/search/search_context.h"

namespace plytrace {

// The result of a pass; meaningful only if it finished.
struct PassOutcome {
  bool finished = false;
  Score value = 0;
  Bound bound = Bound::kExact;
  MoveCode best_move = kNoMove;  // the preferred move, proven or not
  std::vector<MoveCode> pv;      // empty if no move is proven
  std::vector<RootMove> root_moves;
};

class RootSolver {
 public:
  RootSolver() = default;
  RootSolver(const RootSolver&) = delete;
  RootSolver& operator=(const RootSolver&) = delete;
  virtual ~RootSolver() = default;

  // Searches the root to a depth, in one pass or several. `guess` is a guess at its value.
  virtual PassOutcome solve(int depth, Window window, PassPurpose purpose,
                            std::optional<Score> guess) = 0;
  // See SearchContext.
  virtual Score static_score() const = 0;
  virtual const Counters& counters() const = 0;
  virtual void remember_moves() = 0;
};

// Runs single passes; a subclass supplies the algorithm.
template <class Context>
class ContextSolver : public RootSolver {
 public:
  explicit ContextSolver(Context& context) : context_(context) {}

  PassOutcome solve(int depth, Window window, PassPurpose purpose, std::optional<Score>) override {
    // If a limit strikes between two passes, no empty pass is recorded.
    if (!context_.may_enter()) return {};
    const std::uint64_t nodes_before = context_.counters().nodes;
    context_.begin_pass({purpose, depth, window});
    const Score value = search_root(depth, window);
    PassEnd end{context_.limits().status(), std::nullopt, kNoMove,
                context_.counters().nodes - nodes_before};
    PassOutcome outcome;
    if (!context_.stopped()) {
      outcome = {true,
                 value,
                 context_.last_bound(),
                 context_.root_best_move(),
                 context_.root_line(),
                 context_.root_moves()};
      end.value = value;
      if (!outcome.pv.empty()) end.best_move = outcome.best_move;
    }
    context_.observer.end_pass(end);
    return outcome;
  }
  Score static_score() const override { return context_.static_score(); }
  const Counters& counters() const override { return context_.counters(); }
  void remember_moves() override { context_.remember_moves(); }

 private:
  virtual Score search_root(int depth, Window window) = 0;

  Context& context_;
};

// Runs single passes of one recursive search.
template <class Context, class Search>
class SinglePass final : public ContextSolver<Context> {
 public:
  explicit SinglePass(Context& context) : ContextSolver<Context>(context), search_(context) {}

 private:
  Score search_root(int depth, Window window) override {
    return search_.search(kNoMove, depth, window, Role::kMove);
  }

  Search search_;
};

}  // namespace plytrace
