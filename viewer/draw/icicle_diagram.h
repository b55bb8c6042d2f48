// SPDX-License-Identifier: MIT
//
// The picture of an icicle: where its boxes, their texts, the axis in nodes, the legend and the
// caption stand, for any Painter (painter.h). Units: points of paper. Thread rule: pure functions.
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
  double width = 523;                // of the whole picture
  std::string title;                 // one bold line; empty: none
  std::vector<std::string> caption;  // empty: none is drawn
  std::vector<std::string> description;
  // What stands in a box if there is room for it, the longest first; and all that is known of it.
  std::function<std::vector<std::string>(const IcicleBox&)> labels;
  std::function<std::string(const IcicleBox&)> tooltip;
};

struct IcicleText {
  std::string text;
  Point at;
  double size = 0;
  Face face = Face::kRegular;
  Anchor anchor = Anchor::kLeft;
};

struct IcicleShape {
  Box box;
  const char* fill = "";
  Pen pen;
  std::vector<Stroke> hatching;
  std::string id, tooltip;        // "" of a sample of the legend
  std::vector<IcicleText> texts;  // at most one
};

struct IcicleDiagram {
  std::vector<IcicleShape> shapes;  // boxes and runs by x and row, then the legend's samples
  std::vector<Stroke> ticks;
  std::vector<IcicleText> texts;
  Size size;  // without the margin of kPictureMargin
  Theme theme = Theme::kPaper;
  std::string title;
  std::vector<std::string> description;
};

// How wide the boxes' part of a picture of that width is: what is narrower than one of the so many
// points needs no box.
int icicle_pixels(double width);
// The other way: how wide the picture is whose boxes have so many points.
double icicle_width(int pixels);
// How many rows a picture so high has room for, its legend and caption spared.
std::int64_t icicle_rows(double height);

IcicleDiagram icicle_diagram(const Icicle& icicle, const IcicleOptions& options);

void paint(const IcicleDiagram& diagram, Painter& painter);

// A page that asks no network for anything: the picture, a tooltip for each box, and keys that walk
// from box to box.
std::string icicle_page(const IcicleDiagram& diagram);

}  // namespace plytrace::draw
