// SPDX-License-Identifier: MIT
//
// A diagram as a TikZ picture: a whole LaTeX document of exactly one page, which the pdflatex of a
// base installation with pgf compiles; for a paper, copy its tikzpicture environment.
// Unit of all coordinates: 1bp (1/72 inch), y downwards. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/draw/diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

// The same diagram with texts that pdflatex can set: what it cannot is written U+XXXX. Place this
// one, so that the longer texts have their room.
Diagram for_tex(Diagram diagram);

// Usage error for a picture wider or higher than TeX's coordinates reach.
// `scale`: points of paper for one of the placement.
Result<std::string> tikz_text(const Diagram& diagram, const Placement& placement, double scale = 1);

// The moments of one search as the overlays of a beamer slide: a document. All diagrams are placed
// alike; the caption of each is its sentence.
Result<std::string> beamer_text(const std::vector<Diagram>& moments, const Placement& placement,
                                double scale);

// One line of text with TeX's special characters escaped.
std::string tex_escaped(std::string_view text);

}  // namespace plytrace::draw
