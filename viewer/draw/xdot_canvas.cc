// SPDX-License-Identifier: MIT
#include "viewer/draw/xdot_canvas.h"

#include <fmt/format.h>

#include <cmath>

#include "viewer/draw/text_metrics.h"

namespace plytrace::draw {

std::string point_text(double value) {
  const double rounded = std::round(value * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

void XdotCanvas::set(char operation, std::string_view value, std::string& current) {
  if (current == value) return;
  current = value;
  out_ += fmt::format("{} {} -{} ", operation, value.size(), value);
}

void XdotCanvas::pen(std::string_view line, double width, std::string_view fill, bool dashed) {
  set('S', fmt::format("{},setlinewidth({})", dashed ? "dashed" : "solid", width), style_);
  set('c', line, line_);
  fills_ = !fill.empty();
  if (fills_) set('C', fill, fill_);
}

void XdotCanvas::polygon(const std::vector<Point>& corners) {
  out_ += fmt::format("{} {} ", fills_ ? 'P' : 'p', corners.size());
  for (const Point& corner : corners) add_point(corner);
}

void XdotCanvas::ellipse(Point middle, double radius_x, double radius_y) {
  out_ += fills_ ? "E " : "e ";
  add_point(middle);
  out_ += point_text(radius_x) + " " + point_text(radius_y) + " ";
}

void XdotCanvas::text(std::string_view text, Point middle, double size, std::string_view font,
                      std::string_view color) {
  const std::string face = fmt::format("F {} {} -{} ", size, font.size(), font);
  if (face != font_) out_ += face;
  font_ = face;
  set('c', color, line_);
  out_ += "T ";
  add_point({middle.x, middle.y + 0.34 * size});  // half the height of digits and letters
  out_ += fmt::format("0 {} {} -{} ", point_text(text_width(text, size)), text.size(), text);
}

void XdotCanvas::add_point(Point at) {
  out_ += point_text(at.x) + " " + point_text(picture_height_ - at.y) + " ";
}

// Graphviz reads no string of more than 16384 bytes, but joins several by "+".
std::string XdotCanvas::dot_string() const {
  constexpr std::size_t kMost = 12'000;
  std::string joined;
  for (std::size_t at = 0; at < out_.size(); at += kMost) {
    joined += (at == 0 ? "\"" : " +\n    \"") + out_.substr(at, kMost) + "\"";
  }
  return joined;
}

}  // namespace plytrace::draw
