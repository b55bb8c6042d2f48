// SPDX-License-Identifier: MIT
#include "core/games/othello/othello.h"

#include <algorithm>
#include <array>

#include "core/games/square_board.h"
#include "core/hash.h"
#include "core/score.h"

namespace plytrace::othello {
namespace {

constexpr Bitboard kStartBlack = square_bit(28) | square_bit(35);  // e4 d5
constexpr Bitboard kStartWhite = square_bit(27) | square_bit(36);  // d4 e5
constexpr std::size_t kSquares = 64;

std::string square_name(MoveCode square) {
  return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

std::string square_names(Bitboard squares) {
  std::string names;
  for (; squares != 0; squares &= squares - 1) {
    if (!names.empty()) names += ", ";
    names += square_name(static_cast<MoveCode>(std::countr_zero(squares)));
  }
  return names;
}

std::string side_name(int side) { return side == 0 ? "black (X)" : "white (O)"; }

Status bad_position(const std::string& what) {
  return Status::bad_input("othello position: " + what +
                           "; write 64 characters a1..h1, a2.. of -XO, a blank, and X or O");
}

}  // namespace

Othello::State Othello::state_of(Bitboard black, Bitboard white, int side) {
  return {{black, white}, {placements(black, white), placements(white, black)}, side};
}

Othello::Othello() : Othello(state_of(kStartBlack, kStartWhite, 0)) {}

Result<Othello> Othello::start(const Arguments& options) {
  if (Status status = ArgumentReader("othello", options).finish(); !status) return status;
  return Othello();
}

namespace {

bool is_square(std::string_view text) {
  return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

// "f5d6c3" or "F5D6C3": the squares of the moves from the start, as transcripts write them.
bool is_run_of_squares(std::string_view text) {
  if (text.empty() || text.size() % 2 != 0) return false;
  const std::string lower = lower_case(text);
  for (std::size_t at = 0; at < lower.size(); at += 2) {
    if (!is_square(std::string_view(lower).substr(at, 2))) return false;
  }
  return true;
}

// Transcripts leave passes out.
Result<Othello> after_squares(std::string_view text) {
  const std::string squares = lower_case(text);
  Othello game;
  for (std::size_t at = 0; at < squares.size(); at += 2) {
    if (game.is_legal(kPass)) game.play(kPass);
    const auto move = game.parse_move(squares.substr(at, 2));
    if (!move || !game.is_legal(*move)) {
      return bad_position("move " + std::to_string(at / 2 + 1) + " of '" + std::string(text) +
                          "': " + (move ? game.why_illegal(*move) : move.status().message()));
    }
    game.play(*move);
  }
  if (game.is_legal(kPass)) game.play(kPass);
  return game;
}

// Checks the entries of an OBF line, "D3:+2; C4:-6.5": legal moves with scores.
Status check_scores(const Othello& game, std::string_view entries) {
  while (!entries.empty()) {
    const std::size_t end = std::min(entries.find(';'), entries.size());
    std::string entry = lower_case(entries.substr(0, end));
    entries.remove_prefix(std::min(end + 1, entries.size()));
    std::erase(entry, ' ');
    if (entry.empty()) continue;
    const std::size_t colon = entry.find(':');
    const std::string name = entry.substr(0, colon);
    const auto move = game.parse_move(name == "ps" || name == "pa" ? "pass" : name);
    if (!move) return bad_position("OBF: " + move.status().message());
    if (!game.is_legal(*move)) return bad_position("OBF: " + game.why_illegal(*move));
    if (colon == std::string::npos) continue;
    std::string score = entry.substr(colon + 1);
    if (score.starts_with('+')) score.erase(0, 1);
    if (!parse_score(score)) return bad_position("OBF: '" + entry + "' has no score");
  }
  return Status::ok();
}

}  // namespace

Result<Othello> Othello::from_position(const Arguments& options, std::string_view text) {
  if (Status status = ArgumentReader("othello", options).finish(); !status) return status;
  if (is_run_of_squares(text)) return after_squares(text);
  if (const std::size_t end = text.find(';'); end != std::string_view::npos) {
    auto game = from_position(options, text.substr(0, end));
    if (!game) return game;
    if (Status status = check_scores(*game, text.substr(end + 1)); !status) return status;
    return game;
  }
  if (text.size() != kSquares + 2) {
    return bad_position("it has " + std::to_string(text.size()) + " characters, not 66");
  }
  std::array<Bitboard, 2> discs{};
  for (unsigned square = 0; square < kSquares; ++square) {
    const char c = text[square];
    if (c == 'X') {
      discs[0] |= square_bit(square);
    } else if (c == 'O') {
      discs[1] |= square_bit(square);
    } else if (c != '-') {
      return bad_position("'" + std::string(1, c) + "' on " + square_name(square));
    }
  }
  const char side = text[kSquares + 1];
  if (text[kSquares] != ' ' || (side != 'X' && side != 'O')) {
    return bad_position("no side to move after the 64 squares");
  }
  if ((discs[0] | discs[1]) == 0) return bad_position("no disc on the board");
  return Othello(state_of(discs[0], discs[1], side == 'X' ? 0 : 1));
}

int Othello::winner() const {
  const int difference = std::popcount(discs(0)) - std::popcount(discs(1));
  if (difference == 0) return kNobody;
  return difference > 0 ? 0 : 1;
}

void Othello::generate(MoveList& moves) const {
  Bitboard squares = placements_of(player_to_move());
  // A pass is a move and takes a ply (games.md section 0).
  if (squares == 0 && !is_finished()) moves.push_back(kPass);
  for (; squares != 0; squares &= squares - 1) {
    moves.push_back(static_cast<MoveCode>(std::countr_zero(squares)));
  }
}

bool Othello::is_legal(MoveCode move) const {
  const Bitboard squares = placements_of(player_to_move());
  if (move == kPass) return squares == 0 && !is_finished();
  return move < kSquares && (squares & square_bit(move)) != 0;
}

void Othello::play(MoveCode move) {
  State next = now();
  const int side = next.side;
  next.side = 1 - side;
  // A pass changes no disc, so the placements of both sides stay as they are.
  if (move != kPass) {
    const Bitboard placed = square_bit(move);
    const Bitboard turned = flips(placed, next.discs[side], next.discs[1 - side]);
    next.discs[side] |= placed | turned;
    next.discs[1 - side] &= ~turned;
    next = state_of(next.discs[0], next.discs[1], next.side);
  }
  states_.push_back(next);
}

std::uint64_t Othello::key() const {
  return hash_combine(hash_combine(discs(0), discs(1)), static_cast<std::uint64_t>(now().side));
}

std::string Othello::move_text(MoveCode move) const {
  return move == kPass ? "pass" : square_name(move);
}

Result<MoveCode> Othello::parse_move(std::string_view text) const {
  if (text == "pass") return kPass;
  const bool square =
      text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
  if (!square) {
    return Status::bad_input("'" + std::string(text) +
                             "' is not an othello move; write a square a1..h8 or pass");
  }
  return static_cast<MoveCode>(text[0] - 'a') + 8 * static_cast<MoveCode>(text[1] - '1');
}

std::string Othello::why_illegal(MoveCode move) const {
  if (is_finished()) return "the game is finished: neither side can place a disc";
  const Bitboard squares = placements_of(player_to_move());
  const std::string side = side_name(player_to_move());
  if (move == kPass) {
    return side + " may not pass, because a disc can be placed on " + square_names(squares);
  }
  if (disc_char(move) != '-') return square_name(move) + " is occupied";
  if (squares == 0) return side + " can place nowhere, so the only move is pass";
  return square_name(move) + " turns no disc for " + side;
}

char Othello::disc_char(unsigned square) const {
  if ((discs(0) & square_bit(square)) != 0) return 'X';
  return (discs(1) & square_bit(square)) != 0 ? 'O' : '-';
}

std::string Othello::position_text() const {
  std::string text;
  for (unsigned square = 0; square < kSquares; ++square) text += disc_char(square);
  return text + (player_to_move() == 0 ? " X" : " O");
}

std::string Othello::board_text() const {
  std::string text = "  a b c d e f g h";
  for (unsigned row = 0; row < 8; ++row) {
    text += '\n';
    text += static_cast<char>('1' + row);
    for (unsigned column = 0; column < 8; ++column) {
      text += ' ';
      text += disc_char(8 * row + column);
    }
  }
  return text;
}

BoardPart Othello::board_part() const { return {0, 7, 0, 7, 0, 0}; }

BoardPicture Othello::board_picture(const BoardPart& part) const {
  BoardPicture picture = square_cells(
      part, {[](int column) { return std::string(1, static_cast<char>('a' + column)); },
             [](int row) { return std::to_string(row + 1); }, true});
  for (int square = 0; square < 64; ++square) {
    const char disc = disc_char(static_cast<unsigned>(square));
    const int row = square / 8;
    if (disc != '-') picture.add_disc(disc == 'X', square % 8, row, 0.76);
  }
  picture.fit();
  return picture;
}

GameInfo Othello::info() {
  GameInfo info;
  info.name = "othello";
  info.summary = "discs that are flipped between two of one colour; black (X) moves first";
  info.move_form = "a square, a1 top left (d3), or pass";
  info.position_form = "64 characters a1..h1, a2.. of -XO, a blank, and the side to move: " +
                       Othello().position_text() +
                       "; also an OBF line, or the squares of the moves: f5d6c3";
  return info;
}

}  // namespace plytrace::othello
