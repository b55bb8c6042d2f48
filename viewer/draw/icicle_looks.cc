// SPDX-License-Identifier: MIT
#include "viewer/draw/icicle_looks.h"

#include <algorithm>
#include <cmath>

#include "schemas/trace_format.h"
#include "viewer/draw/theme.h"
#include "viewer/meaning/node_class.h"

namespace plytrace::draw {
namespace {

using enum Pattern;

struct ByRow {
  std::string_view name;
  std::vector<IcicleLook> looks;
};

const std::array<ByRow, 6>& rows() {
  // Kinds, roles and phases are in enumeration order.
  static const std::array<ByRow, 6> kRows{{
      {"kind",
       {{"interior", kPlain},
        {"horizon", kUpright},
        {"terminal", kCrossed},
        {"answered by the table", kRising},
        {"known", kFalling},
        {"draw by history", kLevel},
        {"unknown kind", kDotted},
        {"illegal", kGrid}}},
      {"role",
       {{"move", kPlain},
        {"reduced", kRising},
        {"re-search", kCrossed},
        {"null move", kLevel},
        {"probe", kUpright},
        {"hand-over", kDotted}}},
      {"phase", {{"main search", kPlain}, {"quiescence", kRising}}},
      {"class",
       {{"PV, as expected", kUpright},
        {"CUT, as expected", kPlain},
        {"ALL, as expected", kLevel},
        {"CUT expected, was ALL", kCrossed},
        {"ALL expected, was CUT", kRising},
        {"PV expected, was not", kGrid},
        {"PV, not expected", kFalling},
        {"not known", kDotted}}},
      {"cut-rank",
       {{"no cutoff", kPlain},
        {"cut before any move", kDotted},
        {"by the first move", kLevel},
        {"by the second", kRising},
        {"by the third or fourth", kFalling},
        {"by the fifth to eighth", kCrossed},
        {"by a later one", kGrid},
        {"cut, not known by which", kUpright}}},
      {"depth-gain",
       {{"as deep as its parent allows", kPlain},
        {"1 deeper", kRising},
        {"2 or more deeper", kCrossed},
        {"1 shallower", kLevel},
        {"2 shallower", kUpright},
        {"3 or more shallower", kGrid},
        {"not known", kDotted}}},
  }};
  return kRows;
}

template <class Enum>
std::size_t place_of(Enum value, IcicleBy by, std::size_t otherwise) {
  const auto place = static_cast<std::size_t>(value);
  return place < icicle_looks(by).size() ? place : otherwise;
}

std::size_t class_look(const IcicleBox& box) {
  const auto was = class_of(box.node);
  if (!was || !box.expected) return 7;
  if (*was == *box.expected) return static_cast<std::size_t>(*was);
  if (*box.expected == NodeClass::kPv) return 5;
  if (*was == NodeClass::kPv) return 6;
  return *was == NodeClass::kAll ? 3 : 4;
}

std::size_t rank_look(const IcicleBox& box) {
  if (!box.cut_rank) {
    const bool is_cut =
        box.node.kind == format::NodeKind::kInterior && class_of(box.node) == NodeClass::kCut;
    return is_cut ? 7 : 0;
  }
  const std::int64_t rank = *box.cut_rank;
  return rank <= 0 ? 1 : rank == 1 ? 2 : rank == 2 ? 3 : rank <= 4 ? 4 : rank <= 8 ? 5 : 6;
}

std::size_t gain_look(const IcicleBox& box) {
  if (!box.depth_gain) return box.row == 0 ? 0 : 6;
  const std::int64_t gain = *box.depth_gain;
  if (gain >= 0) return static_cast<std::size_t>(std::min<std::int64_t>(gain, 2));
  return static_cast<std::size_t>(std::min<std::int64_t>(-gain, 3) + 2);
}

struct PatternRow {
  std::string_view name;
  const char* IcicleFills::*fill;
};

const PatternRow& row_of(Pattern pattern) {
  // In enumeration order.
  static constexpr std::array<PatternRow, 8> kPatterns{{{"plain", &IcicleFills::plain},
                                                        {"rising", &IcicleFills::rising},
                                                        {"falling", &IcicleFills::falling},
                                                        {"crossed", &IcicleFills::crossed},
                                                        {"level", &IcicleFills::level},
                                                        {"upright", &IcicleFills::upright},
                                                        {"grid", &IcicleFills::grid},
                                                        {"dotted", &IcicleFills::dotted}}};
  return kPatterns[static_cast<std::size_t>(pattern)];
}

constexpr double kApart = 3.5;  // distance between strokes, in points

// Visits the middle of a range that holds no multiple, so that narrow boxes keep their pattern.
template <class Visit>
void for_each_multiple(double step, double from, double to, const Visit& visit) {
  const double first = std::ceil(from / step) * step;
  if (first >= to && from < to) visit((from + to) / 2);
  for (double at = first; at < to; at += step) visit(at);
}

}  // namespace

std::vector<std::string> icicle_by_names() {
  std::vector<std::string> names;
  for (const ByRow& row : rows()) names.emplace_back(row.name);
  return names;
}

std::optional<IcicleBy> find_icicle_by(std::string_view name) {
  for (std::size_t i = 0; i < rows().size(); ++i) {
    if (rows()[i].name == name) return static_cast<IcicleBy>(i);
  }
  return std::nullopt;
}

const std::vector<IcicleLook>& icicle_looks(IcicleBy by) {
  return rows()[static_cast<std::size_t>(by)].looks;
}

std::size_t look_of(const IcicleBox& box, IcicleBy by) {
  switch (by) {
    case IcicleBy::kKind:
      return place_of(box.node.kind, by, static_cast<std::size_t>(format::NodeKind::kUnknown));
    case IcicleBy::kRole:
      return place_of(box.node.role, by, 0);
    case IcicleBy::kPhase:
      return place_of(box.node.phase, by, 0);
    case IcicleBy::kClass:
      return class_look(box);
    case IcicleBy::kCutRank:
      return rank_look(box);
    case IcicleBy::kDepthGain:
      break;
  }
  return gain_look(box);
}

MixLimits mix_limits(const IcicleLimits& limits, IcicleBy by, std::size_t look_ups) {
  MixLimits mix;
  mix.pixels = limits.pixels;
  mix.rows = limits.rows;
  mix.look_ups = look_ups;
  mix.classes = by == IcicleBy::kClass;
  mix.ranks = limits.ranks && by == IcicleBy::kCutRank;
  mix.looks = icicle_looks(by).size();
  mix.look_of = [by](const IcicleBox& box) { return look_of(box, by); };
  return mix;
}

std::string_view name_of(Pattern pattern) { return row_of(pattern).name; }

const char* fill_of(Pattern pattern, Theme theme) {
  return row_of(theme).icicle.*row_of(pattern).fill;
}

void add_hatching(Pattern pattern, Point from, Point to, std::vector<Stroke>& strokes) {
  const auto add = [&](double x0, double y0, double x1, double y1) {
    strokes.push_back({{x0, y0}, {x1, y1}});
  };
  if (from.x >= to.x) return;
  // The diagonals x + y = c and x - y = c, clipped to the box.
  if (pattern == kRising || pattern == kCrossed) {
    for_each_multiple(kApart * 1.5, from.x + from.y, to.x + to.y, [&](double c) {
      const double left = std::max(from.x, c - to.y), right = std::min(to.x, c - from.y);
      if (left < right) add(left, c - left, right, c - right);
    });
  }
  if (pattern == kFalling || pattern == kCrossed) {
    for_each_multiple(kApart * 1.5, from.x - to.y, to.x - from.y, [&](double c) {
      const double left = std::max(from.x, c + from.y), right = std::min(to.x, c + to.y);
      if (left < right) add(left, left - c, right, right - c);
    });
  }
  if (pattern == kLevel || pattern == kGrid) {
    for_each_multiple(kApart, from.y, to.y, [&](double y) { add(from.x, y, to.x, y); });
  }
  if (pattern == kUpright || pattern == kGrid) {
    for_each_multiple(kApart, from.x, to.x, [&](double x) { add(x, from.y, x, to.y); });
  }
  if (pattern == kDotted) {
    for_each_multiple(kApart, from.x, to.x - 0.8, [&](double x) {
      for_each_multiple(kApart, from.y, to.y, [&](double y) { add(x, y, x + 0.8, y); });
    });
  }
}

}  // namespace plytrace::draw
