// SPDX-License-Identifier: MIT
//
// The shared part of pictures of boards with square cells (core/board_picture.h): the section of
// the board that is shown, its empty cells, and the coordinates. The centre of a cell is (column,
// row); rows count from the top. Draw the pieces after the cells and call fit() last. Pure
// functions.
#pragma once

#include <functional>
#include <string>

#include "core/board_picture.h"

namespace plytrace {

// The part of the board to show. A side of up to nine cells is shown whole. A longer side shows the
// range of the pieces plus one cell at each end, or its middle if there are no pieces.
BoardPart part_to_show(int columns, int rows, const std::function<bool(int, int)>& has_piece);

struct CellNames {
  std::function<std::string(int)> column;
  std::function<std::string(int)> row;  // empty: rows have no names
  bool on_top = false;                  // column names above the board instead of below
};

BoardPicture square_cells(const BoardPart& part, const CellNames& names);

}  // namespace plytrace
