// SPDX-License-Identifier: MIT
#include "viewer/draw/painter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "viewer/format/characters.h"

namespace plytrace::draw {
namespace {

constexpr double kDotMark = 0.5;    // size of a cut mark among dots
constexpr double kBelowRoof = 1.5;  // how far texts are raised in a node with its roof above

class Painting {
 public:
  Painting(const Diagram& diagram, const Placement& placed, Painter& painter)
      : diagram_(diagram), text_(diagram.text_sizes()), placed_(placed), painter_(painter) {}

  void run() {
    find_searched_children();
    for (std::size_t i = 1; i < diagram_.nodes.size(); ++i) {
      if (!diagram_.nodes[i].absent && diagram_.nodes[i].parent >= 0) edge(i);
    }
    for (std::size_t i = 0; i < diagram_.nodes.size(); ++i) {
      if (diagram_.nodes[i].absent) continue;
      painter_.node(whole_node(i));
    }
    for (const RowName& row : placed_.row_names) {
      painter_.text(
          {row.text, row.right, text_.row_name, Face::kRegular, Ink::kText, Anchor::kRight});
    }
    for (const Heading& heading : placed_.headings) {
      painter_.text({heading.text, heading.middle, text_.heading, Face::kBold});
    }
    legend();
    caption();
  }

 private:
  void find_searched_children() {
    searched_child_.assign(diagram_.nodes.size(), 0);
    for (std::size_t i = diagram_.nodes.size() - 1; i > 0; --i) {
      const DiagramNode& node = diagram_.nodes[i];
      if (node.absent || node.pruned || node.parent < 0) continue;
      searched_child_[static_cast<std::size_t>(node.parent)] = i;
    }
  }

  // A searched sibling's edge starts with the same segment; dotting over its line would only blur
  // it.
  bool is_begun_by_sibling(std::size_t i) const {
    const DiagramNode& node = diagram_.nodes[i];
    const std::size_t other = searched_child_[static_cast<std::size_t>(node.parent)];
    if (!node.pruned || other == 0 || placed_.edges[other].size() < 3) return false;
    return placed_.edges[other][1] == placed_.edges[i][1];
  }

  void edge(std::size_t i) {
    const DiagramNode& node = diagram_.nodes[i];
    const std::vector<Point>& points = placed_.edges[i];
    PaintedEdge edge = line(node, {points[points.size() - 2], points.back()}, diagram_.direction);
    for (std::size_t at = is_begun_by_sibling(i) ? 1 : 0; at + 2 < points.size(); ++at) {
      edge.stem.push_back({points[at], points[at + 1]});
    }
    edge.from = diagram_.nodes[static_cast<std::size_t>(node.parent)].id;
    const auto add = [&](const std::string& text, const Box& at, double size, Face face, Ink ink) {
      if (!text.empty()) edge.texts.push_back({text, {at.x, at.y}, size, face, ink});
    };
    add(node.condition, placed_.conditions[i], text_.condition, Face::kRegular, Ink::kCondition);
    add(node.edge_label, placed_.edge_labels[i], text_.edge, edge_label_face(node), Ink::kText);
    painter_.edge(edge);
  }

  PaintedEdge line(const DiagramNode& node, const Stroke& at, Direction direction) const {
    PaintedEdge edge{node, {}, at, {}, edge_pen(node, diagram_.theme), {}, {}};
    if (node.cut_mark) edge.mark = mark(at, direction, node.dot > 0 ? dot_line(node, kDotMark) : 1);
    return edge;
  }

  static std::vector<Stroke> mark(const Stroke& line, Direction direction, double size) {
    const Point from = line.from, to = line.to;
    const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0);
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const double reach = size * kCutMark.reach;
    const Point across{-reach * along.y, reach * along.x};
    const double gap = size * cut_mark_gap(from, to, direction);
    std::vector<Stroke> strokes;
    for (const double back : kCutMark.backs) {
      const double way = gap + size * back;
      const Point at{to.x - way * along.x, to.y - way * along.y};
      strokes.push_back({{at.x + across.x, at.y + across.y}, {at.x - across.x, at.y - across.y}});
    }
    return strokes;
  }

  // A node with the board above and the texts beside its outline.
  PaintedNode whole_node(std::size_t i) const {
    const DiagramNode& node = diagram_.nodes[i];
    PaintedNode painted = outline(node, placed_.nodes[i]);
    if (node.board_above) painted.board = board_above(node, placed_.boards[i]);
    const Box& box = placed_.beside[i];
    const bool is_right = box.x > placed_.nodes[i].right();
    double y = box.top();
    for (const TextLine& text : node.beside) {
      const double height = line_height(text.size);
      painted.texts.push_back({text.text,
                               {is_right ? box.left() : box.x, y + height / 2},
                               text.size,
                               text.face,
                               node.pruned ? Ink::kGhost : Ink::kText,
                               is_right ? Anchor::kLeft : Anchor::kMiddle});
      y += height;
    }
    return painted;
  }

  PaintedNode outline(const DiagramNode& node, const Box& box) const {
    PaintedNode painted{node, box, outline_corners(node, box), 0, {}, "", {}, {}, {}};
    painted.pen = outline_pen(node, diagram_.theme);
    if (node.shape == Shape::kElided) painted.rounding = kElidedRounding;
    if (!node.pruned || node.highlighted) painted.fill = fill_color(node, diagram_.theme);
    if (node.marked_first || node.marked_second) {
      painted.hatching = hatching(node, box, node.marked_first);
    }
    if (!node.board.marks.empty() && !node.board_above) painted.board = board_shapes(node, box);
    // The texts are centred in the walls, below the board.
    double y = walls(node, box).y + content_size(node).height / 2;
    if (node.shape == Shape::kMax) y -= kBelowRoof;
    for (const TextLine& text : node.lines) y -= line_height(text.size);
    for (const TextLine& text : node.lines) {
      const double height = line_height(text.size);
      painted.texts.push_back({text.text,
                               {box.x, y + height / 2},
                               text.size,
                               text.face,
                               node.pruned ? Ink::kGhost : Ink::kText,
                               Anchor::kMiddle,
                               node.shape == Shape::kBare});
      y += height;
    }
    return painted;
  }

  void legend() {
    if (placed_.legend.empty()) return;
    painter_.frame(placed_.legend_frame);
    for (const LegendItem& item : placed_.legend) {
      const Box& box = item.box;
      if (item.is_edge) {
        painter_.edge(
            line(item.sample, {{box.left(), box.y}, {box.right(), box.y}}, Direction::kLeftRight));
      } else {
        painter_.node(outline(item.sample, box));
      }
      painter_.text(left(item.text, item.text_left, text_.legend));
    }
  }

  void caption() {
    Point at{0, placed_.height + kCaptionTop};
    if (!diagram_.title.empty()) {
      at.y += line_height(text_.title) / 2;
      painter_.text(left(diagram_.title, at, text_.title, Face::kBold));
      at.y += line_height(text_.title) / 2;
    }
    for (const std::string& line : text::split(placed_.caption, '\n')) {
      at.y += line_height(text_.caption) / 2;
      painter_.text(left(line, at, text_.caption));
      at.y += line_height(text_.caption) / 2;
    }
  }

  static PaintedText left(const std::string& text, Point at, double size,
                          Face face = Face::kRegular) {
    return {text, at, size, face, Ink::kText, Anchor::kLeft};
  }

  const Diagram& diagram_;
  const TextSizes text_;
  const Placement& placed_;
  Painter& painter_;
  std::vector<std::size_t> searched_child_;  // first searched child of each node; 0: none
};

}  // namespace

void paint(const Diagram& diagram, const Placement& placed, Painter& painter) {
  Painting(diagram, placed, painter).run();
}

Size picture_size(const Placement& placed) {
  return {placed.width + 2 * kPictureMargin,
          placed.height + placed.caption_height + 2 * kPictureMargin};
}

std::vector<Stroke> dashes(const Stroke& line, Dash dash) {
  const auto [on, off] = dash_pattern(dash);
  const double length = std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
  if (dash == Dash::kSolid || length <= on) return {line};
  const auto at = [&](double way) {
    const double share = std::min(way / length, 1.0);
    return Point{line.from.x + share * (line.to.x - line.from.x),
                 line.from.y + share * (line.to.y - line.from.y)};
  };
  std::vector<Stroke> strokes;
  for (double way = 0; way < length; way += on + off) strokes.push_back({at(way), at(way + on)});
  return strokes;
}

}  // namespace plytrace::draw
