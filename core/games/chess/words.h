// SPDX-License-Identifier: MIT
//
// Names that positions, moves and messages of chess share. Thread rule: pure functions.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

#include "core/games/chess/bitboard.h"

namespace plytrace::chess {

// The letters by Piece; black pieces are written in lower case.
inline constexpr std::string_view kPieceLetters = "PNBRQK";

inline char lower(char letter) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}
inline char upper(char letter) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}

inline std::string square_text(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

// Returns kNoSquare for any other text.
constexpr Square read_square(std::string_view text) {
  const bool is_square =
      text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
  if (!is_square) return kNoSquare;
  return square_at(static_cast<unsigned>(text[0] - 'a'), static_cast<unsigned>(text[1] - '1'));
}

constexpr std::string_view colour_text(int colour) { return colour == kWhite ? "white" : "black"; }

}  // namespace plytrace::chess
