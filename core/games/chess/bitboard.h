// SPDX-License-Identifier: MIT
//
// Attacks on a chess board. Square = 8 * rank + file, a1 = 0, h8 = 63; bit n of a bitboard is
// square n:
//
//   8   56 57 58 59 60 61 62 63
//   ...
//   2    8  9 10 11 12 13 14 15
//   1    0  1  2  3  4  5  6  7
//        a  b  c  d  e  f  g  h
//
// Sliding pieces: on files and diagonals the subtraction o ^ (o - 2r), with the bytes of the board
// reversed for the other direction; on ranks a table. Source: "Hyperbola Quintessence", Gerd
// Isenberg, https://www.chessprogramming.org/Hyperbola_Quintessence.
//
// Thread rule: pure functions on constant tables.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace plytrace::chess {

using Bitboard = std::uint64_t;
using Square = unsigned;

enum Piece : unsigned { kPawn, kKnight, kBishop, kRook, kQueen, kKing, kNoPiece };
inline constexpr unsigned kPieceKinds = 6;
inline constexpr int kWhite = 0, kBlack = 1;
inline constexpr Square kNoSquare = 64;

inline constexpr Bitboard kFileA = 0x0101010101010101, kFileH = kFileA << 7U;
inline constexpr Bitboard kRank1 = 0xFF, kRank8 = kRank1 << 56U;
inline constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr unsigned file_of(Square square) { return square & 7U; }
constexpr unsigned rank_of(Square square) { return square >> 3U; }
constexpr Square square_at(unsigned file, unsigned rank) { return 8 * rank + file; }
constexpr Square first_square(Bitboard squares) {
  return static_cast<Square>(std::countr_zero(squares));
}
// Removes the lowest square from `squares` and returns it.
constexpr Square pop_square(Bitboard& squares) {
  const Square square = first_square(squares);
  squares &= squares - 1;
  return square;
}

namespace tables {

// The square that is (files, ranks) steps away, or no square if that is off the board.
constexpr Bitboard step_from(Square square, int files, int ranks) {
  const int file = static_cast<int>(file_of(square)) + files;
  const int rank = static_cast<int>(rank_of(square)) + ranks;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return 0;
  return bit(square_at(static_cast<unsigned>(file), static_cast<unsigned>(rank)));
}

// All squares on the line through `square` in one direction and its opposite, without `square`.
constexpr Bitboard line_through(Square square, int files, int ranks) {
  Bitboard line = 0;
  for (int n = 1; n < 8; ++n) {
    line |= step_from(square, n * files, n * ranks) | step_from(square, -n * files, -n * ranks);
  }
  return line;
}

template <class Make>
constexpr std::array<Bitboard, 64> for_each_square(Make make) {
  std::array<Bitboard, 64> table{};
  for (Square square = 0; square < 64; ++square) table[square] = make(square);
  return table;
}

inline constexpr std::array<Bitboard, 64> kKnight = for_each_square([](Square s) {
  return step_from(s, 1, 2) | step_from(s, 2, 1) | step_from(s, 2, -1) | step_from(s, 1, -2) |
         step_from(s, -1, -2) | step_from(s, -2, -1) | step_from(s, -2, 1) | step_from(s, -1, 2);
});
inline constexpr std::array<Bitboard, 64> kKing = for_each_square([](Square s) {
  return step_from(s, 1, 0) | step_from(s, 1, 1) | step_from(s, 0, 1) | step_from(s, -1, 1) |
         step_from(s, -1, 0) | step_from(s, -1, -1) | step_from(s, 0, -1) | step_from(s, 1, -1);
});
inline constexpr std::array<std::array<Bitboard, 64>, 2> kPawn{
    for_each_square([](Square s) { return step_from(s, -1, 1) | step_from(s, 1, 1); }),
    for_each_square([](Square s) { return step_from(s, -1, -1) | step_from(s, 1, -1); })};

// The file, the diagonal (a1 to h8) and the anti-diagonal of each square.
inline constexpr std::array<std::array<Bitboard, 64>, 3> kLines{
    for_each_square([](Square s) { return line_through(s, 0, 1); }),
    for_each_square([](Square s) { return line_through(s, 1, 1); }),
    for_each_square([](Square s) { return line_through(s, 1, -1); })};

// The squares that a rook on `file` attacks along its rank, by the six inner squares of that rank.
constexpr std::array<std::array<std::uint8_t, 64>, 8> make_rank_attacks() {
  std::array<std::array<std::uint8_t, 64>, 8> table{};
  for (unsigned file = 0; file < 8; ++file) {
    for (unsigned inner = 0; inner < 64; ++inner) {
      const unsigned occupied = inner << 1U;
      unsigned seen = 0;
      for (int to = static_cast<int>(file) + 1; to < 8; ++to) {
        seen |= 1U << static_cast<unsigned>(to);
        if ((occupied >> static_cast<unsigned>(to) & 1U) != 0) break;
      }
      for (int to = static_cast<int>(file) - 1; to >= 0; --to) {
        seen |= 1U << static_cast<unsigned>(to);
        if ((occupied >> static_cast<unsigned>(to) & 1U) != 0) break;
      }
      table[file][inner] = static_cast<std::uint8_t>(seen);
    }
  }
  return table;
}
inline constexpr std::array<std::array<std::uint8_t, 64>, 8> kRankAttacks = make_rank_attacks();

enum Line : std::size_t { kFileLine, kDiagonal, kAntiDiagonal };

}  // namespace tables

constexpr Bitboard knight_attacks(Square square) { return tables::kKnight[square]; }
constexpr Bitboard king_attacks(Square square) { return tables::kKing[square]; }
constexpr Bitboard pawn_attacks(int colour, Square square) {
  return tables::kPawn[static_cast<std::size_t>(colour)][square];
}

// Attacks along a line whose squares are on different ranks.
constexpr Bitboard line_attacks(Square square, Bitboard occupied, tables::Line line) {
  const Bitboard mask = tables::kLines[line][square];
  const Bitboard from = bit(square);
  const Bitboard up = (occupied & mask) - 2 * from;
  const Bitboard down =
      __builtin_bswap64(__builtin_bswap64(occupied & mask) - 2 * __builtin_bswap64(from));
  return (up ^ down) & mask;
}

constexpr Bitboard rank_attacks(Square square, Bitboard occupied) {
  const unsigned shift = square & 56U;
  const auto inner = static_cast<std::size_t>(occupied >> (shift + 1) & 63U);
  return Bitboard{tables::kRankAttacks[file_of(square)][inner]} << shift;
}

constexpr Bitboard bishop_attacks(Square square, Bitboard occupied) {
  return line_attacks(square, occupied, tables::kDiagonal) |
         line_attacks(square, occupied, tables::kAntiDiagonal);
}
constexpr Bitboard rook_attacks(Square square, Bitboard occupied) {
  return line_attacks(square, occupied, tables::kFileLine) | rank_attacks(square, occupied);
}

namespace tables {

// The squares between two squares of one rank, file or diagonal (both excluded), and the whole line
// through them (both included). Both sets are empty for other pairs.
struct Lines {
  std::array<std::array<Bitboard, 64>, 64> between{};
  std::array<std::array<Bitboard, 64>, 64> whole{};
};

constexpr Lines make_lines() {
  Lines lines;
  constexpr std::array<std::array<int, 2>, 8> kSteps{
      {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};
  for (Square from = 0; from < 64; ++from) {
    for (const auto& [files, ranks] : kSteps) {
      const Bitboard line = line_through(from, files, ranks) | bit(from);
      Bitboard passed = 0;
      for (int n = 1; n < 8; ++n) {
        const Bitboard here = step_from(from, n * files, n * ranks);
        if (here == 0) break;
        lines.between[from][first_square(here)] = passed;
        lines.whole[from][first_square(here)] = line;
        passed |= here;
      }
    }
  }
  return lines;
}
inline constexpr Lines kLinesOfTwo = make_lines();

}  // namespace tables

constexpr Bitboard between(Square from, Square to) { return tables::kLinesOfTwo.between[from][to]; }
constexpr Bitboard line_of(Square from, Square to) { return tables::kLinesOfTwo.whole[from][to]; }

}  // namespace plytrace::chess
