// SPDX-License-Identifier: MIT
#include "viewer/draw/outline.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace plytrace::draw {
namespace {

constexpr double kPadding = 4;  // between a text and its outline
constexpr double kBareMargin = 2;
constexpr Size kStub{12, 10};  // size of a node with neither outline nor text
// A triangle is kTriangle times as high as its texts, which stand at its base. At the height where
// the letters end (the line's leading reaches further) it still has kTriangleShare of its width.
constexpr double kTriangle = 2, kTriangleShare = 0.62;
constexpr double kCapital = 0.73;  // height of digits and capitals
// The roof of a house grows with its walls; above walls of kMostWalls it has a fixed height.
constexpr double kMostWalls = 39, kFlatRoof = 16;
// A triangle that stands for a subtree and has its texts below.
constexpr Size kSmallRoof{20, 14};

bool has_roof(const DiagramNode& node) {
  return node.shape == Shape::kMax || node.shape == Shape::kMin;
}

bool is_triangle(const DiagramNode& node) {
  return node.shape == Shape::kUp || node.shape == Shape::kDown || node.shape == Shape::kRoof;
}

// True if the board is inside the outline.
bool has_board(const DiagramNode& node) { return !node.board.marks.empty() && !node.board_above; }

bool has_flat_roof(const DiagramNode& node) {
  return has_roof(node) &&
         (node.flat_roof || has_board(node) || content_size(node).height > kMostWalls);
}

// Makes the triangle wide enough for each line at the line's narrowest point, nearest to the tip.
double triangle_width(const DiagramNode& node, double height) {
  const double all = content_size(node).height;
  double above = 0, width = (content_size(node).width + 2) / kTriangleShare;
  for (const TextLine& line : node.lines) {
    const double own = line_height(line.size), leading = (own - kCapital * line.size) / 2;
    // Distance from the tip-side end of the texts, which fill the half of the triangle at its base.
    const double before = node.shape == Shape::kDown ? all - above - own : above;
    const double tip = height * (1 - 1 / kTriangle) + (height / kTriangle - all) / 2 + before;
    const double room = text_width(line.text, line.size, line.face) + 2;
    width = std::max(width, room * height / (tip + leading));
    above += own;
  }
  return width;
}

}  // namespace

Size text_size(const std::vector<TextLine>& lines) {
  Size size;
  for (const TextLine& line : lines) {
    size.width = std::max(size.width, text_width(line.text, line.size, line.face));
    size.height += line_height(line.size);
  }
  return size;
}

Size board_size(const DiagramNode& node) {
  if (node.board.marks.empty()) return {};
  const double cell = kBoardCell * node.board_scale;
  return {node.board.width * cell, node.board.height * cell};
}

Size content_size(const DiagramNode& node) {
  Size size = text_size(node.lines);
  if (has_board(node)) {
    const Size board = board_size(node);
    size.width = std::max(size.width, board.width);
    size.height += board.height + (node.lines.empty() ? 0 : kBoardGap);
  }
  return size;
}

Size outline_size(const DiagramNode& node) {
  if (node.dot > 0) return {node.dot, node.dot};
  const Size content = content_size(node);
  Size size{content.width + 2 * kPadding, content.height + 2};
  if (has_board(node)) size.height += kPadding;
  if (node.shape == Shape::kRoof && !node.beside.empty() && node.lines.empty()) return kSmallRoof;
  if (is_triangle(node)) {
    const double height = kTriangle * std::max(size.height, 9.0);
    return {std::max(triangle_width(node, height), 1.1 * height), height};
  }
  if (has_flat_roof(node)) {
    size.height += kFlatRoof;
  } else if (has_roof(node)) {
    size.height = std::max(size.height, 12.0) / kWallShare * kHouseShare;
    size.width = std::max(size.width, 26.0);
  } else if (node.shape == Shape::kBare) {
    // An edge without a node at its end still keeps clear of the next edge.
    const bool is_empty = node.lines.empty() && !has_board(node);
    size = is_empty ? kStub : Size{std::max(content.width, 8.0), size.height};
  } else {
    size.height = std::max(size.height + 2, 12.0);
    size.width = std::max(size.width, 14.0);
  }
  if (node.shape == Shape::kPlain) {  // an ellipse
    const double factor = has_board(node) ? 1.42 : 1.35;
    size = {size.width * factor, size.height * factor};
  }
  return size;
}

bool is_drawn_apart(const DiagramNode& node) { return has_board(node) || has_flat_roof(node); }

double roof_height(const DiagramNode& node, double height) {
  if (is_triangle(node)) return height * (1 - 1 / kTriangle);
  if (!has_roof(node)) return 0;
  return has_flat_roof(node) ? kFlatRoof : height * (1 - kWallShare / kHouseShare);
}

Box walls(const DiagramNode& node, const Box& outline) {
  const double roof = roof_height(node, outline.height);
  const bool points_down = node.shape == Shape::kMin || node.shape == Shape::kDown;
  const double width = outline.width * (is_triangle(node) ? kTriangleShare : 1);
  return {outline.x, outline.y + (points_down ? -roof / 2 : roof / 2), width,
          outline.height - roof};
}

double half_width(const DiagramNode& node, const Box& outline) {
  return outline.width / (is_triangle(node) ? 4 : 2);
}

std::vector<Point> outline_corners(const DiagramNode& node, const Box& outline) {
  const double left = outline.left(), right = outline.right();
  const double top = outline.top(), bottom = outline.bottom();
  const double roof = roof_height(node, outline.height);
  switch (node.shape) {
    case Shape::kMax:
      return {{left, bottom},
              {left, top + roof},
              {outline.x, top},
              {right, top + roof},
              {right, bottom}};
    case Shape::kMin:
      return {{left, top},
              {left, bottom - roof},
              {outline.x, bottom},
              {right, bottom - roof},
              {right, top}};
    case Shape::kPlain:
      return {};
    case Shape::kUp:
    case Shape::kRoof:
      return {{left, bottom}, {outline.x, top}, {right, bottom}};
    case Shape::kDown:
      return {{left, top}, {outline.x, bottom}, {right, top}};
    case Shape::kBare:
      // Visible only if the node is highlighted. It has no padding, so it must clear the text
      // itself.
      return Box{outline.x, outline.y, outline.width + 2 * kBareMargin, outline.height}.corners();
    case Shape::kOver:
    case Shape::kElided:
      break;
  }
  return outline.corners();
}

std::vector<Stroke> hatching(const DiagramNode& node, const Box& outline, bool rises) {
  constexpr double kBetween = 5.5;  // distance of two lines, measured along an axis
  constexpr int kEllipse = 32;      // number of polygon corners that approximate an ellipse
  std::vector<Point> corners = outline_corners(node, outline);
  for (int i = 0; corners.size() < kEllipse && (i > 0 || corners.empty()); ++i) {
    const double angle = 2 * std::numbers::pi * i / kEllipse;
    corners.push_back({outline.x + outline.width / 2 * std::cos(angle),
                       outline.y + outline.height / 2 * std::sin(angle)});
  }
  // x + slope * y is constant along each line of the hatching.
  const double slope = rises ? 1 : -1;
  const auto level = [&](Point at) { return at.x + slope * at.y; };
  const auto [low, high] = std::minmax_element(
      corners.begin(), corners.end(), [&](Point a, Point b) { return level(a) < level(b); });
  std::vector<Stroke> lines;
  for (double at = level(*low) + kBetween / 2; at < level(*high); at += kBetween) {
    // A line crosses a convex outline twice.
    std::vector<Point> crossings;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Point from = corners[i], to = corners[(i + 1) % corners.size()];
      if ((level(from) < at) == (level(to) < at)) continue;
      const double share = (at - level(from)) / (level(to) - level(from));
      crossings.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
    }
    if (crossings.size() == 2) lines.push_back({crossings[0], crossings[1]});
  }
  return lines;
}

std::vector<BoardShape> board_shapes(const BoardPicture& board, Point corner, double scale) {
  const double cell = kBoardCell * scale;
  std::vector<BoardShape> shapes;
  for (const BoardPicture::Mark& mark : board.marks) {
    BoardShape shape;
    shape.paint = mark.paint;
    shape.text_size = kBoardTextSize * scale;
    shape.middle = {corner.x + mark.x * cell, corner.y + mark.y * cell};
    const auto at = [&](double across, double down) {
      return Point{shape.middle.x + across * mark.width * cell,
                   shape.middle.y + down * mark.height * cell};
    };
    switch (mark.form) {
      case BoardPicture::Form::kBox:
        shape.corners = {at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)};
        break;
      case BoardPicture::Form::kHexagon:
        shape.corners = {at(0, -0.5), at(0.5, -0.25), at(0.5, 0.25),
                         at(0, 0.5),  at(-0.5, 0.25), at(-0.5, -0.25)};
        break;
      case BoardPicture::Form::kDisc:
        shape.radius = mark.width * cell / 2;
        break;
      case BoardPicture::Form::kText:
        shape.text = mark.text;
        break;
      case BoardPicture::Form::kOutline:
        for (const BoardPicture::Corner& point : mark.outline) {
          shape.corners.push_back(at(point.x, point.y));
        }
        break;
    }
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

std::vector<BoardShape> board_shapes(const DiagramNode& node, const Box& outline) {
  const Box inner = walls(node, outline);
  return board_shapes(
      node.board, {inner.x - board_size(node).width / 2, inner.y - content_size(node).height / 2},
      node.board_scale);
}

}  // namespace plytrace::draw
