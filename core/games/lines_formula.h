// SPDX-License-Identifier: MIT
//
// The formula of the evaluator `lines` (games.md 2.1), shared by several games: each counts runs
// along its own axes and passes the counts to lines_value(). Thread rule: plain values.
//
//   LineCount own, opponent;
//   own.stones = 3;
//   own.add_run(3);                    // j10 j11 j12
//   ...
//   Score score = lines_value(own, opponent);
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/score.h"

namespace plytrace {

// The stones and runs of one side. A run is a maximal row of stones of that side along one axis.
struct LineCount {
  int stones = 0;
  int longest = 0;           // 1 for lone stones, 0 without stones
  std::int64_t squares = 0;  // sum of run length over stones and axes; runs of 1 count nothing

  // Adds a whole run of `length` stones. A run of one stone changes only `longest`.
  void add_run(int length) {
    longest = std::max(longest, length);
    squares += counted(length);
  }

  // Adds a new stone between runs of `before` and `after` stones (0: none) that were added earlier,
  // for games that update the counts at each move.
  void join_runs(int before, int after) {
    longest = std::max(longest, before + after + 1);
    squares += counted(before + after + 1) - counted(before) - counted(after);
  }

 private:
  static std::int64_t counted(int length) {
    return length >= 2 ? std::int64_t{length} * length : 0;
  }
};

// Divides each side once and subtracts once, so that equal positions give bit-equal scores.
inline Score lines_value(const LineCount& own, const LineCount& opponent) {
  const auto area = [](const LineCount& side) {
    return side.stones == 0 ? 0.0 : static_cast<Score>(side.squares) / side.stones;
  };
  const Score areas = area(own) - area(opponent);
  const Score lengths = own.longest * own.longest - opponent.longest * opponent.longest;
  if (areas > 0 && lengths > 0) return std::min(areas, lengths);
  if (areas < 0 && lengths < 0) return std::max(areas, lengths);
  return areas + lengths;
}

}  // namespace plytrace
