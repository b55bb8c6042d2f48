// SPDX-License-Identifier: MIT
//
// The cells and cards of Double Card (games.md 1.4) as bitboards: 8 columns A..H of 12 rows, in 128
// bits. Column c, row r (both from 0) is bit 16 * c + r, so four off-board bits follow each column:
//
//   row 12    11  27  43 ... 123
//    ...
//   row 2      1  17  33 ... 113
//   row 1      0  16  32 ... 112
//              A   B   C       H
//
// A step along a line is a shift: 1 up a column, 16 along a row, 17 along a rising and 15 along a
// falling diagonal. Up to four steps forward and one step back never reach a wrong cell: they end
// on the board, on an off-board bit, or outside the 128 bits. Thread rule: pure functions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace plytrace::doublecard {

__extension__ using Bits = unsigned __int128;

inline constexpr int kColumns = 8;
inline constexpr int kRows = 12;
inline constexpr int kColumnBits = 16;

using Cell = unsigned;  // bit number

constexpr Cell cell_at(int column, int row) {
  return static_cast<Cell>(kColumnBits * column + row);
}
constexpr int column_of(Cell cell) { return static_cast<int>(cell) / kColumnBits; }
constexpr int row_of(Cell cell) { return static_cast<int>(cell) % kColumnBits; }
constexpr Bits bit(Cell cell) { return Bits{1} << cell; }
constexpr bool has(Bits cells, Cell cell) { return (cells >> cell & 1U) != 0; }

// The number of cells. Returns early for the empty set, which is the most frequent one. Otherwise
// it sums bytes of both halves at once, because a portable build has no popcount instruction.
constexpr int count(Bits cells) {
  if (cells == 0) return 0;
  const auto pairs = [](std::uint64_t x) { return x - ((x >> 1U) & 0x5555555555555555U); };
  const auto nibbles = [](std::uint64_t x) {
    return (x & 0x3333333333333333U) + ((x >> 2U) & 0x3333333333333333U);
  };
  const std::uint64_t both = nibbles(pairs(static_cast<std::uint64_t>(cells))) +
                             nibbles(pairs(static_cast<std::uint64_t>(cells >> 64U)));
  const std::uint64_t bytes = (both & 0x0F0F0F0F0F0F0F0FU) + ((both >> 4U) & 0x0F0F0F0F0F0F0F0FU);
  return static_cast<int>((bytes * 0x0101010101010101U) >> 56U);
}

constexpr Cell lowest(Bits cells) {
  const auto low = static_cast<std::uint64_t>(cells);
  if (low != 0) return static_cast<Cell>(std::countr_zero(low));
  return 64 + static_cast<Cell>(std::countr_zero(static_cast<std::uint64_t>(cells >> 64U)));
}

// The four axes as shifts.
inline constexpr std::array<int, 4> kSteps{1, 16, 17, 15};

// Shifts the board so that each result bit tells whether the cell `steps` steps further along
// `step` is in `cells`.
constexpr Bits ahead(Bits cells, int step, int steps) {
  return steps >= 0 ? cells >> (step * steps) : cells << (step * -steps);
}

constexpr Bits make_board_cells() {
  Bits cells = 0;
  for (int column = 0; column < kColumns; ++column) {
    for (int row = 0; row < kRows; ++row) cells |= bit(cell_at(column, row));
  }
  return cells;
}
inline constexpr Bits kBoardCells = make_board_cells();

// The first cells, along `step`, of all rows of four in `cells`.
constexpr Bits fours(Bits cells, int step) {
  const Bits pairs = cells & ahead(cells, step, 1);
  return pairs & ahead(pairs, step, 2);
}

constexpr bool has_four(Bits cells) {
  for (const int step : kSteps) {
    if (fours(cells, step) != 0) return true;
  }
  return false;
}

// The contents of all cells. A white cell is occupied and not red; a hollow one is occupied and not
// solid.
struct Contents {
  Bits occupied = 0, red = 0, solid = 0;

  Bits white() const { return occupied & ~red; }
  Bits hollow() const { return occupied & ~solid; }
};

// One half of a card.
struct Half {
  bool red, solid;
};

// Card types 1..8 as printed; the lower or left half comes first. Odd types lie, even ones stand.
inline constexpr int kTypes = 8;
inline constexpr std::array<std::array<Half, 2>, kTypes> kHalves{{
    {{{true, true}, {false, false}}},  // 1  RX WO
    {{{false, false}, {true, true}}},  // 2  WO below RX
    {{{false, false}, {true, true}}},  // 3  WO RX
    {{{true, true}, {false, false}}},  // 4  RX below WO
    {{{true, false}, {false, true}}},  // 5  RO WX
    {{{false, true}, {true, false}}},  // 6  WX below RO
    {{{false, true}, {true, false}}},  // 7  WX RO
    {{{true, false}, {false, true}}},  // 8  RO below WX
}};

constexpr bool stands(int type) { return type % 2 == 0; }

// A card on the board: its type and its lower or left cell.
struct Card {
  int type;
  Cell cell;

  Cell second_cell() const { return cell + (stands(type) ? 1U : unsigned{kColumnBits}); }
  Bits cells() const { return bit(cell) | bit(second_cell()); }
  bool operator==(const Card&) const = default;
};

}  // namespace plytrace::doublecard
