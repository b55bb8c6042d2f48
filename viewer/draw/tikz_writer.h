// SPDX-License-Identifier: MIT
//
// Writes a diagram as a TikZ picture in a complete one-page LaTeX document. pdflatex of a base
// installation with pgf compiles it; to use it in a paper, copy its tikzpicture environment. Unit
// of all coordinates: 1bp (1/72 inch), y downwards. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/draw/diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

// Replaces characters that pdflatex cannot typeset with U+XXXX. Place the returned diagram, because
// its texts may be longer.
Diagram for_tex(Diagram diagram);

// Returns a usage error if the picture is wider or higher than TeX's largest length. `scale`:
// points on paper per point of the placement.
Result<std::string> tikz_text(const Diagram& diagram, const Placement& placement, double scale = 1);

// Several moments of one search as overlays of one beamer slide, in a complete document. All
// diagrams use the same placement, and each one's caption is the sentence of its moment.
Result<std::string> beamer_text(const std::vector<Diagram>& moments, const Placement& placement,
                                double scale, const std::string& frame_title);

// Escapes TeX's special characters in one line of text.
std::string tex_escaped(std::string_view text);

}  // namespace plytrace::draw
