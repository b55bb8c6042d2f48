// SPDX-License-Identifier: MIT
#include "core/games/square_board.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace plytrace {
namespace {

constexpr int kShownWhole = 9;

// The first and last of `length` cells to show; used(i) is true if cell i holds a piece.
template <class Used>
std::pair<int, int> range_to_show(int length, const Used& used) {
  if (length <= kShownWhole) return {0, length - 1};
  int first = length / 2;
  int last = first;
  bool is_empty = true;
  for (int i = 0; i < length; ++i) {
    if (!used(i)) continue;
    if (is_empty) first = i;
    is_empty = false;
    last = i;
  }
  // One more cell, to show what lies next to the pieces.
  return {std::max(first - 1, 0), std::min(last + 1, length - 1)};
}

}  // namespace

BoardPart part_to_show(int columns, int rows, const std::function<bool(int, int)>& has_piece) {
  const auto in_column = [&](int column) {
    for (int row = 0; row < rows; ++row) {
      if (has_piece(column, row)) return true;
    }
    return false;
  };
  const auto in_row = [&](int row) {
    for (int column = 0; column < columns; ++column) {
      if (has_piece(column, row)) return true;
    }
    return false;
  };
  BoardPart part;
  std::tie(part.left, part.right) = range_to_show(columns, in_column);
  std::tie(part.top, part.bottom) = range_to_show(rows, in_row);
  return part;
}

BoardPicture square_cells(const BoardPart& part, const CellNames& names) {
  BoardPicture picture;
  for (int column = part.left; column <= part.right; ++column) {
    picture.add_text(names.column(column), column, names.on_top ? part.top - 1 : part.bottom + 1);
  }
  for (int row = part.top; row <= part.bottom; ++row) {
    if (names.row) {
      const std::string name = names.row(row);
      // Names are centred on their point, so a longer name must be placed further from the board.
      picture.add_text(name, part.left - 0.6 - 0.25 * static_cast<double>(name.size()), row);
    }
    for (int column = part.left; column <= part.right; ++column) {
      picture.add(BoardPicture::Form::kBox, BoardPicture::Paint::kFaint, column, row, 1, 1);
    }
  }
  return picture;
}

}  // namespace plytrace
