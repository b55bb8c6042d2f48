// SPDX-License-Identifier: MIT
#include "viewer/draw/paper.h"

#include <algorithm>
#include <cstdlib>

namespace plytrace::draw {
namespace {

constexpr double kPointsPerInch = 72, kPointsPerMillimetre = 72 / 25.4;
// Height of a figure in a column, as a share of its width.
constexpr double kColumnHeight = 0.75;
constexpr double kNarrowest = 20 * kPointsPerMillimetre, kWidest = 2000 * kPointsPerMillimetre;

double points_of(std::string_view unit) {
  if (unit == "mm") return kPointsPerMillimetre;
  if (unit == "cm") return 10 * kPointsPerMillimetre;
  if (unit == "in") return kPointsPerInch;
  return unit == "pt" ? 1 : 0;
}

// How many times the picture's width and height fit into those of the paper.
struct Shares {
  double width, height;
};

Shares shares_of(const Paper& paper, const Placement& placed) {
  const double width = placed.width + 2 * kPictureMargin;
  const double height = placed.height + placed.caption_height + 2 * kPictureMargin;
  const Shares upright{paper.width / width, paper.height / height};
  const Shares turned{paper.height / width, paper.width / height};
  const auto least = [](const Shares& of) { return std::min(of.width, of.height); };
  return paper.may_turn && least(turned) > least(upright) ? turned : upright;
}

// The scale of a picture that fits on the paper.
double usual_scale(const Paper& paper) {
  return paper.font_size > 0 ? paper.font_size / kOneTextSize : 1;
}

}  // namespace

Paper usual_paper() { return {"A4", 523, 770, true, false, 0}; }

std::optional<Paper> find_paper(std::string_view name) {
  if (name == "A4") return Paper{"A4", 523, 770, true, true, 0};
  // A beamer slide of 160 x 90 mm, less its title and margins.
  if (name == "slide") {
    return Paper{"slide", 140 * kPointsPerMillimetre, 70 * kPointsPerMillimetre, false, true, 0};
  }
  const std::optional<double> width = find_length(name);
  if (!width || !(*width >= kNarrowest && *width <= kWidest)) return std::nullopt;
  return Paper{std::string(name), *width, kColumnHeight * *width, false, true, 0};
}

std::optional<double> find_length(std::string_view name) {
  const std::string text(name);
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const double length = number * points_of(end);
  if (end == text.c_str() || !(length > 0)) return std::nullopt;
  return length;
}

double scale_on(const Paper& paper, const Placement& placed) {
  const Shares shares = shares_of(paper, placed);
  return std::min({usual_scale(paper), shares.width, shares.height});
}

double fit_on(const Paper& paper, const Placement& placed) {
  constexpr double kRounding = 1e-9;
  const double scale = scale_on(paper, placed);
  if (paper.font_size > 0) return std::min(1.0, scale / usual_scale(paper) + kRounding);
  return std::min(1.0, placed.smallest_text * scale / kLegiblePoints);
}

double layout_width(const Paper& paper) { return paper.width / usual_scale(paper); }
double layout_height(const Paper& paper) { return paper.height / usual_scale(paper); }

bool is_height_bound(const Paper& paper, const Placement& placed) {
  const Shares shares = shares_of(paper, placed);
  return shares.height < shares.width;
}

double smallest_text_on(const Paper& paper, const Placement& placed) {
  return placed.smallest_text * scale_on(paper, placed);
}

}  // namespace plytrace::draw
