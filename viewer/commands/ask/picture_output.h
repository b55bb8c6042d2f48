// SPDX-License-Identifier: MIT
//
// What the commands that draw share: which format is wanted, and whether the picture is legible in
// print. Thread rule: pure functions.
#pragma once

#include <string>

#include "core/status.h"
#include "viewer/draw/picture_formats.h"

namespace plytrace::cli {

// By --to, else by what the output's name ends in; usage error naming `command` if neither says.
Result<draw::PictureFormat> picture_format(const std::string& command, const std::string& output,
                                           const std::string& to);

// Size of the smallest text when the picture fits on A4, upright or turned.
double points_on_a4(const draw::Placement& placed);
inline constexpr double kLegiblePoints = 6;
// Says so on stderr where text would be smaller than that.
void warn_if_small(const draw::Placement& placed);

}  // namespace plytrace::cli
