// SPDX-License-Identifier: MIT
//
// What a picture is printed on: the room that it may take, and how large it then is. The size of a
// picture, its warning and its budget of nodes all follow from here. Units: points of paper.
// Thread rule: values and pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "viewer/draw/placement.h"

namespace plytrace::draw {

inline constexpr double kLegiblePoints = 6;  // of the smallest text

struct Paper {
  std::string name;
  double width = 0, height = 0;
  bool may_turn = false;  // the picture may lie across the sheet
  bool is_asked = false;  // the picture is made to fit; else it keeps its size, and is only judged
  double largest = 1;     // how much a small picture is enlarged at most
};

// A4 with margins of half an inch, where nothing is asked for.
Paper usual_paper();
// "85mm", "16cm", "3.4in", "240pt": a column of that width; "slide", "A4". nullopt: no such paper.
std::optional<Paper> find_paper(std::string_view name);

// Whether the picture would be drawn larger on the paper, the way it lies there, if it were less
// high, rather than less wide.
bool is_height_bound(const Paper& paper, const Placement& placed);
// How much larger than placed the picture is on the paper.
double scale_on(const Paper& paper, const Placement& placed);
// Of the smallest text there.
double smallest_text_on(const Paper& paper, const Placement& placed);

}  // namespace plytrace::draw
