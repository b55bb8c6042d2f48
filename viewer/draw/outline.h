// SPDX-License-Identifier: MIT
//
// The geometry that placement and all writers share: the size of a node, its outline as a polygon,
// and its board (core/board_picture.h) as positioned shapes. Units: points. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/geometry.h"

namespace plytrace::draw {

inline constexpr double kBoardCell = 9;      // side of a cell
inline constexpr double kBoardTextSize = 7;  // font size of the coordinates
inline constexpr double kBoardGap = 3;       // between a board and the texts below it

// Usual diameters of dots: an inner node, and the smallest, which is a skipped move.
inline constexpr double kInnerDot = 3.6, kLeastDot = 2.2;

// Graphviz draws its shapes house and invhouse (MAX and MIN) into this share of the given height.
// The walls take kWallShare of that; the rest is the roof.
inline constexpr double kHouseShare = 0.9;
inline constexpr double kWallShare = 0.556;

// Size of the texts and the board inside a node, and of the outline around them.
Size content_size(const DiagramNode& node);
// Size of lines of text below one another.
Size text_size(const std::vector<TextLine>& lines);
// Size of a node's board.
Size board_size(const DiagramNode& node);
Size outline_size(const DiagramNode& node);

// True if no plain Graphviz shape can draw the node: it has a board, or it is so tall that a
// proportional roof would be too large, so the roof gets a fixed height.
bool is_drawn_apart(const DiagramNode& node);

// Height of the roof of an outline `height` points high; 0 for shapes without a roof.
double roof_height(const DiagramNode& node, double height);
// The outline without its roof.
Box walls(const DiagramNode& node, const Box& outline);
// Distance from the node's middle to its left and right sides, at mid-height.
double half_width(const DiagramNode& node, const Box& outline);
// The corners of an outline; empty for an ellipse.
std::vector<Point> outline_corners(const DiagramNode& node, const Box& outline);

// Parallel lines across an outline. `rises`: from lower left to upper right; else from upper left
// to lower right.
std::vector<Stroke> hatching(const DiagramNode& node, const Box& outline, bool rises);

struct BoardShape {
  BoardPicture::Paint paint = BoardPicture::Paint::kFaint;
  // of a polygon; if empty, the shape is a text if `text` is set, else a disc
  std::vector<Point> corners;
  Point middle;
  double radius = 0;  // of a disc
  std::string text;
  double text_size = kBoardTextSize;
};

// The shapes of a board whose top left corner is at `corner`.
std::vector<BoardShape> board_shapes(const BoardPicture& board, Point corner, double scale = 1);
// The shapes of the board in a placed node, above the node's texts; both together are centred in
// the walls.
std::vector<BoardShape> board_shapes(const DiagramNode& node, const Box& outline);

}  // namespace plytrace::draw
