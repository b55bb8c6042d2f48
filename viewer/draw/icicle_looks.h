// SPDX-License-Identifier: MIT
//
// The properties by which the boxes of an icicle chart (viewer/analysis/icicle.h) can be
// distinguished, and the look of each value: a pattern that survives black-and-white printing, and
// a fill of the theme. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/analysis/icicle_mix.h"
#include "viewer/draw/diagram.h"
#include "viewer/draw/geometry.h"

namespace plytrace::draw {

enum class IcicleBy { kKind, kRole, kPhase, kClass, kCutRank, kDepthGain };

// The names used on the command line: kind, role, phase, class, cut-rank, depth-gain.
std::vector<std::string> icicle_by_names();
std::optional<IcicleBy> find_icicle_by(std::string_view name);

enum class Pattern { kPlain, kRising, kFalling, kCrossed, kLevel, kUpright, kGrid, kDotted };

// "plain", "rising", ...: the explorer's page uses the same names.
std::string_view name_of(Pattern pattern);

struct IcicleLook {
  std::string_view text;  // its meaning, for the legend
  Pattern pattern = Pattern::kPlain;
};
// All looks of one property, in legend order.
const std::vector<IcicleLook>& icicle_looks(IcicleBy by);
// Returns the index of the box's look in icicle_looks(by).
std::size_t look_of(const IcicleBox& box, IcicleBy by);
// The limits of mix_runs() for a chart with these limits and `look_ups`.
MixLimits mix_limits(const IcicleLimits& limits, IcicleBy by, std::size_t look_ups);

const char* fill_of(Pattern pattern, Theme theme);
// Adds the strokes of a pattern within a box. Their grid is common to the whole picture, so
// neighbouring boxes line up.
void add_hatching(Pattern pattern, Point top_left, Point bottom_right, std::vector<Stroke>& to);

}  // namespace plytrace::draw
