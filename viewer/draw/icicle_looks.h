// SPDX-License-Identifier: MIT
//
// What the boxes of an icicle (viewer/analysis/icicle.h) are told apart by, and how each then
// looks: a pattern, which black and white print keeps, and a fill of the theme. Thread rule: pure
// functions.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/draw/diagram.h"
#include "viewer/draw/geometry.h"

namespace plytrace::draw {

enum class IcicleBy { kKind, kRole, kPhase, kClass, kCutRank, kDepthGain };

// As on the command line: kind, role, phase, class, cut-rank, depth-gain.
std::vector<std::string> icicle_by_names();
std::optional<IcicleBy> find_icicle_by(std::string_view name);

enum class Pattern { kPlain, kRising, kFalling, kCrossed, kLevel, kUpright, kGrid, kDotted };

// "plain", "rising", ...: by this name the explorer's page draws the same.
std::string_view name_of(Pattern pattern);

struct IcicleLook {
  std::string_view text;  // what it stands for
  Pattern pattern = Pattern::kPlain;
};
// All looks of a distinction, in the order of a legend.
const std::vector<IcicleLook>& icicle_looks(IcicleBy by);
// Which of them a box has.
std::size_t look_of(const IcicleBox& box, IcicleBy by);

const char* fill_of(Pattern pattern, Theme theme);
// The strokes of a pattern within left..right and top..bottom, on one grid for the whole picture.
void add_hatching(Pattern pattern, Point top_left, Point bottom_right, std::vector<Stroke>& to);

}  // namespace plytrace::draw
