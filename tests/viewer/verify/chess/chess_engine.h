// SPDX-License-Identifier: MIT
//
// A small chess engine that prints event lines: alpha-beta from the side to move's view with a
// table, a null move, quiescence and draws by repetition. It is sound but for one bug, which is
// asked for by name, and writes as engines do: in one of their notations, with keys of its own.
#pragma once

#include <cstdint>
#include <string>

namespace plytrace::test {

enum class ChessBug {
  kNone,
  kCastlingNotInKey,   // the table key lacks castling rights
  kEnPassantNotInKey,  // the table key lacks the en-passant square
  kClockInKey,         // the table key holds the fifty-move count: no bug, but keys split
  kNoRepetition,       // repetitions are not seen
  kMateIsDraw,         // checkmate is scored as a draw
  kIllegalQuiescence,  // quiescence plays an illegal move
  kLastMove,           // the last move is never searched
  kGameTwofold,        // one occurrence before the search is a draw
  kNullMoveInCheck,    // passes in check
  kInventedDraw,       // says draw where nothing is drawn
  kEvaluationDrifts,   // static_eval of one position differs from node to node
  kIllegalLine,        // the reported line ends with an illegal move
};

struct ChessEngine {
  std::string position = "startpos";
  int depth = 3;
  ChessBug bug = ChessBug::kNone;
  bool king_takes_rook = false;    // writes castling so
  bool in_san = false;             // writes moves so
  bool tells_legal = true;         // the number of legal moves
  std::string null_text = "null";  // of a null move; "" = no text
  std::string options = "{}";      // of the search
  std::string captured = R"("usual","scores","roles","probes","stores","keys","legal","skipped")";
};

// The events of its search.
std::string chess_lines(const ChessEngine& engine);

}  // namespace plytrace::test
