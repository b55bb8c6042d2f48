// SPDX-License-Identifier: MIT
//
// The minimax value of a position by a plain search without pruning. It shares no code with the
// searches of core/ and walks the game tree with an explicit stack. Thread rule: one thread an
// object.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "core/any_game.h"

namespace plytrace::verify {

class MinimaxValue {
 public:
  // Visits at most `max_nodes` nodes in all calls together, and stops when `interrupt` is set.
  MinimaxValue(AnyGame& game, const AnyEvaluator& evaluator, int max_player,
               std::uint64_t max_nodes, const std::atomic<bool>* interrupt)
      : game_(game),
        evaluator_(evaluator),
        max_player_(max_player),
        max_nodes_(max_nodes),
        interrupt_(interrupt) {}

  // The value for MAX of the game's current position, to `depth` plies; nullopt if the nodes ran
  // out. The game is left unchanged.
  std::optional<Score> of_position(std::int64_t depth);
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Level {
    MoveList moves;
    std::size_t next = 0;
    bool is_max = true;
    std::optional<Score> best;
  };
  bool open(std::int64_t depth);

  AnyGame& game_;
  const AnyEvaluator& evaluator_;
  int max_player_;
  std::uint64_t max_nodes_;
  const std::atomic<bool>* interrupt_;
  std::uint64_t nodes_ = 0;
  std::vector<Level> levels_;
};

}  // namespace plytrace::verify
