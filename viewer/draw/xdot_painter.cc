// SPDX-License-Identifier: MIT
#include "viewer/draw/xdot_painter.h"

#include "viewer/draw/painter.h"
#include "viewer/draw/xdot_canvas.h"

namespace plytrace::draw {
namespace {

class XdotPainter : public Painter {
 public:
  XdotPainter(Theme theme, double height) : theme_(theme), canvas_(height) {}

  const std::string& operations() const { return canvas_.operations(); }

  void edge(const PaintedEdge& edge) override {
    for (const Stroke& part : edge.stem) stroke(part, edge.pen);
    stroke(edge.line, edge.pen);
    for (const Stroke& across : edge.mark) stroke(across, mark_pen(edge.to, theme_));
    for (const PaintedText& line : edge.texts) text(line);
  }

  void node(const PaintedNode& node) override {
    outline(node);
    for (const Stroke& line : node.hatching)
      stroke(line, node.hatched_with.value_or(hatch_pen(theme_)));
    for (const BoardShape& mark : node.board) canvas_.board_mark(mark, theme_);
    for (const PaintedText& line : node.texts) text(line);
  }

  void frame(const Box& box) override {
    const Pen pen = frame_pen(theme_);
    canvas_.pen(pen.color, pen.width, "");
    canvas_.polygon(box.corners());
  }

  void text(const PaintedText& text) override {
    const char* font = text.face == Face::kBold   ? kBoldFont
                       : text.face == Face::kMono ? kMonoFont
                                                  : kSansFont;
    canvas_.text(text.text, {text.at.x, baseline(text)}, text.size, font,
                 ink_color(text.ink, theme_), text.anchor);
  }

 private:
  void stroke(const Stroke& line, const Pen& pen) {
    canvas_.pen(pen.color, pen.width, "");
    for (const Stroke& part : dashes(line, pen.dash)) canvas_.line(part.from, part.to);
  }

  // Graphviz supports one dash length only, so dashed outlines are drawn dash by dash.
  void outline(const PaintedNode& node) {
    const Pen& pen = node.pen;
    if (pen.width == 0) return;
    const bool one_by_one = pen.dash != Dash::kSolid && !node.corners.empty();
    if (one_by_one && *node.fill != 0) {
      canvas_.pen(node.fill, pen.width, node.fill);
      canvas_.polygon(node.corners);
    }
    if (one_by_one) {
      for (std::size_t i = 0; i < node.corners.size(); ++i) {
        stroke({node.corners[i], node.corners[(i + 1) % node.corners.size()]}, pen);
      }
      return;
    }
    canvas_.pen(pen.color, pen.width, node.fill, pen.dash != Dash::kSolid);
    if (node.corners.empty()) {
      canvas_.ellipse({node.box.x, node.box.y}, node.box.width / 2, node.box.height / 2);
    } else if (node.rounding > 0) {
      canvas_.rounded(node.box, node.rounding);
    } else {
      canvas_.polygon(node.corners);
    }
  }

  Theme theme_;
  XdotCanvas canvas_;
};

}  // namespace

Drawing xdot_drawing(const Diagram& diagram, const Placement& placement) {
  const double height = placement.height + placement.caption_height;
  XdotPainter painter(diagram.theme, height);
  paint(diagram, placement, painter);
  return {painter.operations(), placement.width, height};
}

Drawing xdot_drawing(const IcicleDiagram& diagram) {
  XdotPainter painter(diagram.theme, diagram.size.height);
  paint(diagram, painter);
  return {painter.operations(), diagram.size.width, diagram.size.height};
}

}  // namespace plytrace::draw
