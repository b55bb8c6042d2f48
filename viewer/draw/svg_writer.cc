// SPDX-License-Identifier: MIT
#include "viewer/draw/svg_writer.h"

#include <fmt/format.h>

#include <cstddef>

#include "viewer/draw/painter.h"
#include "viewer/format/rows/format.h"

namespace plytrace::draw {
namespace {

constexpr const char* kMovingId = "plytrace-steps";

std::string svg_point(Point at) { return point_text(at.x) + "," + point_text(at.y); }

std::string points(const std::vector<Point>& corners) {
  return text::joined(corners, " ", svg_point);
}

class SvgPainter : public Painter {
 public:
  template <class AnyDiagram>
  SvgPainter(const AnyDiagram& diagram, Size size, double scale, const char* style = "")
      : theme_(diagram.theme) {
    const std::string width = point_text(size.width), height = point_text(size.height);
    add("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
        "<svg width=\"{2}pt\" height=\"{3}pt\" viewBox=\"0 0 {0} {1}\" role=\"img\"{4} "
        "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n",
        width, height, point_text(scale * size.width), point_text(scale * size.height), style);
    describe(diagram);
    add("<g id=\"graph0\" class=\"graph\" transform=\"translate({2} {2})\" "
        "font-family=\"DejaVu Sans,Verdana,sans-serif\">\n<title>plytrace</title>\n"
        "<rect fill=\"#ffffff\" x=\"-{2}\" y=\"-{2}\" width=\"{0}\" height=\"{1}\"/>\n",
        width, height, point_text(kPictureMargin));
  }

  std::string finish() {
    add("</g>\n</svg>\n");
    return std::move(out_);
  }

  // Everything painted until end_moment() is visible only during this turn of the animation.
  // A click stops the animation at the step that it shows, and a double click starts it again.
  void begin_moment(std::size_t turn, std::size_t turns, bool loops) {
    constexpr double kSeconds = 2;
    const double share = 1.0 / static_cast<double>(turns);
    const double from = share * static_cast<double>(turn);
    const bool is_last = turn + 1 == turns;
    const std::string times =
        is_last ? fmt::format("values=\"hidden;visible\" keyTimes=\"0;{:.5f}\"", from)
                : fmt::format("values=\"hidden;visible;hidden\" keyTimes=\"0;{:.5f};{:.5f}\"", from,
                              from + share);
    add("<g class=\"{0}\" visibility=\"{1}\"><animate attributeName=\"visibility\" "
        "calcMode=\"discrete\" {2} dur=\"{3}s\" begin=\"0s;{4}.dblclick\" end=\"{4}.click\" "
        "repeatCount=\"{5}\" fill=\"freeze\"/>\n",
        is_last ? "step last" : "step", is_last ? "visible" : "hidden", times,
        kSeconds * static_cast<double>(turns), kMovingId, loops ? "indefinite" : "1");
  }
  // Readers who asked their system for less motion see the last step only.
  void stand_still_on_request() {
    add("<style>@media (prefers-reduced-motion: reduce) {{ .step {{ display: none }} .last {{ "
        "display: inline; visibility: visible !important }} }}</style>\n");
  }
  void end_moment() { add("</g>\n"); }

  void edge(const PaintedEdge& edge) override {
    begin("edge", edge.from.empty() ? "" : std::string(edge.from) + "->" + edge.to.id, "");
    std::vector<Stroke> parts = edge.stem;
    parts.push_back(edge.line);
    strokes(parts, edge.pen);
    for (const Stroke& across : edge.mark) stroke(across, mark_pen(edge.to, theme_));
    for (const PaintedText& line : edge.texts) text(line);
    end("");
  }

  void node(const PaintedNode& node) override {
    if (node.is_reachable && !node.node.id.empty()) return reachable(node);
    begin("node", node.node.id, node.node.tooltip, node.node.attributes);
    content(node);
    end(node.node.tooltip);
  }
  // A group that takes keyboard focus and has an accessible name.
  void reachable(const PaintedNode& node) {
    const std::string name = text::markup_escaped(node.node.tooltip);
    add("<g id=\"{}\" class=\"box\" tabindex=\"0\" role=\"img\" aria-label=\"{}\">\n"
        "<title>{}</title>\n",
        node.node.id, name, name);
    content(node);
    end("");
  }
  void content(const PaintedNode& node) {
    outline(node);
    if (!node.hatching.empty()) {
      strokes(node.hatching, node.hatched_with.value_or(hatch_pen(theme_)));
    }
    for (const BoardShape& mark : node.board) board_mark(mark);
    for (const PaintedText& line : node.texts) text(line);
  }

  void let_pointer_through_samples() { add("<style>.sample{{pointer-events:none}}</style>\n"); }

  void frame(const Box& box) override {
    add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\"{}/>\n",
        point_text(box.left()), point_text(box.top()), point_text(box.width),
        point_text(box.height), pen(frame_pen(theme_)));
  }

  void text(const PaintedText& text) override {
    add("<text text-anchor=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\"",
        text.anchor == Anchor::kMiddle ? "middle"
        : text.anchor == Anchor::kLeft ? "start"
                                       : "end",
        point_text(text.at.x), point_text(baseline(text)), text.size);
    if (text.face == Face::kBold) add(" font-weight=\"bold\"");
    if (text.face == Face::kMono) {
      add(" font-family=\"DejaVu Sans Mono,monospace\" xml:space=\"preserve\"");
    } else if (!text.text.empty() && text.text != " " && is_measured(text.text)) {
      // Forces the measured width, whatever font the viewer substitutes.
      add(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
          point_text(text_width(text.text, text.size, text.face)));
    }
    if (text.ink != Ink::kText) add(" fill=\"{}\"", ink_color(text.ink, theme_));
    add(">{}</text>\n", text::markup_escaped(text.text));
  }

 private:
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...);
  }

  // Title and description, for screen readers and for readers of the file.
  template <class AnyDiagram>
  void describe(const AnyDiagram& diagram) {
    if (diagram.description.empty()) return;
    const bool has_title = !diagram.title.empty();
    add("<title>{}</title>\n<desc>",
        text::markup_escaped(has_title ? diagram.title : diagram.description.front()));
    for (const std::string& line : diagram.description) add("{}\n", text::markup_escaped(line));
    add("</desc>\n");
  }

  // Opens a group with Graphviz's class and id; a sample of the legend has no name and gets no
  // group.
  void begin(const char* kind, const std::string& name, const std::string& tooltip,
             const std::vector<Attribute>& attributes = {}) {
    const bool is_node = kind[0] == 'n';
    if (name.empty()) return add("<g class=\"sample\">\n");
    add("<g id=\"{}{}\" class=\"{}\"", kind, is_node ? ++nodes_ : ++edges_, kind);
    for (const auto& [key, value] : attributes) add(" {}=\"{}\"", key, text::markup_escaped(value));
    add(">\n<title>{}</title>\n", text::markup_escaped(name));
    if (!tooltip.empty()) add("<a xlink:title=\"{}\">\n", text::markup_escaped(tooltip));
  }
  void end(const std::string& tooltip) { add("{}</g>\n", tooltip.empty() ? "" : "</a>\n"); }

  static std::string pen(const Pen& pen) {
    std::string text = fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", pen.color, pen.width);
    if (pen.dash != Dash::kSolid) {
      const auto [on, off] = dash_pattern(pen.dash);
      text += fmt::format(" stroke-dasharray=\"{},{}\"", on, off);
    }
    return text;
  }

  static std::string fill(const char* color) { return *color == 0 ? "none" : color; }

  void stroke(const Stroke& line, const Pen& with) {
    add("<path fill=\"none\"{} d=\"M{}L{}\"/>\n", pen(with), svg_point(line.from),
        svg_point(line.to));
  }

  void strokes(const std::vector<Stroke>& lines, const Pen& with) {
    std::string path;
    for (const Stroke& line : lines) path += "M" + svg_point(line.from) + "L" + svg_point(line.to);
    add("<path fill=\"none\"{} d=\"{}\"/>\n", pen(with), path);
  }

  void outline(const PaintedNode& node) {
    if (node.pen.width == 0) return;
    const std::string looks = fmt::format("fill=\"{}\"{}", fill(node.fill), pen(node.pen));
    const Box& box = node.box;
    if (node.corners.empty()) {
      add("<ellipse {} cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>\n", looks, point_text(box.x),
          point_text(box.y), point_text(box.width / 2), point_text(box.height / 2));
    } else if (node.rounding > 0) {
      add("<path {} d=\"{}\"/>\n", looks, rounded(box, node.rounding));
    } else {
      add("<polygon {} points=\"{}\"/>\n", looks, points(node.corners));
    }
  }

  static std::string rounded(const Box& box, double radius) {
    const double width = box.width - 2 * radius, height = box.height - 2 * radius;
    const std::string arc = fmt::format("a{0},{0} 0 0 1 ", radius);
    return fmt::format("M{},{}h{}{}{},{}v{}{}{},{}h{}{}{},{}v{}{}{},{}z",
                       point_text(box.x - width / 2), point_text(box.y - box.height / 2),
                       point_text(width), arc, radius, radius, point_text(height), arc, -radius,
                       radius, point_text(-width), arc, -radius, -radius, point_text(-height), arc,
                       radius, -radius);
  }

  void board_mark(const BoardShape& mark) {
    const BoardInk& ink = board_ink(mark.paint, theme_);
    if (!mark.text.empty()) {
      return text({mark.text, mark.middle, mark.text_size});
    }
    const std::string looks = fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"",
                                          fill(ink.fill), ink.line, ink.width);
    if (mark.corners.empty()) {
      add("<circle {} cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", looks, point_text(mark.middle.x),
          point_text(mark.middle.y), point_text(mark.radius));
    } else {
      add("<polygon {} points=\"{}\"/>\n", looks, points(mark.corners));
    }
  }

  Theme theme_;
  std::size_t nodes_ = 0, edges_ = 0;
  std::string out_;
};

}  // namespace

std::string animated_svg_text(const std::vector<Diagram>& moments, const Placement& placement,
                              double scale, bool loops) {
  // Browsers show this file; a picture wider than the window would first show an empty part.
  const std::string attributes =
      fmt::format(" id=\"{}\" style=\"max-width:100%;max-height:100vh\"", kMovingId);
  SvgPainter painter(moments.back(), picture_size(placement), scale, attributes.c_str());
  painter.stand_still_on_request();
  for (std::size_t i = 0; i < moments.size(); ++i) {
    painter.begin_moment(i, moments.size(), loops);
    Diagram plain = moments[i];  // without ids, which would occur once per moment
    for (DiagramNode& node : plain.nodes) {
      node.id.clear();
      node.tooltip.clear();
    }
    Placement placed = placement;
    placed.caption = moments[i].caption.front();
    paint(plain, placed, painter);
    painter.end_moment();
  }
  return painter.finish();
}

std::string svg_text(const IcicleDiagram& diagram) {
  const Size size{diagram.size.width + 2 * kPictureMargin,
                  diagram.size.height + 2 * kPictureMargin};
  // The pointer must reach the runs below their cells, because the runs have the tooltips.
  SvgPainter painter(diagram, size, 1);
  if (diagram.has_cells) painter.let_pointer_through_samples();
  paint(diagram, painter);
  return painter.finish();
}

std::string svg_text(const Diagram& diagram, const Placement& placement, double scale) {
  SvgPainter painter(diagram, picture_size(placement), scale);
  paint(diagram, placement, painter);
  return painter.finish();
}

}  // namespace plytrace::draw
