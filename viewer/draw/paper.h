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
  double largest = 1;  // largest scale of a small picture
};

// A4 with half-inch margins: the default.
Paper usual_paper();
// "85mm", "16cm", "3.4in", "240pt" are a column of that width; "slide", "A4". nullopt: unknown
// name.
std::optional<Paper> find_paper(std::string_view name);

// True if the paper's height, rather than its width, limits how large the picture can be drawn.
bool is_height_bound(const Paper& paper, const Placement& placed);
// Scale factor from the placement to the paper.
double scale_on(const Paper& paper, const Placement& placed);
// Size of the smallest text on the paper.
double smallest_text_on(const Paper& paper, const Placement& placed);

}  // namespace plytrace::draw
