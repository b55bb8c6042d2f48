// SPDX-License-Identifier: MIT
//
// A drawing in Graphviz's xdot language, which a graph carries as its background: a whole picture,
// or in DOT the shapes that no Graphviz node has. Points as in geometry.h; the canvas converts them
// to Graphviz's upward y.
//
//     XdotCanvas canvas(picture_height);
//     canvas.pen("#000000", 0.9, "#ffffff");
//     canvas.polygon(corners);
//     dot += "  _background=" + canvas.dot_string() + ";\n";
//
// Thread rule: one thread per object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viewer/draw/geometry.h"
#include "viewer/draw/outline.h"

namespace plytrace::draw {

class XdotCanvas {
 public:
  explicit XdotCanvas(double picture_height) : picture_height_(picture_height) {}

  // Sets the pen for the following shapes. fill "": no fill.
  void pen(std::string_view line, double width, std::string_view fill, bool dashed = false);
  void polygon(const std::vector<Point>& corners);
  void ellipse(Point middle, double radius_x, double radius_y);
  // A box with round corners.
  void rounded(const Box& box, double radius);
  void line(Point from, Point to);
  // One line of text; `at` is on its baseline, at its middle or at an end.
  void text(std::string_view text, Point at, double size, std::string_view font,
            std::string_view color, Anchor anchor = Anchor::kMiddle);
  // One mark of a board.
  void board_mark(const BoardShape& mark, Theme theme);

  bool is_empty() const { return out_.empty(); }
  const std::string& operations() const { return out_; }
  // The operations as a DOT string. Texts must contain no quotes or backslashes.
  std::string dot_string() const;

 private:
  void add_point(Point at);
  // Writes an operation that sets `value`, unless that value is already set.
  void set(char operation, std::string_view value, std::string& current);

  double picture_height_;
  std::string out_, style_, line_, fill_, font_;
  bool fills_ = false;
};

}  // namespace plytrace::draw
