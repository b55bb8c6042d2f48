// SPDX-License-Identifier: MIT
//
// DOT text with positions to SVG, PDF or PNG, by the Graphviz library in this process; no program
// named `dot` is run, no file is written. The only header of plytrace behind which Graphviz stands.
// Errors: environment (a Graphviz without the needed plug-in, out of memory).
// Thread rule: one call at a time (Graphviz keeps global state).
#pragma once

#include <string>

#include "core/status.h"

namespace plytrace::draw {

enum class ImageFormat { kSvg, kPdf, kPng };

// Resolution of a PNG.
inline constexpr double kPixelsPerPoint = 2;

// Deterministic: the same text gives the same bytes, a PDF's date included.
Result<std::string> render_dot(const std::string& dot, ImageFormat format);

}  // namespace plytrace::draw
