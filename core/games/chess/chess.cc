// SPDX-License-Identifier: MIT
#include "core/games/chess/chess.h"

#include <algorithm>
#include <cstdlib>

#include "core/games/chess/words.h"
#include "core/hash.h"

namespace plytrace::chess {
namespace {

// Random numbers of the position key, by Zobrist, "A New Hashing Method with Application for Game
// Playing", 1970.
enum KeyPart : std::uint64_t {
  kPieceKeys = 0,
  kRightKeys = 1000,
  kPassantKeys = 2000,
  kSideKey = 3000
};
constexpr std::uint64_t random_number(std::uint64_t part) {
  return splitmix64(0xC4E55 + (part << 20U));
}

constexpr auto make_piece_keys() {
  std::array<std::array<std::array<std::uint64_t, 64>, kPieceKinds>, 2> keys{};
  std::uint64_t part = kPieceKeys;
  for (auto& of_colour : keys) {
    for (auto& of_piece : of_colour) {
      for (auto& key : of_piece) key = random_number(part++);
    }
  }
  return keys;
}
constexpr auto kKeys = make_piece_keys();

std::uint64_t piece_key(int colour, Piece piece, Square square) {
  return kKeys[static_cast<std::size_t>(colour)][piece][square];
}
// The key of the right to castle with the rook on that square.
std::uint64_t right_key(Square rook) { return random_number(kRightKeys + rook); }
std::uint64_t en_passant_key(Square square) {
  return square == kNoSquare ? 0 : random_number(kPassantKeys + file_of(square));
}
constexpr std::uint64_t kBlackToMove = random_number(kSideKey);

// The squares of king and rook after castling to a wing.
Square king_target(unsigned wing, unsigned rank) { return square_at(wing == kHSide ? 6 : 2, rank); }
Square rook_target(unsigned wing, unsigned rank) { return square_at(wing == kHSide ? 5 : 3, rank); }
std::uint8_t right_bit(int colour, unsigned wing) {
  return static_cast<std::uint8_t>(1U << (2 * static_cast<unsigned>(colour) + wing));
}

// All squares between two squares of a rank, both included.
Bitboard squares_along(Square from, Square to) { return between(from, to) | bit(from) | bit(to); }

// The square in front of a pawn of `colour`.
Square ahead(Square square, int colour) { return colour == kWhite ? square + 8 : square - 8; }

}  // namespace

// -- The board ---------------------------------------------------------------------------------

Bitboard Chess::attackers(const State& state, Square square, int by, Bitboard occupied) {
  const auto& p = state.pieces;
  const Bitboard all = (pawn_attacks(1 - by, square) & p[kPawn]) |
                       (knight_attacks(square) & p[kKnight]) | (king_attacks(square) & p[kKing]) |
                       (bishop_attacks(square, occupied) & (p[kBishop] | p[kQueen])) |
                       (rook_attacks(square, occupied) & (p[kRook] | p[kQueen]));
  return all & state.colours[static_cast<std::size_t>(by)] & occupied;
}

Bitboard Chess::pinned(const State& state) {
  const Square king = king_square(state, state.side);
  const Bitboard own = state.colours[state.side];
  const Bitboard opponent = state.colours[1 - state.side];
  const auto& p = state.pieces;
  Bitboard snipers = opponent & ((bishop_attacks(king, opponent) & (p[kBishop] | p[kQueen])) |
                                 (rook_attacks(king, opponent) & (p[kRook] | p[kQueen])));
  Bitboard pins = 0;
  while (snipers != 0) {
    const Bitboard blockers = between(king, pop_square(snipers)) & own;
    if (std::has_single_bit(blockers)) pins |= blockers;
  }
  return pins;
}

void Chess::put(State& state, Square square, int colour, Piece piece) {
  state.pieces[piece] |= bit(square);
  state.colours[static_cast<std::size_t>(colour)] |= bit(square);
  state.board[square] = static_cast<std::uint8_t>(piece);
  state.key ^= piece_key(colour, piece, square);
}

void Chess::remove(State& state, Square square, int colour, Piece piece) {
  state.pieces[piece] &= ~bit(square);
  state.colours[static_cast<std::size_t>(colour)] &= ~bit(square);
  state.board[square] = kNoPiece;
  state.key ^= piece_key(colour, piece, square);
}

std::uint64_t Chess::key_from_scratch(const State& state) {
  std::uint64_t key = state.side == kBlack ? kBlackToMove : 0;
  for (Square square = 0; square < 64; ++square) {
    const auto piece = static_cast<Piece>(state.board[square]);
    if (piece == kNoPiece) continue;
    key ^= piece_key((state.colours[kWhite] & bit(square)) != 0 ? kWhite : kBlack, piece, square);
  }
  return key ^ en_passant_key(state.en_passant);
}

void Chess::set_root(const State& state) {
  rights_of_.fill(0);
  State root = state;
  root.key = key_from_scratch(root);
  for (const int colour : {kWhite, kBlack}) {
    for (const unsigned wing : {kHSide, kASide}) {
      const std::uint8_t right = right_bit(colour, wing);
      if ((root.rights & right) == 0) continue;
      const Square rook = rooks_[static_cast<std::size_t>(colour)][wing];
      root.key ^= right_key(rook);
      rights_of_[rook] |= right;
      rights_of_[king_square(root, colour)] |= right;
    }
  }
  states_.clear();
  states_.reserve(256);
  states_.push_back(root);
}

// -- Moves -------------------------------------------------------------------------------------

void Chess::generate(MoveList& moves) const {
  Moves list;
  generate_into(list);
  moves.insert(moves.end(), list.moves.begin(), list.moves.begin() + list.count);
}

void Chess::generate_into(Moves& list) const {
  const State& state = now();
  const Bitboard checks = checkers(state);
  // In double check only the king can move.
  if (!std::has_single_bit(checks) && checks != 0) return add_king_moves(list);
  Bitboard targets = ~state.colours[state.side];
  if (checks != 0) {
    const Square checker = first_square(checks);
    targets &= between(king_square(state, state.side), checker) | checks;
  }
  const Bitboard pins = pinned(state);
  add_pawn_moves(list, targets, pins);
  add_piece_moves(list, targets, pins);
  add_king_moves(list);
  if (checks == 0 && state.rights != 0) add_castling(list);
}

void Chess::add_pawn_moves(Moves& list, Bitboard targets, Bitboard pins) const {
  const State& state = now();
  const int side = state.side;
  const Square king = king_square(state, side);
  const Bitboard all = occupied(state);
  const Bitboard opponent = state.colours[1U - state.side];
  const unsigned first_rank = side == kWhite ? 1 : 6, last_rank = side == kWhite ? 7 : 0;
  Bitboard pawns = state.pieces[kPawn] & state.colours[state.side];
  while (pawns != 0) {
    const Square from = pop_square(pawns);
    const Square one = ahead(from, side);
    Bitboard to = bit(one) & ~all;
    if (to != 0 && rank_of(from) == first_rank) to |= bit(ahead(one, side)) & ~all;
    to |= pawn_attacks(side, from) & opponent;
    to &= targets;
    if ((pins & bit(from)) != 0) to &= line_of(king, from);
    if (state.en_passant != kNoSquare && (pawn_attacks(side, from) & bit(state.en_passant)) != 0 &&
        is_en_passant_safe(state, from, state.en_passant)) {
      to |= bit(state.en_passant);
    }
    if (rank_of(one) != last_rank) {
      while (to != 0) list.add(move_code(from, pop_square(to)));
    } else {
      while (to != 0) {
        const Square target = pop_square(to);
        for (const Piece piece : {kQueen, kRook, kBishop, kKnight}) {
          list.add(move_code(from, target, piece));
        }
      }
    }
  }
}

bool Chess::is_en_passant_safe(const State& state, Square from, Square to) {
  const Square taken = ahead(to, 1 - state.side);
  const Bitboard after = (occupied(state) ^ bit(from) ^ bit(taken)) | bit(to);
  return attackers(state, king_square(state, state.side), 1 - state.side, after) == 0;
}

// Whether a pawn may just have passed the square, also if taking it leaves the king in check; the
// state itself only keeps squares where a pawn can be taken. A position that was read has no last
// move.
bool Chess::is_passed_square(const State& state, Square square) {
  const Square rank = rank_of(square);
  if (rank != (state.side == kWhite ? 5U : 2U) || (occupied(state) & bit(square)) != 0)
    return false;
  const Square pawn = ahead(square, 1 - state.side);
  const bool has_pawn = (state.pieces[kPawn] & state.colours[1U - state.side] & bit(pawn)) != 0;
  const MoveCode last = state.last_move;
  return has_pawn && (last == kNoMove ||
                      (to_square(last) == pawn && (from_square(last) ^ to_square(last)) == 16U));
}

Square Chess::legal_en_passant(const State& state, Square square) {
  Bitboard pawns =
      pawn_attacks(1 - state.side, square) & state.pieces[kPawn] & state.colours[state.side];
  while (pawns != 0) {
    if (is_en_passant_safe(state, pop_square(pawns), square)) return square;
  }
  return kNoSquare;
}

void Chess::add_piece_moves(Moves& list, Bitboard targets, Bitboard pins) const {
  const State& state = now();
  const Bitboard own = state.colours[state.side];
  const Bitboard all = occupied(state);
  const Square king = king_square(state, state.side);
  const auto add = [&](Piece piece, auto attacks) {
    Bitboard movers = state.pieces[piece] & own;
    while (movers != 0) {
      const Square from = pop_square(movers);
      Bitboard to = attacks(from) & targets;
      if ((pins & bit(from)) != 0) to &= line_of(king, from);
      while (to != 0) list.add(move_code(from, pop_square(to)));
    }
  };
  add(kKnight, [](Square from) { return knight_attacks(from); });
  add(kBishop, [&](Square from) { return bishop_attacks(from, all); });
  add(kRook, [&](Square from) { return rook_attacks(from, all); });
  add(kQueen, [&](Square from) { return bishop_attacks(from, all) | rook_attacks(from, all); });
}

void Chess::add_king_moves(Moves& list) const {
  const State& state = now();
  const Square king = king_square(state, state.side);
  // The king must be removed, because it would block a slider behind which it moves.
  const Bitboard without_king = occupied(state) ^ bit(king);
  Bitboard to = king_attacks(king) & ~state.colours[state.side];
  while (to != 0) {
    const Square target = pop_square(to);
    if (attackers(state, target, 1 - state.side, without_king | bit(target)) == 0) {
      list.add(move_code(king, target));
    }
  }
}

void Chess::add_castling(Moves& list) const {
  for (const unsigned wing : {kHSide, kASide}) {
    if (may_castle(wing)) list.add(castling_code(wing));
  }
}

MoveCode Chess::castling_code(unsigned wing) const {
  const State& state = now();
  const Square king = king_square(state, state.side);
  return move_code(king,
                   options_.chess960 ? rooks_[state.side][wing] : king_target(wing, rank_of(king)));
}

// Requires that the king is not in check.
bool Chess::may_castle(unsigned wing) const {
  const State& state = now();
  if ((state.rights & right_bit(state.side, wing)) == 0) return false;
  const Square king = king_square(state, state.side);
  const Square rook = rooks_[state.side][wing];
  const Square king_to = king_target(wing, rank_of(king));
  const Square rook_to = rook_target(wing, rank_of(king));
  const Bitboard others = occupied(state) & ~bit(king) & ~bit(rook);
  if ((others & (squares_along(king, king_to) | squares_along(rook, rook_to))) != 0) return false;
  Bitboard passed = squares_along(king, king_to) & ~bit(king);
  while (passed != 0) {
    const Square square = pop_square(passed);
    if (attackers(state, square, 1 - state.side, occupied(state) & ~bit(king)) != 0) return false;
  }
  // In Chess960 the rook may have shielded the king from an attacker.
  return attackers(state, king_to, 1 - state.side, others | bit(rook_to)) == 0;
}

bool Chess::is_castling(MoveCode move) const {
  const State& state = now();
  const Square from = from_square(move), to = to_square(move);
  if (state.board[from] != kKing) return false;
  if (options_.chess960) return (state.colours[state.side] & bit(to)) != 0;
  return std::abs(static_cast<int>(file_of(from)) - static_cast<int>(file_of(to))) == 2;
}

bool Chess::is_legal(MoveCode move) const {
  Moves list;
  generate_into(list);
  return std::find(list.moves.begin(), list.moves.begin() + list.count, move) !=
         list.moves.begin() + list.count;
}

void Chess::play(MoveCode move) {
  states_.push_back(now());
  State& state = states_.back();
  state.ending = Ending::kUnknown;
  state.last_move = move;
  ++state.half_moves;
  ++state.reversible;
  state.key ^= en_passant_key(state.en_passant);
  state.en_passant = kNoSquare;
  const int side = state.side;
  const Square from = from_square(move), to = to_square(move);
  Square passed = kNoSquare;  // the square that a pawn jumped over
  if (move == kNullMove) {
    state.reversible = 0;
  } else if (is_castling(move)) {
    castle(state, move);
  } else {
    const auto piece = static_cast<Piece>(state.board[from]);
    const auto taken = static_cast<Piece>(state.board[to]);
    if (taken != kNoPiece) remove(state, to, 1 - side, taken);
    remove(state, from, side, piece);
    const unsigned promotion = promotion_of(move);
    put(state, to, side, promotion == 0 ? piece : static_cast<Piece>(promotion));
    if (piece == kPawn) {
      const bool is_capture = file_of(from) != file_of(to);
      // A pawn that changes its file without a capture on the target square captured en passant.
      if (is_capture && taken == kNoPiece) remove(state, ahead(to, 1 - side), 1 - side, kPawn);
      if ((from ^ to) == 16) passed = ahead(from, side);
    }
    if (piece == kPawn || taken != kNoPiece) state.half_moves = state.reversible = 0;
    lose_rights(state, from, to);
  }
  state.side = static_cast<std::uint8_t>(1 - side);
  state.key ^= kBlackToMove;
  state.full_moves += side;
  if (passed != kNoSquare) set_en_passant(state, passed);
}

void Chess::castle(State& state, MoveCode move) const {
  const Square king = from_square(move), to = to_square(move);
  const unsigned wing = file_of(to) > file_of(king) ? kHSide : kASide;
  const Square rook = rooks_[state.side][wing];
  remove(state, king, state.side, kKing);
  remove(state, rook, state.side, kRook);
  put(state, king_target(wing, rank_of(king)), state.side, kKing);
  put(state, rook_target(wing, rank_of(king)), state.side, kRook);
  lose_rights(state, king, king);
}

void Chess::lose_rights(State& state, Square from, Square to) const {
  const unsigned lost = (rights_of_[from] | rights_of_[to]) & state.rights;
  if (lost == 0) return;
  for (unsigned right = 0; right < 4; ++right) {
    if ((lost >> right & 1U) != 0) state.key ^= right_key(rooks_[right / 2][right % 2]);
  }
  state.rights = static_cast<std::uint8_t>(state.rights & ~lost);
  state.reversible = 0;
}

void Chess::set_en_passant(State& state, Square square) {
  state.en_passant = static_cast<std::uint8_t>(legal_en_passant(state, square));
  state.key ^= en_passant_key(state.en_passant);
}

bool Chess::is_tactical(MoveCode move) const {
  const State& state = now();
  if (promotion_of(move) != 0) return promotion_of(move) == kQueen;
  if (state.board[to_square(move)] != kNoPiece) return !is_castling(move);
  return state.board[from_square(move)] == kPawn && to_square(move) == state.en_passant;
}

int Chess::noise(MoveCode move) const {
  if (!is_tactical(move)) return 0;
  const unsigned victim = now().board[to_square(move)];
  // If the target square is empty, the move is an en passant capture of a pawn, or a promotion.
  unsigned gain = victim == kNoPiece ? 1U : victim + 1U;
  if (promotion_of(move) != 0) gain += kQueen;
  return static_cast<int>(gain * (kPieceKinds + 1) - now().board[from_square(move)]);
}

bool Chess::is_zugzwang_likely() const {
  const State& state = now();
  const Bitboard own = state.colours[state.side];
  return (own & ~state.pieces[kPawn] & ~state.pieces[kKing]) == 0;
}

// -- The end of the game -----------------------------------------------------------------------

Chess::Ending Chess::find_ending() const {
  const State& state = now();
  if (!has_legal_move()) return in_check() ? Ending::kMate : Ending::kStalemate;
  if (is_material_insufficient(state)) return Ending::kMaterial;
  if (options_.history && (state.half_moves >= 100 || is_third_occurrence())) {
    return Ending::kHistory;
  }
  return Ending::kNone;
}

bool Chess::has_legal_move() const {
  Moves list;
  add_king_moves(list);  // most kings have a move, and it is found quickly
  if (list.count == 0) generate_into(list);
  return list.count != 0;
}

bool Chess::is_third_occurrence() const {
  const State& state = now();
  int earlier = 0;
  // The same side must be to move, and returning takes at least four plies.
  for (std::size_t back = 4;
       back <= static_cast<std::size_t>(state.reversible) && back < states_.size(); back += 2) {
    if (states_[states_.size() - 1 - back].key == state.key && ++earlier == 2) return true;
  }
  return false;
}

// A null move does not end the stretch of moves that is examined for repetitions, because engines
// differ about it.
DrawReason Chess::draw_reason(int plies) const {
  if (is_finished()) {
    if (winner() != kNobody) return DrawReason::kNone;
    return is_drawn_by_history() ? DrawReason::kHistory : DrawReason::kOver;
  }
  const State& state = now();
  // history=off keeps these from ending the game, but a search may still score them as draws.
  if (state.half_moves >= 100) return DrawReason::kHistory;
  const auto known = static_cast<int>(states_.size()) - 1;
  int occurrences = 0, first_back = 0;
  for (int back = 2; back <= std::min(known, state.half_moves); ++back) {
    if (states_[static_cast<std::size_t>(known - back)].key != state.key) continue;
    if (occurrences++ == 0) first_back = back;
  }
  if (occurrences >= 2) return DrawReason::kHistory;
  if (occurrences == 1 && first_back <= plies) return DrawReason::kTwofold;
  if (is_win_unforced(state)) return DrawReason::kMaterial;
  if (can_repeat(plies)) return DrawReason::kCanRepeat;
  if (occurrences == 1) return DrawReason::kGameOnly;
  return state.half_moves > known ? DrawReason::kUnknown : DrawReason::kNone;
}

// Whether some move leads to a position that occurred within the last `plies` plies.
bool Chess::can_repeat(int plies) const {
  const auto known = static_cast<int>(states_.size()) - 1;
  const int most = std::min({plies, known, now().half_moves});
  if (most < 3) return false;
  Chess game = *this;
  Moves list;
  generate_into(list);
  for (unsigned i = 0; i < list.count; ++i) {
    game.play(list.moves[i]);
    const std::uint64_t key = game.key();
    game.undo();
    for (int back = 3; back <= most; ++back) {
      if (states_[static_cast<std::size_t>(known - back)].key == key) return true;
    }
  }
  return false;
}

// No pawn, rook or queen, and a side has at most one minor piece, or two knights alone.
bool Chess::is_win_unforced(const State& state) {
  if ((state.pieces[kPawn] | state.pieces[kRook] | state.pieces[kQueen]) != 0) return false;
  const Bitboard minors = state.pieces[kKnight] | state.pieces[kBishop];
  const int white = std::popcount(minors & state.colours[kWhite]);
  const int black = std::popcount(minors & state.colours[kBlack]);
  if (white <= 1 && black <= 1) return true;
  return state.pieces[kBishop] == 0 && white + black == 2;
}

bool Chess::is_material_insufficient(const State& state) {
  if ((state.pieces[kPawn] | state.pieces[kRook] | state.pieces[kQueen]) != 0) return false;
  const Bitboard bishops = state.pieces[kBishop];
  if (std::popcount(bishops | state.pieces[kKnight]) <= 1) return true;
  if (state.pieces[kKnight] != 0) return false;
  return (bishops & kDarkSquares) == 0 || (bishops & ~kDarkSquares) == 0;
}

int Chess::plies_left() const {
  // Without the fifty-move rule a game need not end; no search gets this deep.
  constexpr int kEndless = 100'000;
  if (!options_.history) return kEndless;
  const State& state = now();
  int pawn_moves = 0;
  for (Bitboard pawns = state.pieces[kPawn]; pawns != 0;) {
    const Square square = pop_square(pawns);
    const unsigned rank = rank_of(square);
    pawn_moves += static_cast<int>((state.colours[kWhite] & bit(square)) != 0 ? 7 - rank : rank);
  }
  const int captures = std::popcount(occupied(state)) - 2;
  return 100 * (pawn_moves + captures + 1);
}

// -- Words -------------------------------------------------------------------------------------

std::string Chess::board_text() const {
  std::string text;
  for (unsigned rank = 8; rank-- > 0;) {
    text += static_cast<char>('1' + rank);
    for (unsigned file = 0; file < 8; ++file) {
      const Square square = square_at(file, rank);
      const Piece piece = piece_on(square);
      const bool white = (now().colours[kWhite] & bit(square)) != 0;
      text += ' ';
      text += piece == kNoPiece ? '.' : white ? kPieceLetters[piece] : lower(kPieceLetters[piece]);
    }
    text += '\n';
  }
  return text + "  a b c d e f g h";
}

std::string Chess::options_json() const { return settings_json(options_); }

}  // namespace plytrace::chess
