// SPDX-License-Identifier: MIT
//
// From a diagram to the bytes of a picture file, for the commands that draw: formats, what a format
// cannot hold, and whether the picture is legible in print. Thread rule: see graphviz.h.
#pragma once

#include <string>

#include "core/status.h"
#include "viewer/draw/diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::cli {

enum class PictureFormat { kDot, kSvg, kPdf, kPng, kTex, kHtml };

// By --to, else by what the output's name ends in; usage error naming `command` if neither says.
Result<PictureFormat> picture_format(const std::string& command, const std::string& output,
                                     const std::string& to);

// A diagram of any format but kHtml, which is made from an excerpt. Usage error where the format
// cannot hold a picture so large.
Result<std::string> picture_bytes(const draw::Diagram& diagram, const draw::Placement& placed,
                                  PictureFormat format);

// The diagram as it has to be placed for this format.
draw::Diagram prepared(draw::Diagram diagram, PictureFormat format);

// Size of the smallest text when the picture fits on A4, upright or turned.
double points_on_a4(const draw::Placement& placed);
inline constexpr double kLegiblePoints = 6;
// Says so on stderr where text would be smaller than that.
void warn_if_small(const draw::Placement& placed);

}  // namespace plytrace::cli
