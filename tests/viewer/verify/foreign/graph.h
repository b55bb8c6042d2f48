// SPDX-License-Identifier: MIT
//
// An unknown game: a random acyclic graph of positions, and its minimax value, with which every
// claim of the foreign suites is compared. Scores are whole numbers from MAX's view. Thread rule:
// plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/score.h"
#include "tests/viewer/verify/foreign/random.h"

namespace plytrace::test::foreign {

using format::Side;

// The value of a loss before its distance counts; static scores are much smaller.
inline constexpr Score kMate = 1000;
inline constexpr Score kMateRange = 500;

struct Position {
  struct Move {
    int to = 0;
    int name = 0;           // a number, written as text; differs between the moves of a node
    bool tactical = false;  // searched by quiescence
    bool extends = false;   // extended: costs no depth
  };

  Side side = Side::kMax;
  bool over = false;   // the game is over, and `score` is the result
  bool lost = false;   // over, and the side to move is mated
  bool quiet = false;  // counts towards a draw by history
  Score score = 0;
  int null_move = -1;  // the position after passing; -1 = none
  std::vector<Move> moves;
};

// How a value is computed. Both the engine and the judge's minimax follow it.
struct Rules {
  enum class Mate : std::uint8_t {
    kFlat,      // all losses are equal
    kByPly,     // a loss farther from the root is less bad
    kByCredit,  // each parent takes the child's value reduced by one
  };

  Mate mate = Mate::kFlat;
  bool quiescence = false;  // at the horizon only tactical moves and the static score count
  int draw_after = 0;       // consecutive quiet positions until a draw; 0 = never
  Score draw_score = 0;     // from MAX's view
  bool extensions = false;  // moves that extend cost no depth
};

struct GraphOptions {
  int plies = 4;       // moves to the last layer
  int most_moves = 3;  // per position
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

// The value of a lost position from the view of the side to move.
Score mated(const Rules& rules, int ply);
// The value that a parent uses for a child's value: a mate is one move farther away.
Score credited(const Rules& rules, Score value);

// The true value of a position from MAX's view, by minimax without pruning. `ply`: distance from
// the root; `quiet`: number of consecutive quiet positions before this one.
Score minimax(const Graph& graph, const Rules& rules, int position, int depth, int ply = 0,
              int quiet = 0);

}  // namespace plytrace::test::foreign
