// SPDX-License-Identifier: MIT
//
// perft: the number of move paths of each length, the standard test of a move generator. A finished
// game is not extended; a pass is a ply. Thread rule: works on its own copy of the position.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.h"

namespace plytrace {

// Walks all paths of up to `depth` moves, without recursion, since a game may be very deep.
template <Game G>
class PathCounter {
 public:
  PathCounter(const G& root, const std::atomic<bool>* interrupt)
      : game_(root), interrupt_(interrupt) {}

  // Paths of each length 1..depth; empty if the interrupt was set meanwhile.
  std::vector<std::uint64_t> count(int depth) {
    paths_.assign(static_cast<std::size_t>(depth), 0);
    open_.clear();
    enter();
    while (!open_.empty()) {
      if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) {
        unwind();
        return {};
      }
      step();
    }
    return paths_;
  }

 private:
  // The walk's place in the moves of one open position.
  struct Frame {
    std::size_t next, end;
  };

  // Lists and counts the moves of the position just reached.
  void enter() {
    const std::size_t first = moves_.size();
    game_.generate(moves_);
    paths_[open_.size()] += moves_.size() - first;
    const bool goes_deeper = open_.size() + 1 < paths_.size();
    if (!goes_deeper) moves_.resize(first);
    open_.push_back({first, moves_.size()});
  }

  void step() {
    Frame& frame = open_.back();
    if (frame.next < frame.end) {
      game_.play(moves_[frame.next++]);
      enter();
      return;
    }
    open_.pop_back();
    if (open_.empty()) {
      moves_.clear();
    } else {
      moves_.resize(open_.back().end);
      game_.undo();
    }
  }

  void unwind() {
    while (!open_.empty()) {
      open_.back().next = open_.back().end;
      step();
    }
  }

  G game_;
  const std::atomic<bool>* interrupt_;
  MoveList moves_;  // the moves of all open positions, one after the other
  std::vector<Frame> open_;
  std::vector<std::uint64_t> paths_;
};

// Paths of each length 1..depth. When `interrupt` is set meanwhile, the lengths counted so far.
template <Game G>
std::vector<std::uint64_t> perft(const G& root, int depth, const std::atomic<bool>* interrupt) {
  // Walks to depth 1, 2, 3, ... so that an interrupt leaves exact numbers. If paths branch, all
  // walks but the last are cheap; narrow and very deep games get doubling steps.
  constexpr int kSingleSteps = 64;
  PathCounter<G> counter(root, interrupt);
  std::vector<std::uint64_t> paths;
  int reached = 0;
  while (reached < depth && (paths.empty() || paths.back() > 0)) {
    reached = std::min(depth, reached < kSingleSteps ? reached + 1 : reached * 2);
    std::vector<std::uint64_t> counted = counter.count(reached);
    if (counted.empty()) return paths;
    paths = std::move(counted);
  }
  paths.resize(static_cast<std::size_t>(std::max(depth, 0)));
  return paths;
}

}  // namespace plytrace
