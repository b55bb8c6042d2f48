// SPDX-License-Identifier: MIT
//
// Renders a drawing as PDF or PNG with the Graphviz library. The rendering runs in a forked copy of
// this process (run_apart.h), because Graphviz and its libraries exit the process when memory runs
// out. No `dot` program is run and no file is written. No other header of plytrace depends on
// Graphviz. Errors: environment (a Graphviz without the needed plug-in, out of memory). Thread
// rule: as run_apart.h.
#pragma once

#include <string>

#include "core/status.h"

namespace plytrace::draw {

enum class ImageFormat { kPdf, kPng };

// Drawing operations in Graphviz's xdot language, as XdotCanvas writes them, and the size of the
// picture in points without the outer margin.
struct Drawing {
  std::string operations;
  double width = 0, height = 0;
};

// Deterministic: the same drawing gives the same bytes, including a PDF's date. `scale` is the
// number of points on paper per point of the drawing; `dots` is the resolution of a PNG, in dots
// per inch.
Result<std::string> render(const Drawing& drawing, ImageFormat format, double scale, int dots);

}  // namespace plytrace::draw
