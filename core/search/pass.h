// SPDX-License-Identifier: MIT
//
// One pass: one call of a search from the root, with its events and its outcome; and RootSolver,
// what makes passes, behind which the game and the algorithm are not seen: deepening, aspiration
// and MTD(f) are compiled once, for all of them. Thread rule: one search, one thread.
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

class RootSolver {
 public:
  RootSolver() = default;
  RootSolver(const RootSolver&) = delete;
  RootSolver& operator=(const RootSolver&) = delete;
  virtual ~RootSolver() = default;

  // The root searched to a depth, in one pass or several. A guess at its value is a help.
  virtual PassOutcome solve(int depth, Window window, PassPurpose purpose,
                            std::optional<Score> guess) = 0;
  // As those of SearchContext.
  virtual Score static_score() const = 0;
  virtual const Counters& counters() const = 0;
  virtual void remember_moves() = 0;
};

// Single passes, whatever the algorithm.
template <class Context>
class ContextSolver : public RootSolver {
 public:
  explicit ContextSolver(Context& context) : context_(context) {}

  PassOutcome solve(int depth, Window window, PassPurpose purpose, std::optional<Score>) override {
    // A limit that strikes between two passes leaves no empty pass behind.
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

// Those of one recursive search.
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
