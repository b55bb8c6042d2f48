// SPDX-License-Identifier: MIT
//
// What boards of square cells have in common as pictures (core/board_picture.h): which part is
// shown, its empty cells, and the coordinates. The middle of a cell is (column, row), rows counted
// from the top; pieces go on top of the cells, fit() comes last. Pure functions.
#pragma once

#include <functional>
#include <string>

#include "core/board_picture.h"

namespace plytrace {

// A side of up to nine cells is shown whole, of a longer one what lies between the pieces and one
// cell more at each end; without a piece the middle.
BoardPart part_to_show(int columns, int rows, const std::function<bool(int, int)>& has_piece);

struct CellNames {
  std::function<std::string(int)> column;
  std::function<std::string(int)> row;  // empty: rows have no names
  bool on_top = false;                  // those of the columns, else below
};

BoardPicture square_cells(const BoardPart& part, const CellNames& names);

}  // namespace plytrace
