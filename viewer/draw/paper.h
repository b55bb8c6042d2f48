// SPDX-License-Identifier: MIT
//
// The paper a picture is printed on: the space available, and the scale at which the picture fits.
// The picture's size, its legibility warning and its node budget all follow from this. Units:
// points of paper. Thread rule: values and pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "viewer/draw/placement.h"

namespace plytrace::draw {

inline constexpr double kLegiblePoints = 6;  // size of the smallest legible text

struct Paper {
  std::string name;
  double width = 0, height = 0;
  bool may_turn = false;  // the picture may be turned by 90 degrees
  // the user chose it, so the picture is scaled to fit; else only the warning uses it
  bool is_asked = false;
  // Size of all texts of a picture with Diagram::one_text_size; 0: the picture keeps its own sizes.
  double font_size = 0;
};

inline constexpr double kFigureFontSize = 8;  // unless another is asked for

// A4 with half-inch margins: the default.
Paper usual_paper();
// "85mm", "16cm", "3.4in", "240pt" are a column of that width, with a figure at most three quarters
// as high; "slide", "A4". nullopt: unknown name. The paper has no font size yet.
std::optional<Paper> find_paper(std::string_view name);
// "85mm", "16cm", "3.4in", "240pt" in points.
std::optional<double> find_length(std::string_view text);

// True if the paper's height, rather than its width, limits how large the picture can be drawn.
bool is_height_bound(const Paper& paper, const Placement& placed);
// Scale factor from the placement to the paper: that of the font size, or less where the picture
// would otherwise be larger than the paper.
double scale_on(const Paper& paper, const Placement& placed);
// How far the picture is from fitting: 1 if it fits with texts of the font size, or without one
// with legible texts, else by how much texts are too small.
double fit_on(const Paper& paper, const Placement& placed);
// The width of the paper in points of the layout.
double layout_width(const Paper& paper);
double layout_height(const Paper& paper);
// Size of the smallest text on the paper.
double smallest_text_on(const Paper& paper, const Placement& placed);

}  // namespace plytrace::draw
