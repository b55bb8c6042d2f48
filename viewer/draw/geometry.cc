// SPDX-License-Identifier: MIT
#include "viewer/draw/geometry.h"

#include <fmt/format.h>

#include <cmath>

namespace plytrace::draw {

std::vector<Point> Box::corners() const {
  return {{left(), top()}, {right(), top()}, {right(), bottom()}, {left(), bottom()}};
}

std::string point_text(double value) {
  const double rounded = std::round(value * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

}  // namespace plytrace::draw
