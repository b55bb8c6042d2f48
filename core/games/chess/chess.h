// SPDX-License-Identifier: MIT
//
// Chess as a Game (core/game.h): the FIDE laws, and Chess960 with the option chess960=on. White is
// player 0.
//
// Moves are written as in UCI: e2e4, e7e8q, castling e1g1 (with chess960=on the king takes its own
// rook: e1h1). generate() lists them by piece (pawns, knights, bishops, rooks, queens, king), then
// by origin a1, b1, .. h8, then by target a1 .. h8, promotions to q, r, b, n; castling comes last,
// the h side first.
//
// A position is a FEN (docs/games.md). Castling rights are read as KQkq (X-FEN: the outermost rook)
// or as the files of the rooks (Shredder-FEN). An en-passant square is kept only if a capture there
// is legal. " moves e2e4 e7e5" may follow: moves played from there, which count for repetitions.
// "startpos" is the start position.
//
// Ends of the game: checkmate, stalemate, insufficient material (no pawn, rook or queen, and either
// at most one minor piece, or only bishops on squares of one colour). With history=on also the
// third occurrence of a position, and fifty moves of both sides without a capture or a pawn move.
// In a drawn position generate() still lists the legal moves, so that perft gives the usual counts.
//
// key() is a hash of pieces, side, castling rights and en-passant square. Positions with equal keys
// have equal legal moves, but may differ in draws by history.
// Thread rule: one thread an object.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.h"
#include "core/game.h"
#include "core/games/chess/bitboard.h"

namespace plytrace::chess {

// Origin (6 bits), target (6 bits), promotion (Piece, 0 for none).
constexpr MoveCode move_code(Square from, Square to, unsigned promotion = 0) {
  return from | to << 6U | promotion << 12U;
}
constexpr Square from_square(MoveCode move) { return move & 63U; }
constexpr Square to_square(MoveCode move) { return move >> 6U & 63U; }
constexpr unsigned promotion_of(MoveCode move) { return move >> 12U; }
// A null move: the side to move passes. No legal move has this code, which means a1 to a1.
inline constexpr MoveCode kNullMove = 0;

// The two wings to which a king castles.
inline constexpr unsigned kHSide = 0, kASide = 1;

struct Options {
  bool chess960 = false;
  bool history = true;  // repetitions and the fifty-move rule end a game

  void read(ArgumentReader& reader);
};

class Chess {
 public:
  Chess();  // the start position
  static GameInfo info();
  static Result<Chess> start(const Arguments& options);
  // Returns the position that `text` describes; bad_input says which field is wrong, and why.
  static Result<Chess> from_position(const Arguments& options, std::string_view text);

  int player_to_move() const { return now().side; }
  bool is_finished() const { return ending() != Ending::kNone; }
  int winner() const { return ending() == Ending::kMate ? 1 - now().side : kNobody; }
  bool counts_history() const { return options_.history; }
  // True for a repetition or the fifty-move rule, false for draws by the position alone.
  bool is_drawn_by_history() const { return ending() == Ending::kHistory; }
  void generate(MoveList& moves) const;
  bool is_legal(MoveCode move) const;
  // Plays a legal move, or kNullMove if the side to move is not in check.
  void play(MoveCode move);
  void undo() { states_.pop_back(); }
  std::uint64_t key() const { return now().key; }
  // The game is drawn fifty moves after the last capture or pawn move.
  int plies_left() const;
  DrawReason draw_reason(int plies) const;

  bool may_pass() const { return !in_check(); }
  // The side to move has only pawns.
  bool is_zugzwang_likely() const;
  void pass() { play(kNullMove); }

  std::string move_text(MoveCode move) const;
  Result<MoveCode> parse_move(std::string_view text) const;
  std::string why_illegal(MoveCode move) const;
  // The FEN of the last position before which history does not matter, and the moves since then.
  std::string position_text() const;
  std::string board_text() const;
  BoardPart board_part() const { return {0, 7, 0, 7, 0, 0}; }
  BoardPicture board_picture(const BoardPart& part) const;
  std::string options_json() const;

  // The position alone, in the six fields of a FEN.
  std::string fen() const { return fen_of(now()); }
  std::string position_alone() const { return fen(); }
  // A legal move in standard algebraic notation: Nbd7, exd6, O-O, e8=Q+, Qh7#.
  std::string san(MoveCode move) const;
  std::string move_name(MoveCode move) const { return move == kNullMove ? "--" : san(move); }
  // The move that a text means here, in UCI's notation or the algebraic one.
  Result<MoveCode> read_move(std::string_view text) const;
  // The legal move that a text in algebraic notation means. bad_input if none or two fit.
  Result<MoveCode> parse_san(std::string_view text) const;
  // The legal move for a move in the other castling notation (e1h1 for e1g1, or the reverse); other
  // moves are returned unchanged.
  MoveCode in_own_notation(MoveCode move) const;

  // Accessors for evaluators and move ordering.
  Bitboard pieces(int player, Piece piece) const {
    return now().pieces[piece] & now().colours[static_cast<std::size_t>(player)];
  }
  bool in_check() const { return checkers(now()) != 0; }
  int plies_played() const { return static_cast<int>(states_.size()) - 1; }
  Piece piece_on(Square square) const { return static_cast<Piece>(now().board[square]); }
  // Whether the move takes a piece or promotes to a queen.
  bool is_tactical(MoveCode move) const;
  // The rank of a capture or promotion, 0 for any other move: the most valuable victim first, then
  // the least valuable attacker.
  int noise(MoveCode move) const;

 private:
  enum class Ending : std::uint8_t { kUnknown, kNone, kMate, kStalemate, kMaterial, kHistory };

  struct State {
    std::array<Bitboard, kPieceKinds> pieces{};
    std::array<Bitboard, 2> colours{};
    std::array<std::uint8_t, 64> board{};  // Piece on each square
    std::uint64_t key = 0;
    MoveCode last_move = kNoMove;
    int full_moves = 1;
    // Plies since the last capture or pawn move, for the fifty-move rule.
    int half_moves = 0;
    // Plies since the last irreversible move: only these positions can be repeated.
    int reversible = 0;
    std::uint8_t side = kWhite;
    std::uint8_t rights = 0;  // castling: bit 2 * colour + (0: h side, 1: a side)
    std::uint8_t en_passant = kNoSquare;
    mutable Ending ending = Ending::kUnknown;
  };

  // A list of at most 256 moves without allocation; no position has more than 218.
  struct Moves {
    std::array<MoveCode, 256> moves;
    unsigned count = 0;
    void add(MoveCode move) { moves[count++] = move; }
  };

  class FenReader;

  const State& now() const { return states_.back(); }
  static Bitboard occupied(const State& state) { return state.colours[0] | state.colours[1]; }
  static Bitboard attackers(const State& state, Square square, int by, Bitboard occupied);
  static Square king_square(const State& state, int colour) {
    return first_square(state.pieces[kKing] & state.colours[static_cast<std::size_t>(colour)]);
  }
  static Bitboard checkers(const State& state) {
    return attackers(state, king_square(state, state.side), 1 - state.side, occupied(state));
  }
  // Own pieces that are the only piece between the own king and a slider.
  static Bitboard pinned(const State& state);

  void generate_into(Moves& list) const;
  void add_pawn_moves(Moves& list, Bitboard targets, Bitboard pins) const;
  void add_piece_moves(Moves& list, Bitboard targets, Bitboard pins) const;
  void add_king_moves(Moves& list) const;
  void add_castling(Moves& list) const;
  bool may_castle(unsigned wing) const;
  bool is_castling(MoveCode move) const;
  MoveCode castling_code(unsigned wing) const;
  // Whether the king of the side to move would not be in check after this en-passant capture.
  static bool is_en_passant_safe(const State& state, Square from, Square to);
  static bool is_passed_square(const State& state, Square square);
  // The square if a pawn of the side to move can legally capture there; else kNoSquare.
  static Square legal_en_passant(const State& state, Square square);

  static void put(State& state, Square square, int colour, Piece piece);
  static void remove(State& state, Square square, int colour, Piece piece);
  void castle(State& state, MoveCode move) const;
  void lose_rights(State& state, Square from, Square to) const;
  static void set_en_passant(State& state, Square square);

  Ending ending() const {
    const State& state = now();
    if (state.ending == Ending::kUnknown) state.ending = find_ending();
    return state.ending;
  }
  Ending find_ending() const;
  bool has_legal_move() const;
  bool is_third_occurrence() const;
  bool can_repeat(int plies) const;
  static bool is_win_unforced(const State& state);
  static bool is_material_insufficient(const State& state);

  static std::uint64_t key_from_scratch(const State& state);
  std::string fen_of(const State& state) const;
  std::string castling_text(const State& state) const;
  std::string why_no_castling(unsigned wing) const;
  std::string why_not_moved_so(MoveCode move) const;
  std::string origin_needed(MoveCode move) const;

  explicit Chess(Options options) : options_(options) {}
  void set_root(const State& state);

  Options options_;
  // The initial squares of the rooks that may castle: by colour, then h side, a side. kNoSquare:
  // none.
  std::array<std::array<Square, 2>, 2> rooks_{{{7, 0}, {63, 56}}};
  // The castling rights that are lost when a piece moves from or to a square.
  std::array<std::uint8_t, 64> rights_of_{};
  std::vector<State> states_;  // the initial position, and one more for each move played
};

static_assert(DrawnGame<Chess> && HistoryGame<Chess> && PassGame<Chess> && NoisyGame<Chess> &&
              CheckGame<Chess>);

}  // namespace plytrace::chess
