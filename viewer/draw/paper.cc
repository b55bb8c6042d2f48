// SPDX-License-Identifier: MIT
#include "viewer/draw/paper.h"

#include <algorithm>
#include <cstdlib>

namespace plytrace::draw {
namespace {

constexpr double kPointsPerInch = 72, kPointsPerMillimetre = 72 / 25.4;
// Height of a page of a printed article, less the caption.
constexpr double kColumnHeight = 220 * kPointsPerMillimetre;
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

}  // namespace

Paper usual_paper() { return {"A4", 523, 770, true, false, 1}; }

std::optional<Paper> find_paper(std::string_view name) {
  if (name == "A4") return Paper{"A4", 523, 770, true, true, 1};
  // A beamer slide of 160 x 90 mm, less its title and margins.
  if (name == "slide") {
    return Paper{"slide", 140 * kPointsPerMillimetre, 70 * kPointsPerMillimetre, false, true, 1.6};
  }
  const std::string text(name);
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const double width = number * points_of(end);
  if (end == text.c_str() || !(width >= kNarrowest && width <= kWidest)) return std::nullopt;
  return Paper{text, width, std::max(kColumnHeight, width), false, true, 1};
}

double scale_on(const Paper& paper, const Placement& placed) {
  const Shares shares = shares_of(paper, placed);
  return std::min({paper.largest, shares.width, shares.height});
}

bool is_height_bound(const Paper& paper, const Placement& placed) {
  const Shares shares = shares_of(paper, placed);
  return shares.height < shares.width;
}

double smallest_text_on(const Paper& paper, const Placement& placed) {
  return placed.smallest_text * scale_on(paper, placed);
}

}  // namespace plytrace::draw
