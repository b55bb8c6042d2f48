// SPDX-License-Identifier: MIT
//
// The evaluator parameter `early_wins` (games.md section 0), for games in which every move fills a
// cell. Off: a finished game is worth +kWin, -kWin or 0. On: the number of empty cells is added to
// the size of a win or loss, so that a side prefers its earlier win. The difference between two
// wins of one search then equals their difference in remaining depth. Thread rule: plain values.
#pragma once

#include "core/game.h"
#include "core/parameters.h"

namespace plytrace {

class EarlyWins {
 public:
  void read(ArgumentReader& reader) {
    reader.choice_into(on_, "early_wins", {"off", "on"},
                       "on: a win counts the empty cells on top of its value");
  }

  // The score of a finished game, from the point of view of `player`.
  Score score(int winner, int player, int empty_cells) const {
    const Score score = finished_score(winner, player);
    if (!on_ || score == 0) return score;
    return score > 0 ? score + empty_cells : score - empty_cells;
  }
  // The largest value that score() returns on a board with `cells` cells.
  Score limit(int cells) const { return on_ ? kWin + cells : kWin; }

 private:
  bool on_ = false;
};

}  // namespace plytrace
