// SPDX-License-Identifier: MIT
//
// A drawing to PDF or PNG, by the Graphviz library in a copy of this process (run_apart.h), since
// it and what it draws with end the process where there is no memory; no program named `dot` is
// run, no file is written. The only header of plytrace behind which Graphviz stands. Errors:
// environment (a Graphviz without the needed plug-in, out of memory). Thread rule: as run_apart.h.
#pragma once

#include <string>

#include "core/status.h"

namespace plytrace::draw {

enum class ImageFormat { kPdf, kPng };

// Operations of Graphviz' language xdot, as XdotCanvas writes them, and the picture's size in
// points, without the margin that it gets.
struct Drawing {
  std::string operations;
  double width = 0, height = 0;
};

// Deterministic: the same drawing gives the same bytes, a PDF's date included. `scale`: points of
// paper for one of the drawing; `dots`: an inch, of a PNG.
Result<std::string> render(const Drawing& drawing, ImageFormat format, double scale, int dots);

}  // namespace plytrace::draw
