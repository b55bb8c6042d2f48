// SPDX-License-Identifier: MIT
//
// Points, boxes and sizes of pictures. Units: points (1/72 inch); x grows to the right, y
// downwards. Plain values.
#pragma once

#include <string>
#include <vector>

namespace plytrace::draw {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

// A rectangle given by its centre.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;

  double left() const { return x - width / 2; }
  double right() const { return x + width / 2; }
  double top() const { return y - height / 2; }
  double bottom() const { return y + height / 2; }
  std::vector<Point> corners() const;
};

struct Size {
  double width = 0, height = 0;
};

// The part of a text that is at its given position.
enum class Anchor { kMiddle, kLeft, kRight };

struct Stroke {
  Point from, to;
};

// Formats a number of points with at most two decimals, as all picture formats write them.
std::string point_text(double value);

}  // namespace plytrace::draw
