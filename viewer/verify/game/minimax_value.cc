// SPDX-License-Identifier: MIT
#include "viewer/verify/game/minimax_value.h"

namespace plytrace::verify {

// Returns false if the nodes ran out.
bool MinimaxValue::open(std::int64_t depth) {
  if (nodes_ == max_nodes_ || (interrupt_ != nullptr && *interrupt_)) return false;
  ++nodes_;
  Level& level = levels_.emplace_back();
  level.is_max = game_.player_to_move() == max_player_;
  if (depth > 0 && !game_.is_finished()) game_.generate(level.moves);
  // If there is no move, finished or not, the evaluator scores the position as a leaf.
  if (level.moves.empty()) level.best = evaluator_.evaluate(max_player_);
  return true;
}

std::optional<Score> MinimaxValue::of_position(std::int64_t depth) {
  levels_.clear();
  bool has_nodes = open(depth);
  // An explicit stack, because a trace may require any depth.
  while (has_nodes) {
    Level& level = levels_.back();
    if (level.next < level.moves.size()) {
      game_.play(level.moves[level.next++]);
      has_nodes = open(depth - static_cast<std::int64_t>(levels_.size()));
      if (!has_nodes) game_.undo();
      continue;
    }
    const Score value = *level.best;
    levels_.pop_back();
    if (levels_.empty()) return value;
    game_.undo();
    Level& above = levels_.back();
    const bool is_better =
        !above.best || (above.is_max ? value > *above.best : value < *above.best);
    if (is_better) above.best = value;
  }
  // Restore the position of the game.
  for (; levels_.size() > 1; levels_.pop_back()) game_.undo();
  return std::nullopt;
}

}  // namespace plytrace::verify
