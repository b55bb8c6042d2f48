// SPDX-License-Identifier: MIT
//
// A game that nobody knows: a random graph without circles of positions, and its minimax value,
// which is what every claim of the foreign suites is compared with. Scores are whole numbers, from
// MAX's view. Thread rule: plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/score.h"
#include "tests/viewer/verify/foreign/random.h"

namespace plytrace::test::foreign {

using format::Side;

// What a loss is worth, before its distance counts; the static scores are far inside.
inline constexpr Score kMate = 1000;
inline constexpr Score kMateRange = 500;

struct Position {
  struct Move {
    int to = 0;
    int name = 0;  // a number that becomes a text; the same for two moves of one node never
    bool tactical = false;  // what quiescence tries
    bool extends = false;   // costs no depth
  };

  Side side = Side::kMax;
  bool over = false;   // `score` is the result then
  bool lost = false;   // over, and the side to move was mated
  bool quiet = false;  // the count to a draw by history goes on
  Score score = 0;
  int null_move = -1;  // the position after passing; -1 = none
  std::vector<Move> moves;
};

// How a value comes about. The engine and the minimax of the judge both follow it.
struct Rules {
  enum class Mate : std::uint8_t {
    kFlat,      // a loss is a loss
    kByPly,     // a loss is worth less the farther it is from the root
    kByCredit,  // each parent takes one off what its child gave
  };

  Mate mate = Mate::kFlat;
  bool quiescence = false;  // at the horizon only tactical moves, and the static score, count
  int draw_after = 0;       // quiet positions in a row before the game is drawn; 0 = never
  Score draw_score = 0;     // MAX's view
  bool extensions = false;  // moves that extend cost no depth
};

struct GraphOptions {
  int plies = 4;       // moves to the last positions
  int most_moves = 3;  // of a position
  int different_scores = 20;
  bool other_order = false;  // a side may move twice in a row
  bool jumps = false;        // the same position may be met at different plies
  bool mates = false;
};

class Graph {
 public:
  Graph(Random& random, const GraphOptions& options);

  const Position& operator[](int position) const {
    return positions_[static_cast<std::size_t>(position)];
  }
  int size() const { return static_cast<int>(positions_.size()); }

 private:
  std::vector<Position> positions_;
};

// The value of a lost position in the view of the side to move.
Score mated(const Rules& rules, int ply);
// What a parent takes from a child's value, in any one view: a mate is one move farther away.
Score credited(const Rules& rules, Score value);

// The true value of a position by minimax without any pruning, MAX's view. `ply` from the root,
// `quiet` the number of quiet positions in a row before this one.
Score minimax(const Graph& graph, const Rules& rules, int position, int depth, int ply = 0,
              int quiet = 0);

}  // namespace plytrace::test::foreign
