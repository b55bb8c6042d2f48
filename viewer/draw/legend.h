// SPDX-License-Identifier: MIT
//
// The entries of a legend: exactly the marks that occur in the picture. place() positions them and
// paint() draws them. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/geometry.h"

namespace plytrace::draw {

// One entry: a sample outline, line or sign, and its meaning.
struct LegendItem {
  std::string text;
  DiagramNode sample;    // its outline is the sample, or its edge
  bool is_edge = false;  // the edge is
  Box box = {};          // of the sample; place() sets this and text_left
  Point text_left = {};  // left end of the text, at mid-height
};

std::vector<LegendItem> legend_items(const Diagram& diagram);

Size legend_sample_size(const LegendItem& item);

}  // namespace plytrace::draw
