// SPDX-License-Identifier: MIT
//
// How large a node is, its outline as a polygon, and its board (core/board_picture.h) as shapes
// with positions: the geometry that placement and the writers share. Units: points. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/geometry.h"

namespace plytrace::draw {

inline constexpr double kBoardCell = 9;      // side of a cell
inline constexpr double kBoardTextSize = 7;  // of the coordinates
inline constexpr double kBoardGap = 3;       // between a board and the texts below it

// Usual sizes of dots: of an inner node, and the smallest, of a skipped move.
inline constexpr double kInnerDot = 3.6, kLeastDot = 2.2;

// Graphviz draws its shapes house and invhouse (MAX and MIN) into a part of the height that it is
// given, and the walls take a part of that; the rest is the roof.
inline constexpr double kHouseShare = 0.9;
inline constexpr double kWallShare = 0.556;

// Of the texts and the board of a node, and of the outline around them.
Size content_size(const DiagramNode& node);
Size outline_size(const DiagramNode& node);

// True where a node is more than a plain shape of Graphviz: it has a board, or it is so tall that
// its roof would grow out of proportion and gets a fixed height.
bool is_drawn_apart(const DiagramNode& node);

// The roof of an outline that is so high in all; 0 for shapes without one.
double roof_height(const DiagramNode& node, double height);
// The outline without its roof.
Box walls(const DiagramNode& node, const Box& outline);
// How far its left and right sides are from its middle, at half of its height.
double half_width(const DiagramNode& node, const Box& outline);
// The corners of an outline; none for an ellipse.
std::vector<Point> outline_corners(const DiagramNode& node, const Box& outline);

// Parallel lines across an outline, from its lower left to its upper right, or the other way.
std::vector<Stroke> hatching(const DiagramNode& node, const Box& outline, bool rises);

struct BoardShape {
  BoardPicture::Paint paint = BoardPicture::Paint::kFaint;
  std::vector<Point> corners;  // of a polygon; none: a disc, or a text where there is one
  Point middle;
  double radius = 0;  // of a disc
  std::string text;
};

// A board with its top left corner at `corner`.
std::vector<BoardShape> board_shapes(const BoardPicture& board, Point corner);
// The board of a placed node: above its texts, and with them in the middle of the walls.
std::vector<BoardShape> board_shapes(const DiagramNode& node, const Box& outline);

}  // namespace plytrace::draw
