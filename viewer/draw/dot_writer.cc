// SPDX-License-Identifier: MIT
#include "viewer/draw/dot_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "viewer/draw/outline.h"
#include "viewer/draw/painter.h"
#include "viewer/draw/theme.h"
#include "viewer/draw/xdot_canvas.h"
#include "viewer/format/rows/format.h"

namespace plytrace::draw {
namespace {

// From this size on, layout time matters more than looks.
constexpr std::size_t kManyDotNodes = 10'000;

const char* shape_name(Shape shape) {
  // In enumeration order.
  static constexpr std::array<const char*, 9> kNames{"house",    "invhouse",    "ellipse",
                                                     "box",      "box",         "triangle",
                                                     "triangle", "invtriangle", "plaintext"};
  return kNames[static_cast<std::size_t>(shape)];
}

// The default attributes of all nodes and edges; `sizing` is for nodes.
std::string defaults(Theme theme, std::string_view sizing, double edge_size) {
  const char* const line = palette(theme).line;
  return fmt::format(
      "  node [shape=box, {}fontname=\"{}\", fontsize=9, color=\"{}\", penwidth={}];\n"
      "  edge [arrowhead=none, arrowsize=0.55, fontname=\"{}\", fontsize={}, color=\"{}\", "
      "penwidth={}];\n",
      sizing, kSansFont, line, kOutlineWidth, kSansFont, edge_size, line, kEdgeWidth);
}

// Attributes for a node's shape, line style and colours.
std::string looks(const DiagramNode& node, Theme theme) {
  const Palette& colors = palette(theme);
  if (node.pruned) {
    return fmt::format("shape={}, style=dotted, penwidth={}, color=\"{}\", fontcolor=\"{}\"",
                       shape_name(node.shape), kDottedWidth, colors.ghost_line, colors.ghost_text);
  }
  std::string text =
      fmt::format("shape={}, style=\"{}{}\", fillcolor=\"{}\"", shape_name(node.shape),
                  node.shape == Shape::kElided ? "rounded,filled" : "filled",
                  node.dashed_line ? ",dashed" : "", fill_color(node, theme));
  if (node.principal) {
    text += fmt::format(", penwidth={}, color=\"{}\"", kPrincipalWidth, colors.principal);
  }
  return text;
}

// Attributes of the edge to a node.
std::string edge_looks(const DiagramNode& node, Theme theme) {
  const Palette& colors = palette(theme);
  std::string text;
  if (node.edge == EdgeStyle::kDashed) text += ", style=dashed";
  if (node.edge == EdgeStyle::kDotted) {
    text += fmt::format(", style=dotted, penwidth={}", kDottedWidth);
  }
  if (node.cut_mark) {
    text += fmt::format(", arrowhead={}, color=\"{}\"", kCutMark.arrow_head, colors.cut);
  } else if (node.pruned) {
    text += fmt::format(", color=\"{}\"", colors.ghost_line);
  }
  if (node.principal) {
    text += fmt::format(", penwidth={}, color=\"{}\"", kPrincipalWidth, colors.principal);
  }
  return text;
}

// A single regular line becomes a plain label, which stays centred in any font.
std::string label(const DiagramNode& node, double height) {
  if (node.lines.empty()) return "\"\"";
  if (node.lines.size() == 1 && node.lines[0].face == Face::kRegular) {
    return fmt::format("{}, fontsize={}", dot_quoted(node.lines[0].text), node.lines[0].size);
  }
  std::string text;
  for (const TextLine& line : node.lines) {
    const bool bold = line.face == Face::kBold;
    text += fmt::format("{}<FONT {}POINT-SIZE=\"{}\">{}{}{}</FONT>", text.empty() ? "" : "<BR/>",
                        line.face == Face::kMono ? "FACE=\"DejaVu Sans Mono\" " : "", line.size,
                        bold ? "<B>" : "", label_escaped(line.text), bold ? "</B>" : "");
  }
  // Graphviz centres the text in the whole house, not within its walls. An empty line on the roof's
  // side moves the text there.
  if (height == 0) return "<" + text + ">";
  const std::string roof =
      fmt::format("<FONT POINT-SIZE=\"{:.0f}\"> </FONT>",
                  2 * (0.5 - kWallShare / 2 - (1 - kHouseShare)) * height / line_height(1));
  if (node.shape == Shape::kMax) text = roof + "<BR/>" + text;
  if (node.shape == Shape::kMin) text += "<BR/>" + roof;
  return "<" + text + ">";
}

// All lines in the smallest of their sizes: Graphviz lays out such plain labels much faster than
// HTML-like ones.
std::string plain_label(const DiagramNode& node) {
  if (node.lines.empty()) return "\"\"";
  double size = node.lines[0].size;
  std::string text = node.shape == Shape::kMax ? "\\n" : "";
  for (const TextLine& line : node.lines) {
    size = std::min(size, line.size);
    const std::string quoted = dot_quoted(line.text);
    text += quoted.substr(1, quoted.size() - 2) + "\\n";
  }
  if (node.shape != Shape::kMin) text.resize(text.size() - 2);
  return fmt::format("\"{}\", fontsize={}", text, size);
}

class DotWriter {
 public:
  DotWriter(const Diagram& diagram, const Placement& placed)
      : diagram_(diagram),
        placed_(placed),
        colors_(palette(diagram.theme)),
        sizes_(diagram.text_sizes()),
        background_(placed.height) {}

  std::string write() {
    head();
    for (std::size_t i = 0; i < diagram_.nodes.size(); ++i) {
      if (!diagram_.nodes[i].absent) node(i);
    }
    for (std::size_t i = 1; i < diagram_.nodes.size(); ++i) {
      if (!diagram_.nodes[i].absent && diagram_.nodes[i].parent >= 0) edge(i);
    }
    headings();
    legend();
    if (!background_.is_empty()) add("  _background={};\n", background_.dot_string());
    add("}}\n");
    return std::move(out_);
  }

 private:
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...);
  }

  // Graphviz's y axis points upwards.
  std::string position(double x, double y) const {
    return point_text(x) + "," + point_text(placed_.height - y);
  }

  std::string bounding_box(double left, double top, double right, double bottom) const {
    return point_text(left) + "," + point_text(placed_.height - bottom) + "," + point_text(right) +
           "," + point_text(placed_.height - top);
  }

  void head() {
    add("digraph plytrace {{\n");
    add("  graph [bb=\"{}\", rankdir={}, ordering=out, fontname=\"{}\", fontsize={}, labelloc=b, "
        "labeljust=l, label={}];\n",
        bounding_box(0, 0, placed_.width, placed_.height),
        diagram_.direction == Direction::kTopDown ? "TB" : "LR", kSansFont, sizes_.caption,
        caption());
    add("{}", defaults(diagram_.theme, "fixedsize=true, margin=0, ", sizes_.edge));
  }

  std::string caption() const {
    std::string text;
    if (!diagram_.title.empty()) {
      text += fmt::format("<FONT POINT-SIZE=\"{}\"><B>{}</B></FONT><BR ALIGN=\"LEFT\"/>",
                          sizes_.title, label_escaped(diagram_.title));
    }
    for (const std::string& line : text::split(placed_.caption, '\n')) {
      text += label_escaped(line) + "<BR ALIGN=\"LEFT\"/>";
    }
    return text.empty() ? "\"\"" : "<" + text + ">";
  }

  std::string label_of(const DiagramNode& node, double height) const {
    return diagram_.nodes.size() > kManyDotNodes ? plain_label(node) : label(node, height);
  }

  // If Graphviz has no shape for a node, the node itself carries only the texts; outline and board
  // go into the background.
  void apart(const DiagramNode& node, const Box& box) {
    const Box inner = walls(node, box);
    add("  {} [shape=box, {}style=filled, color=transparent, fillcolor=transparent, labelloc=b, "
        "pos=\"{}\", width={}, height={}, label={}",
        node.id,
        node.shape == Shape::kMax   ? "class=max, "
        : node.shape == Shape::kMin ? "class=min, "
                                    : "",
        position(inner.x, inner.y), inches(inner.width), inches(content_size(node).height),
        label_of(node, 0));
    background_.pen(node.principal ? colors_.principal : colors_.line,
                    node.principal ? kPrincipalWidth : kOutlineWidth,
                    fill_color(node, diagram_.theme), node.dashed_line);
    const std::vector<Point> corners = outline_corners(node, box);
    if (corners.empty()) {
      background_.ellipse({box.x, box.y}, box.width / 2, box.height / 2);
    } else {
      background_.polygon(corners);
    }
    for (const BoardShape& mark : board_shapes(node, box))
      background_.board_mark(mark, diagram_.theme);
  }

  // Graphviz position and size that make the drawn outline fill the box.
  std::string frame(Shape shape, const Box& box) const {
    double height = box.height, y = box.y;
    if (shape == Shape::kMax || shape == Shape::kMin) {
      height = box.height / kHouseShare;
      y += (shape == Shape::kMax ? 1 : -1) * (height - box.height) / 2;
    }
    return fmt::format("pos=\"{}\", width={}, height={}", position(box.x, y), inches(box.width),
                       inches(height));
  }

  void node(std::size_t i) {
    const DiagramNode& node = diagram_.nodes[i];
    const Box& box = placed_.nodes[i];
    if (is_drawn_apart(node)) {
      apart(node, box);
    } else {
      add("  {} [{}, {}, label={}", node.id, looks(node, diagram_.theme), frame(node.shape, box),
          label_of(node, box.height / kHouseShare));
    }
    if (!node.beside.empty()) beside(node, placed_.beside[i]);
    if (!node.tooltip.empty()) add(", tooltip={}", dot_quoted(node.tooltip));
    add("];\n");
    if (node.board_above) {
      for (const BoardShape& mark : board_above(node, placed_.boards[i]))
        background_.board_mark(mark, diagram_.theme);
    }
  }

  // Texts outside of the outline, all in one size.
  void beside(const DiagramNode& node, const Box& box) {
    const std::string text = text::joined(node.beside, "\\n", [](const TextLine& line) {
      const std::string quoted = dot_quoted(line.text);
      return quoted.substr(1, quoted.size() - 2);
    });
    if (node.lines.empty()) add(", fontsize={}", node.beside[0].size);
    add(", xlabel=\"{}\", xlp=\"{}\"", text, position(box.x, box.y));
  }

  static std::string inches(double points) {
    return fmt::format("{}", std::round(points / 72 * 10000) / 10000);
  }

  void edge(std::size_t i) {
    const DiagramNode& node = diagram_.nodes[i];
    const std::string& parent = diagram_.nodes[static_cast<std::size_t>(node.parent)].id;
    add("  {} -> {} [pos=\"{}\"", parent, node.id,
        spline(placed_.edges[i], node.cut_mark, diagram_.direction));
    add("{}", edge_looks(node, diagram_.theme));
    if (!node.edge_label.empty()) {
      const Box& at = placed_.edge_labels[i];
      add(", label={}, lp=\"{}\"", dot_quoted(node.edge_label), position(at.x, at.y));
      if (node.principal) add(", fontname=\"{}\"", kBoldFont);
    }
    if (!node.condition.empty()) {
      const Box& at = placed_.conditions[i];
      add(", headlabel={}, head_lp=\"{}\", labelfontsize={}, labelfontcolor=\"{}\"",
          dot_quoted(node.condition), position(at.x, at.y), sizes_.condition, colors_.cut);
    }
    add("];\n");
  }

  // Straight lines as the cubic splines Graphviz expects. A cut mark is an arrow head: it replaces
  // the last part of the line, up to the tip given after the "e".
  std::string spline(std::vector<Point> points, bool cut_mark, Direction direction) const {
    std::string tip;
    if (cut_mark) {
      const Point from = points[points.size() - 2], to = points.back();
      const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0);
      const auto before_end = [&](double way) {
        const double share = std::max(1 - way / length, 0.1);
        return Point{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
      };
      const double gap = cut_mark_gap(from, to, direction);
      tip = "e," + text_of(before_end(gap)) + " ";
      points.back() = before_end(gap + kCutMark.arrow_length);
    }
    std::string text = tip + text_of(points[0]);
    for (std::size_t i = 1; i < points.size(); ++i) {
      const std::string to = " " + text_of(points[i]);
      text += " " + text_of(points[i - 1]) + to + to;
    }
    return text;
  }
  std::string text_of(Point at) const { return position(at.x, at.y); }

  void headings() {
    for (std::size_t i = 0; i < placed_.headings.size(); ++i) {
      const Heading& heading = placed_.headings[i];
      add("  heading{} [shape=plaintext, pos=\"{}\", width={}, height={}, fontsize={}, "
          "fontname=\"{}\", label={}];\n",
          i + 1, position(heading.middle.x, heading.middle.y),
          inches(text_width(heading.text, sizes_.heading, Face::kBold)),
          inches(line_height(sizes_.heading)), sizes_.heading, kBoldFont, dot_quoted(heading.text));
    }
  }

  void legend() {
    if (placed_.legend.empty()) return;
    const Box& frame = placed_.legend_frame;
    add("  subgraph cluster_legend {{\n    graph [bb=\"{}\", label=\"\", color=\"{}\", "
        "penwidth={}];\n",
        bounding_box(frame.left(), frame.top(), frame.right(), frame.bottom()), colors_.frame,
        kFrameWidth);
    for (std::size_t i = 0; i < placed_.legend.size(); ++i) legend_item(placed_.legend[i], i + 1);
    add("  }}\n");
  }

  void legend_item(const LegendItem& item, std::size_t number) {
    const double width = text_width(item.text, sizes_.legend) + 2;
    add("    legend{}_text [shape=plaintext, pos=\"{}\", width={}, height={}, fontsize={}, "
        "label={}];\n",
        number, position(item.text_left.x + width / 2, item.text_left.y), inches(width),
        inches(line_height(sizes_.legend)), sizes_.legend, dot_quoted(item.text));
    if (item.is_edge) {
      legend_line(item, number);
    } else {
      legend_outline(item, number);
    }
  }

  void legend_line(const LegendItem& item, std::size_t number) {
    const Point left{item.box.left(), item.box.y}, right{item.box.right(), item.box.y};
    for (const auto& [name, at] : {std::pair{"from", left}, std::pair{"to", right}}) {
      add("    legend{}_{} [shape=point, style=invis, pos=\"{}\", width=0.01, height=0.01];\n",
          number, name, position(at.x, at.y));
    }
    add("    legend{}_from -> legend{}_to [pos=\"{}\"{}];\n", number, number,
        spline({left, right}, item.sample.cut_mark, Direction::kLeftRight),
        edge_looks(item.sample, diagram_.theme));
  }

  void legend_outline(const LegendItem& item, std::size_t number) {
    add("    legend{} [{}, {}, label={}];\n", number, looks(item.sample, diagram_.theme),
        frame(item.sample.shape, item.box), label(item.sample, 0));
  }

  const Diagram& diagram_;
  const Placement& placed_;
  const Palette& colors_;
  const TextSizes sizes_;
  std::string out_;
  XdotCanvas background_;
};

}  // namespace

std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
    if (c == '&') out += "amp;";  // Graphviz also interprets entities in plain labels
  }
  return out + "\"";
}

std::string label_escaped(std::string_view text) {
  std::string out;
  for (const char c : text::markup_escaped(text)) {
    out += c == '\\' ? std::string("&#92;") : std::string(1, c);
  }
  return out;
}

std::string dot_opening(Theme theme) {
  return "digraph plytrace {\n  graph [ordering=out];\n" + defaults(theme, "", TextSizes().edge);
}

std::string dot_statements(const DiagramNode& node, const std::string& parent, Theme theme) {
  std::string text =
      fmt::format("  {} [{}, label={}];\n", node.id, looks(node, theme), label(node, 0));
  if (parent.empty()) return text;
  text += fmt::format("  {} -> {} [label={}{}];\n", parent, node.id, dot_quoted(node.edge_label),
                      edge_looks(node, theme));
  return text;
}

std::string dot_text(const Diagram& diagram, const Placement& placement) {
  return DotWriter(diagram, placement).write();
}

}  // namespace plytrace::draw
