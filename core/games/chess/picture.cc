// SPDX-License-Identifier: MIT
//
// A chess board as a drawing, with our own outlines of the six pieces. Five of them are symmetric
// and defined by their right half, from the top down.
#include <cmath>
#include <numbers>

#include "core/games/chess/chess.h"
#include "core/games/square_board.h"

namespace plytrace::chess {
namespace {

using Corner = BoardPicture::Corner;
using Outline = std::vector<Corner>;

// An arc around (x, y), angles in degrees, clockwise from the top.
void add_arc(Outline& outline, double x, double y, double radius, int from, int to) {
  constexpr int kStep = 15;
  for (int angle = from; angle <= to; angle += kStep) {
    const double turn = angle * std::numbers::pi / 180;
    outline.push_back({x + radius * std::sin(turn), y - radius * std::cos(turn)});
  }
}

// The base of all pieces except the knight.
void add_foot(Outline& half, double width) {
  half.insert(half.end(), {{width - 0.07, 0.26}, {width, 0.30}, {width, 0.40}});
}

Outline mirrored(Outline half) {
  for (std::size_t i = half.size(); i-- > 0;) half.push_back({-half[i].x, half[i].y});
  return half;
}

Outline pawn() {
  Outline half;
  add_arc(half, 0, -0.18, 0.135, 0, 135);
  half.insert(half.end(), {{0.15, -0.06}, {0.15, -0.01}, {0.08, -0.01}, {0.10, 0.12}});
  add_foot(half, 0.25);
  return mirrored(half);
}

Outline bishop() {
  Outline half;
  add_arc(half, 0, -0.385, 0.045, 0, 135);
  half.insert(half.end(), {{0.09, -0.27},
                           {0.145, -0.18},
                           {0.15, -0.08},
                           {0.09, 0.02},
                           {0.15, 0.04},
                           {0.15, 0.09},
                           {0.09, 0.09},
                           {0.11, 0.18}});
  add_foot(half, 0.27);
  Outline whole = mirrored(half);
  // The slit in the bishop's mitre, on the right side only.
  const auto cut = whole.begin() + 11;
  whole.insert(cut, {{0.115, -0.225}, {0.03, -0.10}, {0.06, -0.08}, {0.135, -0.195}});
  return whole;
}

Outline rook() {
  Outline half{{0.07, -0.36}, {0.07, -0.28}, {0.14, -0.28}, {0.14, -0.36},
               {0.25, -0.36}, {0.25, -0.20}, {0.17, -0.13}, {0.17, 0.17}};
  add_foot(half, 0.28);
  return mirrored(half);
}

Outline queen() {
  Outline half{{0, -0.40},    {0.075, -0.10}, {0.18, -0.37}, {0.21, -0.07},
               {0.36, -0.27}, {0.26, 0.09},   {0.20, 0.16}};
  add_foot(half, 0.28);
  return mirrored(half);
}

Outline king() {
  Outline half{{0.03, -0.45}, {0.03, -0.40}, {0.085, -0.40}, {0.085, -0.34},
               {0.03, -0.34}, {0.03, -0.26}, {0.08, -0.18},  {0.18, -0.23},
               {0.29, -0.20}, {0.34, -0.10}, {0.31, 0.02},   {0.21, 0.16}};
  add_foot(half, 0.28);
  return mirrored(half);
}

// The knight looks to the left.
Outline knight() {
  return {{-0.05, -0.42}, {0.03, -0.33}, {0.14, -0.29}, {0.23, -0.20},  {0.28, -0.06},
          {0.29, 0.12},   {0.27, 0.30},  {0.27, 0.40},  {-0.23, 0.40},  {-0.23, 0.30},
          {-0.17, 0.25},  {-0.13, 0.15}, {-0.02, 0.05}, {0.03, -0.05},  {-0.06, -0.03},
          {-0.14, -0.01}, {-0.20, 0.07}, {-0.27, 0.06}, {-0.31, -0.02}, {-0.23, -0.15},
          {-0.16, -0.26}, {-0.09, -0.31}};
}

const Outline& outline_of(Piece piece) {
  static const std::array<Outline, kPieceKinds> outlines{pawn(), knight(), bishop(),
                                                         rook(), queen(),  king()};
  return outlines[piece];
}

}  // namespace

BoardPicture Chess::board_picture(const BoardPart& part) const {
  using Form = BoardPicture::Form;
  using Paint = BoardPicture::Paint;
  const CellNames names{[](int column) { return std::string(1, static_cast<char>('a' + column)); },
                        [](int row) { return std::to_string(8 - row); }};
  BoardPicture picture = square_cells(part, names);
  const auto row_of = [](Square square) { return 7 - static_cast<int>(rank_of(square)); };
  const auto column_of = [](Square square) { return static_cast<int>(file_of(square)); };
  for (Bitboard dark = kDarkSquares; dark != 0;) {
    const Square square = pop_square(dark);
    picture.add(Form::kBox, Paint::kTint, column_of(square), row_of(square), 1, 1);
  }
  if (now().last_move != kNoMove && now().last_move != kNullMove) {
    for (const Square square : {from_square(now().last_move), to_square(now().last_move)}) {
      picture.add(Form::kBox, Paint::kFrame, column_of(square), row_of(square), 0.94, 0.94);
    }
  }
  for (Square square = 0; square < 64; ++square) {
    if (piece_on(square) == kNoPiece) continue;
    const bool black = (now().colours[kBlack] & bit(square)) != 0;
    picture.add_outline(outline_of(piece_on(square)), black, column_of(square), row_of(square), 1);
  }
  picture.fit();
  return picture;
}

}  // namespace plytrace::chess
