// SPDX-License-Identifier: MIT
//
// Othello on bitboards: legal placements, flipped discs, and stable discs.
// Bit 8 * row + column; row 0 is the top one (rank 1), column 0 is file a:
//
//        a  b  c  d  e  f  g  h
//   1    0  1  2  3  4  5  6  7
//   2    8  9 10 11 12 13 14 15
//   ...
//   8   56 57 58 59 60 61 62 63
//
// Thread rule: pure functions.
#pragma once

#include <bit>
#include <cstdint>

namespace plytrace::othello {

using Bitboard = std::uint64_t;

// Masks that remove wrapped squares: not file a after a step right, not file h after one left.
inline constexpr Bitboard kNotFileA = 0xFEFEFEFEFEFEFEFE;
inline constexpr Bitboard kNotFileH = 0x7F7F7F7F7F7F7F7F;
inline constexpr Bitboard kAllSquares = ~Bitboard{0};

constexpr Bitboard square_bit(unsigned square) { return Bitboard{1} << square; }

// Moves all squares one step: Shift > 0 towards h8, < 0 towards a1. Squares that leave the board
// disappear. Steps: 1 along a row, 8 along a file, 9 and 7 along the two diagonals.
template <int Shift>
constexpr Bitboard step(Bitboard squares) {
  constexpr bool kRight = Shift == 1 || Shift == 9 || Shift == -7;
  constexpr bool kLeft = Shift == -1 || Shift == -9 || Shift == 7;
  const Bitboard moved = Shift > 0 ? squares << (Shift & 63) : squares >> (-Shift & 63);
  if constexpr (kRight) return moved & kNotFileA;
  if constexpr (kLeft) return moved & kNotFileH;
  return moved;
}

// The opponent's discs in unbroken runs that start next to `from` in one direction.
template <int Shift>
constexpr Bitboard run(Bitboard from, Bitboard opponent) {
  Bitboard discs = step<Shift>(from) & opponent;
  for (int i = 0; i < 5; ++i) discs |= step<Shift>(discs) & opponent;
  return discs;
}

// The empty squares on which `own` can place.
constexpr Bitboard placements(Bitboard own, Bitboard opponent) {
  const Bitboard ends = step<1>(run<1>(own, opponent)) | step<-1>(run<-1>(own, opponent)) |
                        step<8>(run<8>(own, opponent)) | step<-8>(run<-8>(own, opponent)) |
                        step<9>(run<9>(own, opponent)) | step<-9>(run<-9>(own, opponent)) |
                        step<7>(run<7>(own, opponent)) | step<-7>(run<-7>(own, opponent));
  return ends & ~(own | opponent);
}

template <int Shift>
constexpr Bitboard flips_along(Bitboard placed, Bitboard own, Bitboard opponent) {
  const Bitboard discs = run<Shift>(placed, opponent);
  return (step<Shift>(discs) & own) != 0 ? discs : 0;
}

// The opponent's discs that are turned over when `own` places a disc on `placed`.
constexpr Bitboard flips(Bitboard placed, Bitboard own, Bitboard opponent) {
  return flips_along<1>(placed, own, opponent) | flips_along<-1>(placed, own, opponent) |
         flips_along<8>(placed, own, opponent) | flips_along<-8>(placed, own, opponent) |
         flips_along<9>(placed, own, opponent) | flips_along<-9>(placed, own, opponent) |
         flips_along<7>(placed, own, opponent) | flips_along<-7>(placed, own, opponent);
}

// The squares whose board line on the axis of Shift holds no square of `empty`.
template <int Shift>
constexpr Bitboard full_lines(Bitboard empty) {
  for (int i = 0; i < 7; ++i) empty |= step<Shift>(empty) | step<-Shift>(empty);
  return ~empty;
}

// The squares with no neighbour in at least one direction of the axis of Shift.
template <int Shift>
inline constexpr Bitboard kRim = ~(step<Shift>(kAllSquares) & step<-Shift>(kAllSquares));

// Squares that are safe along each axis, whatever else is stable: the line is full or ends there.
struct SafeSquares {
  Bitboard row, file, falling, rising;
};

constexpr SafeSquares safe_squares(Bitboard occupied) {
  const Bitboard empty = ~occupied;
  return {full_lines<1>(empty) | kRim<1>, full_lines<8>(empty) | kRim<8>,
          full_lines<9>(empty) | kRim<9>, full_lines<7>(empty) | kRim<7>};
}

// The discs of `own` that can never be flipped. It is the smallest set in which each disc, on each
// axis, lies on a full line, at the edge, or next to a stable disc of `own`.
constexpr Bitboard stable_discs(Bitboard own, const SafeSquares& safe) {
  Bitboard stable = 0;
  for (;;) {
    const Bitboard grown = own & (safe.row | step<1>(stable) | step<-1>(stable)) &
                           (safe.file | step<8>(stable) | step<-8>(stable)) &
                           (safe.falling | step<9>(stable) | step<-9>(stable)) &
                           (safe.rising | step<7>(stable) | step<-7>(stable));
    if (grown == stable) return stable;
    stable = grown;
  }
}

}  // namespace plytrace::othello
