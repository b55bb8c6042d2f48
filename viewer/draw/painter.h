// SPDX-License-Identifier: MIT
//
// Draws a placed diagram in any format. paint() decides what to draw, item by item from back to
// front, with positions and pens; a Painter translates each item into its format. Only paint() and
// theme.h decide about marks, texts and their positions. Two writers do not use it: DOT describes a
// graph that Graphviz lays out (dot_writer.h), and the HTML page computes its own layout. Units and
// axes as in placement.h. Thread rule: one thread per painter.
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
  std::string text;
  Point at;  // the middle, or the left or right end, of the text's middle line
  double size = 9;
  Face face = Face::kRegular;
  Ink ink = Ink::kText;
  Anchor anchor = Anchor::kMiddle;
  bool is_leaf = false;  // the value of a leaf without an outline
};

struct PaintedEdge {
  const DiagramNode& to;  // for a sample of the legend, its id is empty
  std::string_view from;  // the parent's id
  Stroke line;
  std::vector<Stroke> stem;  // lead from the parent to the start of `line`
  Pen pen;
  std::vector<Stroke> mark;        // the cut mark, drawn with mark_pen()
  std::vector<PaintedText> texts;  // at the edge's end: the cut condition and the move
};

struct PaintedNode {
  const DiagramNode& node;  // for a sample of the legend, its id is empty
  Box box;
  std::vector<Point> corners;  // none: an ellipse that fills the box
  double rounding = 0;         // radius of the corners
  Pen pen;
  const char* fill = "";         // "": no fill
  std::vector<Stroke> hatching;  // on the fill, drawn with hatched_with
  std::vector<BoardShape> board;
  std::vector<PaintedText> texts;
  std::optional<Pen> hatched_with = {};  // none: hatch_pen()
  // focusable by keyboard, with its tooltip as accessible name, if the format supports it
  bool is_reachable = false;
};

class Painter {
 public:
  virtual ~Painter() = default;

  virtual void edge(const PaintedEdge& edge) = 0;
  virtual void node(const PaintedNode& node) = 0;
  virtual void frame(const Box& box) = 0;          // around the legend
  virtual void text(const PaintedText& text) = 0;  // row names, legend and caption
};

void paint(const Diagram& diagram, const Placement& placed, Painter& painter);

// Size of the whole picture, including the caption and kPictureMargin on every side.
Size picture_size(const Placement& placed);

// The y coordinate of a text's baseline. Digits and capitals are 0.72 of the font size high, so
// half of that centres them.
constexpr double baseline(const PaintedText& text) { return text.at.y + 0.36 * text.size; }

// Splits a line into the strokes of its dashes; a solid line stays one stroke.
std::vector<Stroke> dashes(const Stroke& line, Dash dash);

}  // namespace plytrace::draw
