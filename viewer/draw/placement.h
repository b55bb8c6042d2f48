// SPDX-License-Identifier: MIT
//
// Where everything of a diagram stands. Units: points; x grows to the right, y downwards, (0, 0)
// is the top left corner. Guaranteed: boxes and labels of different nodes do not overlap, texts
// stay inside their boxes, no edge crosses a node or a label (but in a tree of dots). Thread rule:
// pure function.
#pragma once

#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/geometry.h"
#include "viewer/draw/legend.h"

namespace plytrace::draw {

inline constexpr double kEdgeLabelSize = 9.5;
inline constexpr double kConditionSize = 8;
inline constexpr double kLegendSize = 8.5;
inline constexpr double kCaptionSize = 9.5;
inline constexpr double kTitleSize = 13;
inline constexpr double kRowNameSize = 12;
inline constexpr double kHeadingSize = 12;
inline constexpr double kDotAsText = 4;  // a dot is as easily seen as a text so many times as high
// Cairo takes texts for larger than they are, and clips what it takes to leave the page of a PDF to
// whole points: letters lost their tops.
inline constexpr double kPictureMargin = 3;
inline constexpr double kCaptionTop = 8;  // from the tree or the legend to the caption

// Of the move at an edge.
Face edge_label_face(const DiagramNode& node);

// How far before the end of an edge its cut mark ends: clear of the condition that stands there,
// however flat the edge comes in. The page, which lays itself out, does the same (drawEdge() in
// html/page/drawing.js).
double cut_mark_gap(Point from, Point to, Direction direction);

// At the left of a row of nodes.
struct RowName {
  std::string text;
  Point right;  // its right end, in the middle of its height
};

// Of one of several trees.
struct Heading {
  std::string text;
  Point middle;
};

struct Placement {
  std::vector<Box> nodes;        // the outlines
  std::vector<Box> edge_labels;  // width 0 where there is none
  std::vector<Box> conditions;   // likewise; each above the move
  // From the parent to the node, two points or three; empty for the root.
  std::vector<std::vector<Point>> edges;
  std::vector<RowName> row_names;
  std::vector<Heading> headings;
  std::vector<LegendItem> legend;
  Box legend_frame;
  std::string caption;           // lines broken to the picture's width, joined by line ends
  double width = 0, height = 0;  // of the tree and the legend; the caption stands below
  double caption_height = 0;
  double smallest_text = 0;  // points; a dot counts as a text as easily seen
};

Placement place(const Diagram& diagram);

}  // namespace plytrace::draw
