// SPDX-License-Identifier: MIT
//
// Tic-tac-toe, solved by a textbook negamax with alpha-beta. after.cc is the same program,
// recorded: diff before.cc after.cc.
#include <cstdio>
#include <plytrace/plytrace.hpp>

namespace {

int nodes = 0, cutoffs = 0;
auto stream = plytrace::api::start(PLYTRACE_SIDE_TO_MOVE, "usual", "tictactoe.db");

struct Board {
  int squares[9] = {};  // 1: X, -1: O, 0: empty
  int empty = 9;

  void play(int square, int player) {
    squares[square] = player;
    empty -= player != 0 ? 1 : -1;
  }
  // 1 if X has three in a row, -1 if O has, else 0.
  int winner() const {
    const int rows[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                            {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (const auto& row : rows) {
      const int sum = squares[row[0]] + squares[row[1]] + squares[row[2]];
      if (sum == 3 || sum == -3) return sum / 3;
    }
    return 0;
  }
};

// The value for the player to move.
int negamax(Board& board, int player, int alpha, int beta, plytrace_move move = PLYTRACE_NO_MOVE) {
  auto node = stream.enter(move, PLYTRACE_OTHER_SIDE, board.empty, alpha, beta);
  ++nodes;
  const int winner = board.winner();
  if (winner != 0 || board.empty == 0) {
    return node.leave_leaf(PLYTRACE_TERMINAL, winner * player);
  }
  int best = -2;
  for (int square = 0; square < 9; ++square) {
    if (board.squares[square] != 0) continue;
    board.play(square, player);
    const int value = -negamax(board, -player, -beta, -alpha, static_cast<unsigned>(square));
    board.play(square, 0);
    if (value <= best) continue;
    best = value;
    if (best >= beta) {
      ++cutoffs;
      node.cutoff(PLYTRACE_CUT_BETA, best);
      break;
    }
    if (best > alpha) {
      alpha = best;
      node.bound(alpha, beta);
    }
  }
  return node.leave(best);
}

}  // namespace

int main() {
  Board board;
  const int value = stream.finish(negamax(board, 1, -2, 2));
  std::printf("value %d, nodes %d, cutoffs %d\n", value, nodes, cutoffs);
}
