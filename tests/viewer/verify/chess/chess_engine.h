// SPDX-License-Identifier: MIT
//
// A small chess engine that prints event lines: alpha-beta from the side to move's view with a
// table, a null move, quiescence and draws by repetition; if asked, also iterations with aspiration
// windows, several lines, null windows, reductions, extensions of checks and of singular moves, and
// multi-cut. It is sound but for one bug, which is asked for by name, and writes as engines do: in
// one of their notations, with keys of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

namespace plytrace::test {

enum class ChessBug {
  kNone,
  kCastlingNotInKey,    // the table key lacks castling rights
  kEnPassantNotInKey,   // the table key lacks the en-passant square
  kEnPassantSplitsKey,  // the key holds the file of any double step, though nothing can capture
  kClockInKey,          // the table key holds the fifty-move count: no bug, but keys split
  kNoRepetition,        // draws by history are not seen
  kMateIsDraw,          // checkmate is scored as a draw
  kIllegalQuiescence,   // quiescence plays an illegal move
  kLastMove,            // the last move is never searched
  kMoveLost,            // the move picker loses a move between two stages
  kMoveTwice,           // the first move is searched again in its own stage
  kGameTwofold,         // one occurrence before the search is a draw
  kNullMoveInCheck,     // passes in check
  kNullMoveInZugzwang,  // passes with pawns alone
  kInventedDraw,        // says draw where nothing is drawn
  kEvaluationDrifts,    // static_eval of one position differs from node to node
  kMateNotShifted,      // the table keeps mates as distances from the root
  kFailLowIsExact,      // values at or below alpha are stored as exact
  kAbortedStored,       // a node that is stopped stores the best value so far
  kAbortedIsResult,     // the value of a stopped iteration is the result
  kLineStored,          // a further line overwrites the entry of the root
  kSingularStored,      // a singular search overwrites the entry of its position
  kIllegalLine,         // the reported line ends with an illegal move
  kIllegalFirstLine,    // the line of the first iteration ends with an illegal move
  kLineCut,             // the reported line ends after one move
};

struct ChessEngine {
  std::string position = "startpos";
  int depth = 3;
  ChessBug bug = ChessBug::kNone;
  bool king_takes_rook = false;    // writes castling as the king's move onto its rook
  bool in_san = false;             // writes moves in algebraic notation
  bool mixes_names = false;        // writes each text of a move in the next of three notations
  bool tells_legal = true;         // reports the number of legal moves
  std::string null_text = "null";  // the text of a null move; "" = no text
  std::string options = "{}";      // the column `options` of the search
  std::string captured = R"("usual","scores","roles","probes","stores","keys","legal","skipped")";
  // The techniques that the search uses.
  bool iterates = false;
  int aspiration = 0;  // half width of the window of an iteration; 0 = none
  int lines = 1;       // best moves that each depth searches for (MultiPV)
  bool scouts = false, reduces = false, extends = false, singular = false;
  bool quiesces = true, passes = true;
  bool keeps_mates = false;      // the table answers with mates, too
  bool stores_parts = false;     // searches without some moves store lower bounds
  std::uint64_t slots = 0;       // entries of the table; 0 = no limit
  std::uint64_t node_limit = 0;  // 0 = none
};

struct ChessRun {
  std::string lines;              // the events
  std::set<std::int64_t> bitten;  // the nodes in which the bug made a difference, by their ids
};

ChessRun run_chess(const ChessEngine& engine);
inline std::string chess_lines(const ChessEngine& engine) { return run_chess(engine).lines; }

}  // namespace plytrace::test
