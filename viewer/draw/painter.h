// SPDX-License-Identifier: MIT
//
// How a placed diagram becomes a picture, in whatever format: paint() says what to draw, item by
// item from back to front, with all positions and pens; a Painter puts that into its format's
// words. Marks, texts and their places are decided here and in theme.h, and nowhere else. (DOT is
// no picture but a graph that others lay out: dot_writer.h. The HTML page lays itself out anew.)
// Units and axes as in placement.h. Thread rule: one thread a painter.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/outline.h"
#include "viewer/draw/placement.h"
#include "viewer/draw/theme.h"

namespace plytrace::draw {

struct PaintedText {
  std::string_view text;
  Point at;  // its middle, or the left or right end of its middle line
  double size = 9;
  Face face = Face::kRegular;
  Ink ink = Ink::kText;
  Anchor anchor = Anchor::kMiddle;
};

struct PaintedEdge {
  const DiagramNode& to;  // a sample of the legend has no id
  std::string_view from;  // the parent's id
  Stroke line;
  std::optional<Stroke> stem;  // leads to where the line begins
  Pen pen;
  std::vector<Stroke> mark;        // of a cut: drawn with mark_pen()
  std::vector<PaintedText> texts;  // at its end: the condition of a cut, the move
};

struct PaintedNode {
  const DiagramNode& node;  // likewise
  Box box;
  std::vector<Point> corners;  // none: an ellipse that fills the box
  double rounding = 0;         // radius of the corners
  Pen pen;
  const char* fill = "";         // "": none
  std::vector<Stroke> hatching;  // on the fill, drawn with hatched_with
  std::vector<BoardShape> board;
  std::vector<PaintedText> texts;
  std::optional<Pen> hatched_with = {};  // none: hatch_pen()
  bool is_reachable = false;  // where a format can: by keyboard, and its tooltip is its name
};

class Painter {
 public:
  virtual ~Painter() = default;

  virtual void edge(const PaintedEdge& edge) = 0;
  virtual void node(const PaintedNode& node) = 0;
  virtual void frame(const Box& box) = 0;          // around the legend
  virtual void text(const PaintedText& text) = 0;  // of rows, the legend and the caption
};

void paint(const Diagram& diagram, const Placement& placed, Painter& painter);

// The whole picture, the caption and a margin of kPictureMargin on every side included.
Size picture_size(const Placement& placed);

// The line on which a text stands: digits and capitals are twice this share of their size high.
constexpr double baseline(const PaintedText& text) { return text.at.y + 0.36 * text.size; }

// A line as the strokes of its dashes; itself where it is solid.
std::vector<Stroke> dashes(const Stroke& line, Dash dash);

}  // namespace plytrace::draw
