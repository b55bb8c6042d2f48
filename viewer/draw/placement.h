// SPDX-License-Identifier: MIT
//
// Positions of everything in a diagram. Units: points; x grows to the right, y downwards, (0, 0) is
// the top left corner. Guaranteed: boxes and labels of different nodes do not overlap, texts stay
// inside their boxes, and no edge crosses a node or a label (except in a tree of dots). Thread
// rule: pure function.
#pragma once

#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/geometry.h"
#include "viewer/draw/legend.h"
#include "viewer/draw/outline.h"

namespace plytrace::draw {

// a dot is as legible as a text of this many times its size
inline constexpr double kDotAsText = 4;
// Cairo overestimates the extent of texts and clips whatever it thinks leaves a PDF page to whole
// points; without this margin the tops of letters were cut off.
inline constexpr double kPictureMargin = 3;
inline constexpr double kCaptionTop = 8;  // distance from the tree or the legend to the caption
inline constexpr double kBoardAbove = 3;  // from a board to the outline below it

// Face of the move at an edge.
Face edge_label_face(const DiagramNode& node);
// The shapes of a board above an outline, placed in `box`.
std::vector<BoardShape> board_above(const DiagramNode& node, const Box& box);

// Distance from the end of an edge to its cut mark: it clears the condition text there, however
// flat the edge is. The HTML page, which computes its own layout, does the same (drawEdge() in
// html/page/drawing.js).
double cut_mark_gap(Point from, Point to, Direction direction);

// "MAX" or "MIN" to the left of a row of nodes.
struct RowName {
  std::string text;
  Point right;  // right end of the text, at mid-height
};

// The heading of one of several trees.
struct Heading {
  std::string text;
  Point middle;
};

struct Placement {
  std::vector<Box> nodes;        // the outlines
  std::vector<Box> edge_labels;  // width 0: no label
  std::vector<Box> conditions;   // above the move; width 0: no condition
  std::vector<Box> boards;       // above the outline, below the move; width 0: no board there
  std::vector<Box> beside;       // DiagramNode::beside; width 0: no such texts
  // Polylines of two or three points from the parent to the node; empty for the root.
  std::vector<std::vector<Point>> edges;
  std::vector<RowName> row_names;
  std::vector<Heading> headings;
  std::vector<LegendItem> legend;
  Box legend_frame;
  std::string caption;           // lines wrapped to the picture's width, joined by newlines
  double width = 0, height = 0;  // of the tree and the legend; the caption is below
  double caption_height = 0;
  double smallest_text = 0;  // in points; a dot counts as the text of equal legibility
};

Placement place(const Diagram& diagram);

// The placement of a worksheet that can be laid over its solution: everything stands where the
// solution has it. Only the legend and the caption are the worksheet's own.
Placement laid_over(const Diagram& worksheet, const Placement& solution);

}  // namespace plytrace::draw
