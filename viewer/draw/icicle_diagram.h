// SPDX-License-Identifier: MIT
//
// The layout of an icicle chart: positions of its boxes, their texts, the node-count axis, the
// legend and the caption, drawn by any Painter (painter.h). Units: points of paper. Thread rule:
// pure functions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/draw/icicle_looks.h"
#include "viewer/draw/painter.h"

namespace plytrace::draw {

struct IcicleOptions {
  IcicleBy by = IcicleBy::kKind;
  Theme theme = Theme::kPaper;
  double width = 523;                // width of the whole picture
  std::string title;                 // one bold line; empty: none
  std::vector<std::string> caption;  // empty: none is drawn
  std::vector<std::string> description;
  // The candidate texts of a box, longest first (the first that fits is drawn), and its tooltip.
  std::function<std::vector<std::string>(const IcicleBox&)> labels;
  std::function<std::string(const IcicleBox&)> tooltip;
};

struct IcicleShape {
  Box box;
  const char* fill = "";
  Pen pen;
  std::vector<Stroke> hatching;
  std::string id, tooltip;         // both empty for a piece or a sample
  std::vector<PaintedText> texts;  // at most one
};

struct IcicleDiagram {
  // Boxes and runs ordered by x and row, then the pieces of the runs, then the legend's samples.
  std::vector<IcicleShape> shapes;
  bool has_cells = false;  // whether there are pieces of runs
  std::vector<Stroke> ticks;
  std::vector<PaintedText> texts;
  Size size;  // without the margin (kPictureMargin)
  Theme theme = Theme::kPaper;
  std::string title;
  std::vector<std::string> description;
};

// The width in whole points of the box area in a picture of the given width. A node narrower than
// one of these points needs no box of its own.
int icicle_pixels(double width);
// The inverse: the width of a picture whose box area is `pixels` points wide.
double icicle_width(int pixels);
// How many rows fit into a picture of this height after its legend and caption.
std::int64_t icicle_rows(double height);

IcicleDiagram icicle_diagram(const Icicle& icicle, const IcicleOptions& options);

void paint(const IcicleDiagram& diagram, Painter& painter);

// An HTML page that makes no network requests: the picture, a tooltip for each box, and keyboard
// navigation between boxes.
std::string icicle_page(const IcicleDiagram& diagram);

}  // namespace plytrace::draw
