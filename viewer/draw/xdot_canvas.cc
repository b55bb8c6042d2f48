// SPDX-License-Identifier: MIT
#include "viewer/draw/xdot_canvas.h"

#include <fmt/format.h>

#include "viewer/draw/painter.h"
#include "viewer/draw/text_metrics.h"
#include "viewer/draw/theme.h"

namespace plytrace::draw {
namespace {

// Graphviz draws xdot texts above their given position, by this share of their size (2.42,
// plugin/pango/gvtextlayout_pango.c: yoffset_centerline).
constexpr double kLift = 0.2;

}  // namespace

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

void XdotCanvas::rounded(const Box& box, double radius) {
  // Walks around the box: each side is a straight cubic, each corner approximates a quarter circle.
  // The control points lie at this share of the radius from the corner's ends.
  constexpr double kCircle = 0.5523;
  const Point ways[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  out_ += fmt::format("{} 25 ", fills_ ? 'b' : 'B');
  const std::vector<Point> corners = box.corners();
  Point at{box.left() + radius, box.top()};
  add_point(at);
  for (std::size_t i = 0; i < 4; ++i) {
    const Point corner = corners[(i + 1) % 4], in = ways[i], out = ways[(i + 1) % 4];
    const auto off = [&](double before, double after) {
      return Point{corner.x - before * in.x + after * out.x,
                   corner.y - before * in.y + after * out.y};
    };
    const double bend = radius * (1 - kCircle);
    for (const Point& point : {at, off(radius, 0), off(radius, 0), off(bend, 0), off(0, bend)}) {
      add_point(point);
    }
    add_point(at = off(0, radius));
  }
}

void XdotCanvas::line(Point from, Point to) {
  out_ += "L 2 ";
  add_point(from);
  add_point(to);
}

void XdotCanvas::text(std::string_view text, Point at, double size, std::string_view font,
                      std::string_view color, Anchor anchor) {
  // Graphviz takes an empty text for the end of the drawing.
  if (text.empty()) return;
  const std::string face = fmt::format("F {} {} -{} ", size, font.size(), font);
  if (face != font_) out_ += face;
  font_ = face;
  set('c', color, line_);
  out_ += "T ";
  add_point({at.x, at.y + kLift * size});
  out_ += fmt::format("{} {} {} -{} ",
                      anchor == Anchor::kMiddle ? "0"
                      : anchor == Anchor::kLeft ? "-1"
                                                : "1",
                      point_text(text_width(text, size)), text.size(), text);
}

void XdotCanvas::board_mark(const BoardShape& mark, Theme theme) {
  const BoardInk& ink = board_ink(mark.paint, theme);
  if (!mark.text.empty()) {
    const PaintedText line{mark.text, mark.middle, mark.text_size};
    text(mark.text, {mark.middle.x, baseline(line)}, mark.text_size, kSansFont, ink.line);
    return;
  }
  pen(ink.line, ink.width, ink.fill);
  if (mark.corners.empty()) {
    ellipse(mark.middle, mark.radius, mark.radius);
  } else {
    polygon(mark.corners);
  }
}

void XdotCanvas::add_point(Point at) {
  out_ += point_text(at.x) + " " + point_text(picture_height_ - at.y) + " ";
}

// Graphviz reads no string longer than 16384 bytes but joins several strings with "+".
std::string XdotCanvas::dot_string() const {
  constexpr std::size_t kMost = 12'000;
  std::string joined;
  for (std::size_t at = 0; at < out_.size(); at += kMost) {
    joined += (at == 0 ? "\"" : " +\n    \"") + out_.substr(at, kMost) + "\"";
  }
  return joined;
}

}  // namespace plytrace::draw
