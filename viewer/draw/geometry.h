// SPDX-License-Identifier: MIT
//
// Points, boxes and sizes of pictures. Units: points; x grows to the right, y downwards. Values.
#pragma once

#include <string>

namespace plytrace::draw {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

// A rectangle by its centre.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

struct Size {
  double width = 0, height = 0;
};

// What of a text stands at its point.
enum class Anchor { kMiddle, kLeft, kRight };

struct Stroke {
  Point from, to;
};

// A number of points to hundredths, as pictures are written.
std::string point_text(double value);

}  // namespace plytrace::draw
