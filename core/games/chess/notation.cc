// SPDX-License-Identifier: MIT
//
// Moves as text: UCI notation, which traces contain, and standard algebraic notation for people
// (PGN standard, 8.2.3).
#include <cstdlib>

#include "core/games/chess/chess.h"
#include "core/games/chess/words.h"

namespace plytrace::chess {
namespace {

constexpr std::array<std::string_view, kPieceKinds> kPieceNames{"pawn", "knight", "bishop",
                                                                "rook", "queen",  "king"};
std::string side_name(int side) { return std::string(colour_text(side)); }

// The piece that a letter promotes to; kNoPiece for none.
Piece promotion_piece(char letter) {
  const std::size_t piece = kPieceLetters.find(upper(letter));
  const bool can = piece != std::string_view::npos && piece != kPawn && piece != kKing;
  return can ? static_cast<Piece>(piece) : kNoPiece;
}

Status no_move(std::string_view text) {
  return Status::bad_input(
      "'" + std::string(text) +
      "' is not a chess move; write origin and target as in e2e4, and the piece "
      "that a pawn becomes as in e7e8q");
}

// Removes everything that a text may omit: marks of check, mate, capture and promotion, comments.
std::string bare(std::string_view san) {
  std::string text;
  for (const char c : san) {
    if (std::string_view("+#!?x:=-").find(c) == std::string_view::npos) {
      text += c == '0' ? 'O' : c;
    }
  }
  return text;
}

}  // namespace

std::string Chess::move_text(MoveCode move) const {
  if (move == kNullMove) return "0000";
  std::string text = square_text(from_square(move)) + square_text(to_square(move));
  if (promotion_of(move) != 0) {
    text += lower(kPieceLetters[promotion_of(move)]);
  }
  return text;
}

Result<MoveCode> Chess::parse_move(std::string_view text) const {
  for (const std::string_view pass : {"0000", "null", "@@@@", "--"}) {
    if (text == pass) return kNullMove;
  }
  if (text.size() < 4 || text.size() > 6) return no_move(text);
  const Square from = read_square(text.substr(0, 2)), to = read_square(text.substr(2, 2));
  if (from == kNoSquare || to == kNoSquare) return no_move(text);
  std::string_view rest = text.substr(4);
  if (rest.size() == 2 && rest[0] == '=') rest.remove_prefix(1);
  if (rest.size() > 1 || from == to) return no_move(text);
  if (rest.empty()) return move_code(from, to);
  const Piece piece = promotion_piece(rest[0]);
  return piece == kNoPiece ? Result<MoveCode>(no_move(text)) : move_code(from, to, piece);
}

Result<MoveCode> Chess::read_move(std::string_view text) const {
  const auto read = parse_move(text);
  if (read) return in_own_notation(*read);
  // The algebraic notation has no null move.
  const auto named = parse_san(text);
  return named ? named : read;
}

MoveCode Chess::in_own_notation(MoveCode move) const {
  const State& state = now();
  const Square from = from_square(move), to = to_square(move);
  if (state.board[from] != kKing || (state.colours[state.side] & bit(from)) == 0) return move;
  for (const unsigned wing : {kHSide, kASide}) {
    if (!may_castle(wing) || checkers(state) != 0) continue;
    const Square rook = rooks_[state.side][wing];
    const Square target = square_at(wing == kHSide ? 6 : 2, rank_of(from));
    const bool is_two_steps = std::abs(static_cast<int>(to) - static_cast<int>(from)) >= 2;
    if (to == rook || (to == target && is_two_steps)) return castling_code(wing);
  }
  return move;
}

std::string Chess::why_no_castling(unsigned wing) const {
  const State& state = now();
  const std::string where = wing == kHSide ? "on the h side" : "on the a side";
  if ((state.rights >> (2U * state.side + wing) & 1U) == 0) {
    return side_name(state.side) + " has no right to castle " + where;
  }
  if (in_check()) return side_name(state.side) + " is in check and cannot castle";
  return side_name(state.side) + " cannot castle " + where +
         ": a piece is in the way, or the king would pass an attacked square";
}

// Why a piece of the side to move cannot reach the target of a move, regardless of the king's
// safety; "" if it can.
std::string Chess::why_not_moved_so(MoveCode move) const {
  const State& state = now();
  const Square from = from_square(move), to = to_square(move);
  const auto piece = static_cast<Piece>(state.board[from]);
  const Bitboard all = occupied(state);
  Bitboard reach = 0;
  if (piece == kPawn) {
    const int step = state.side == kWhite ? 8 : -8;
    const auto one = static_cast<Square>(static_cast<int>(from) + step);
    reach = bit(one) & ~all;
    if (reach != 0 && rank_of(from) == (state.side == kWhite ? 1U : 6U)) {
      reach |= bit(static_cast<Square>(static_cast<int>(one) + step)) & ~all;
    }
    Bitboard takes = state.colours[1U - state.side];
    if (state.en_passant != kNoSquare) takes |= bit(state.en_passant);
    if (is_passed_square(state, to) && !is_en_passant_safe(state, from, to)) takes |= bit(to);
    reach |= pawn_attacks(state.side, from) & takes;
  } else if (piece == kKnight) {
    reach = knight_attacks(from);
  } else if (piece == kKing) {
    reach = king_attacks(from);
  } else {
    if (piece != kRook) reach |= bishop_attacks(from, all);
    if (piece != kBishop) reach |= rook_attacks(from, all);
  }
  if ((reach & bit(to)) != 0) return "";
  return "the " + std::string(kPieceNames[piece]) + " on " + square_text(from) + " cannot reach " +
         square_text(to);
}

std::string Chess::why_illegal(MoveCode move) const {
  const State& state = now();
  if (is_finished() && !has_legal_move()) {
    return winner() == kNobody ? "the game is over: stalemate" : "the game is over: checkmate";
  }
  if (move == kNullMove) return "passing is not a legal move";
  const Square from = from_square(move), to = to_square(move);
  const auto piece = static_cast<Piece>(state.board[from]);
  if (piece == kNoPiece) return "there is no piece on " + square_text(from);
  if ((state.colours[state.side] & bit(from)) == 0) {
    return "the " + std::string(kPieceNames[piece]) + " on " + square_text(from) + " is " +
           side_name(1 - state.side) + "'s, and " + side_name(state.side) + " is to move";
  }
  if (is_castling(move)) {
    return why_no_castling(file_of(to) > file_of(from) ? kHSide : kASide);
  }
  if ((state.colours[state.side] & bit(to)) != 0) {
    return "a piece of " + side_name(state.side) + " stands on " + square_text(to);
  }
  if (const std::string why = why_not_moved_so(move); !why.empty()) return why;
  const bool reaches_end = piece == kPawn && (rank_of(to) == 0 || rank_of(to) == 7);
  if (reaches_end && promotion_of(move) == 0) {
    return "a pawn that reaches " + square_text(to) + " becomes another piece: write " +
           move_text(move) + "q, r, b or n";
  }
  if (!reaches_end && promotion_of(move) != 0) return "only a pawn on the last rank is promoted";
  return in_check() ? "the king of " + side_name(state.side) + " would still be in check"
                    : "the king of " + side_name(state.side) + " would be in check";
}

std::string Chess::san(MoveCode move) const {
  if (move == kNullMove) return "--";
  const State& state = now();
  const Square from = from_square(move), to = to_square(move);
  const auto piece = static_cast<Piece>(state.board[from]);
  std::string text;
  if (is_castling(move)) {
    text = file_of(to) > file_of(from) ? "O-O" : "O-O-O";
  } else {
    const bool takes =
        state.board[to] != kNoPiece || (piece == kPawn && file_of(from) != file_of(to));
    if (piece == kPawn) {
      if (takes) text += static_cast<char>('a' + file_of(from));
    } else {
      text += kPieceLetters[piece];
      text += origin_needed(move);
    }
    if (takes) text += 'x';
    text += square_text(to);
    if (promotion_of(move) != 0) {
      text += '=';
      text += kPieceLetters[promotion_of(move)];
    }
  }
  Chess next(options_);
  next.rooks_ = rooks_;
  next.rights_of_ = rights_of_;
  next.states_ = {state};
  next.play(move);
  if (!next.in_check()) return text;
  return text + (next.has_legal_move() ? '+' : '#');
}

// The part of the origin that distinguishes the piece from others of its kind that could move to
// the same square: its file, else its rank, else both.
std::string Chess::origin_needed(MoveCode move) const {
  const Square from = from_square(move), to = to_square(move);
  Moves list;
  generate_into(list);
  bool has_other = false, shares_file = false, shares_rank = false;
  for (unsigned i = 0; i < list.count; ++i) {
    const Square other = from_square(list.moves[i]);
    if (to_square(list.moves[i]) != to || other == from ||
        now().board[other] != now().board[from]) {
      continue;
    }
    has_other = true;
    shares_file = shares_file || file_of(other) == file_of(from);
    shares_rank = shares_rank || rank_of(other) == rank_of(from);
  }
  if (!has_other) return "";
  const std::string name = square_text(from);
  if (!shares_file) return name.substr(0, 1);
  return shares_rank ? name : name.substr(1);
}

Result<MoveCode> Chess::parse_san(std::string_view text) const {
  Moves list;
  generate_into(list);
  const std::string asked = bare(text);
  MoveCode found = kNoMove;
  for (unsigned i = 0; i < list.count; ++i) {
    const MoveCode move = list.moves[i];
    const std::string own = bare(san(move));
    // A text may give more of the origin than necessary.
    const auto piece = static_cast<Piece>(now().board[from_square(move)]);
    const std::string letter = piece == kPawn ? "" : std::string(1, kPieceLetters[piece]);
    const std::string promotion =
        promotion_of(move) == 0 ? "" : std::string(1, kPieceLetters[promotion_of(move)]);
    const std::string origin = square_text(from_square(move)),
                      target = square_text(to_square(move));
    const bool fits =
        asked == own ||
        (!is_castling(move) && (asked == letter + origin + target + promotion ||
                                asked == letter + origin.substr(0, 1) + target + promotion ||
                                asked == letter + origin.substr(1) + target + promotion));
    if (!fits) continue;
    if (asked == own) return move;
    if (found != kNoMove) {
      return Status::bad_input("'" + std::string(text) + "' is ambiguous: " + move_text(found) +
                               " or " + move_text(move));
    }
    found = move;
  }
  if (found != kNoMove) return found;
  return Status::bad_input("no legal move is '" + std::string(text) + "' here");
}

}  // namespace plytrace::chess
