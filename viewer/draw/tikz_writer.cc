// SPDX-License-Identifier: MIT
#include "viewer/draw/tikz_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>

#include "viewer/draw/outline.h"
#include "viewer/draw/theme.h"
#include "viewer/text/format.h"

namespace plytrace::draw {
namespace {

// TeX's largest length is 16383.99pt = 16322bp; margins and rounding stay below.
constexpr double kLargest = 16'200;
constexpr double kMargin = 6;

struct Symbol {
  std::string_view utf8, tex;
};
constexpr std::array<Symbol, 5> kSymbols = {{{"\u221E", "$\\infty$"},
                                             {"\u2264", "$\\leq$"},
                                             {"\u2265", "$\\geq$"},
                                             {"\u2026", "\\dots{}"},
                                             {"\u00B7", "$\\cdot$"}}};

const Symbol* symbol_at(std::string_view text) {
  for (const Symbol& symbol : kSymbols) {
    if (text.starts_with(symbol.utf8)) return &symbol;
  }
  return nullptr;
}

std::string settable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t size = 1;
    if (const Symbol* symbol = symbol_at(text); symbol != nullptr) {
      size = symbol->utf8.size();
      out += symbol->utf8;
    } else if (static_cast<unsigned char>(text[0]) < 0x80) {
      out += text[0];
    } else {
      const auto next = text::character_at(text, 0).value_or(text::Character{1, 0xFFFD});
      size = next.bytes;
      out += fmt::format("U+{:04X}", static_cast<unsigned>(next.code));
    }
    text.remove_prefix(size);
  }
  return out;
}

// The sizes that Computer Modern comes in, so that LaTeX substitutes none.
double font_size(double wanted) {
  constexpr std::array<double, 8> kSizes = {5, 6, 7, 8, 9, 10, 10.95, 12};
  double best = kSizes[0];
  for (const double size : kSizes) {
    if (size <= wanted) best = size;
  }
  return best;
}

std::string number(double value) {
  const double rounded = std::round(value * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

std::string point(double x, double y) { return "(" + number(x) + "," + number(y) + ")"; }
std::string point(Point at) { return point(at.x, at.y); }

class TikzWriter {
 public:
  TikzWriter(const Diagram& diagram, const Placement& placed)
      : diagram_(diagram), placed_(placed), colors_(palette(diagram.theme)) {}

  std::string write() {
    head();
    for (std::size_t i = 1; i < diagram_.nodes.size(); ++i) edge(i);
    for (std::size_t i = 0; i < diagram_.nodes.size(); ++i) node(i);
    legend();
    caption();
    add("\\end{{tikzpicture}}\\end{{document}}\n");
    return std::move(out_);
  }

 private:
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<T>(values)...);
  }

  void color(const char* name, const char* hex) {
    add("\\definecolor{{{}}}{{HTML}}{{{:.6}}}\n", name, hex + 1);
  }

  void head() {
    const double width = placed_.width + 2 * kMargin;
    const double height = placed_.height + placed_.caption_height + 2 * kMargin;
    add("% Made by plytrace render. Compile with pdflatex, or copy the tikzpicture into a paper\n"
        "% that loads tikz and has the colours below.\n"
        "\\documentclass{{article}}\n\\usepackage{{tikz}}\n");
    color("plyline", colors_.line);
    color("plyprincipal", colors_.principal);
    color("plycut", colors_.cut);
    color("plyghost", colors_.ghost_line);
    color("plymax", colors_.max_fill);
    color("plymin", colors_.min_fill);
    color("plyelided", colors_.elided_fill);
    color("plyfirst", colors_.first_fill);
    color("plysecond", colors_.second_fill);
    add("\\paperwidth={0}bp \\paperheight={1}bp \\pdfpagewidth={0}bp \\pdfpageheight={1}bp\n"
        "\\pdfhorigin=0bp \\pdfvorigin=0bp\n"
        "\\hoffset=0pt \\voffset=0pt \\oddsidemargin=0pt \\topmargin=0pt \\headheight=0pt\n"
        "\\headsep=0pt \\topskip=0pt \\footskip=0pt \\parindent=0pt \\textwidth={0}bp\n"
        "\\textheight={1}bp \\pagestyle{{empty}} \\hfuzz=2pt \\vfuzz=2pt\n",
        number(width), number(height));
    add("\\begin{{document}}\\begin{{tikzpicture}}[x=1bp, y=-1bp, line width=0.9bp,\n"
        "  every node/.style={{inner sep=0, outer sep=0, font=\\sffamily}},\n"
        "  ply edge/.style={{draw=plyline, line width=0.8bp}},\n"
        "  ply principal/.style={{draw=plyprincipal, line width=2.4bp}},\n"
        "  ply aside/.style={{dashed}},\n"
        "  ply ghost/.style={{draw=plyghost, dotted, line width=1.1bp}},\n"
        "  ply cut/.style={{draw=plycut, dotted, line width=1.1bp}},\n"
        "  ply mark/.style={{draw=plycut, line width=1.2bp}}");
    board_styles();
    add("]\n");
    add("\\useasboundingbox {} rectangle {};\n", point(-kMargin, -kMargin),
        point(width - kMargin, height - kMargin));
  }

  // Those of boards, where there are any.
  void board_styles() {
    const auto has_board = [](const DiagramNode& node) { return !node.board.marks.empty(); };
    if (std::none_of(diagram_.nodes.begin(), diagram_.nodes.end(), has_board)) return;
    using Paint = BoardPicture::Paint;
    for (const Paint paint :
         {Paint::kFaint, Paint::kWhite, Paint::kShaded, Paint::kBlack, Paint::kFrame}) {
      const BoardInk& ink = board_ink(paint, diagram_.theme);
      const auto rgb = [](const char* hex) {
        const long value = std::strtol(hex + 1, nullptr, 16);
        return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", value >> 16, value >> 8 & 255,
                           value & 255);
      };
      add(",\n  ply {}/.style={{draw={}, line width={}bp", ink.name, rgb(ink.line), ink.width);
      if (*ink.fill != 0) add(", fill={}", rgb(ink.fill));
      add("}}");
    }
  }

  void text_at(const std::string& text, double x, double y, double size, bool bold,
               const char* options = "") {
    const double font = font_size(size);
    add("\\node[{}] at {} {{\\fontsize{{{}}}{{{}}}\\selectfont {}{}}};\n", options, point(x, y),
        font, number(font * 1.2), bold ? "\\bfseries " : "", tex_escaped(text));
  }

  void edge(std::size_t i) {
    const DiagramNode& node = diagram_.nodes[i];
    if (node.stacked) return;
    line(placed_.edges[i].front(), placed_.edges[i].back(), node.edge, node.principal,
         node.cut_mark, diagram_.direction);
    if (node.edge_label.empty()) return;
    const Box& at = placed_.edge_labels[i];
    text_at(node.edge_label, at.x, at.y, edge_label_size(node), node.principal,
            node.cut_mark ? "text=plycut" : "");
  }

  void line(Point from, Point to, EdgeStyle style, bool principal, bool cut_mark,
            Direction direction) {
    add("\\draw[ply edge{}{}{}] {} -- {};\n", style == EdgeStyle::kDashed ? ", ply aside" : "",
        style == EdgeStyle::kDotted ? ", ply cut" : "", principal ? ", ply principal" : "",
        point(from), point(to));
    if (!cut_mark) return;
    // Two short strokes across the line, before its end.
    const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0);
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const double gap = cut_mark_gap(from, to, direction);
    for (const double back : {gap + 0.5, gap + 3}) {
      const Point at{to.x - back * along.x, to.y - back * along.y};
      add("\\draw[ply mark] {} -- {};\n", point(at.x - 3.2 * along.y, at.y + 3.2 * along.x),
          point(at.x + 3.2 * along.y, at.y - 3.2 * along.x));
    }
  }

  void outline(const DiagramNode& node, const Box& box) {
    const std::vector<Point> corners = outline_corners(node, box);
    const std::string line = std::string(node.principal ? ", ply principal" : "") +
                             (node.dashed_line ? ", ply aside" : "");
    const char* marked = node.marked_first    ? "plyfirst"
                         : node.marked_second ? "plysecond"
                                              : nullptr;
    const auto fill = [&](const char* usual) { return marked != nullptr ? marked : usual; };
    switch (node.shape) {
      case Shape::kMax:
        return polygon(fmt::format("fill={}{}", fill("plymax"), line), corners);
      case Shape::kMin:
        return polygon(fmt::format("fill={}{}", fill("plymin"), line), corners);
      case Shape::kPlain:
        add("\\draw[fill={}{}] {} ellipse [x radius={}, y radius={}];\n", fill("white"), line,
            point(box.x, box.y), number(box.width / 2), number(box.height / 2));
        return;
      case Shape::kOver:
        return polygon(fmt::format("fill={}{}", fill("white"), line), corners);
      case Shape::kGhost:
        return polygon("ply ghost", corners);
      case Shape::kElided:
        return polygon("fill=plyelided, rounded corners=4bp", corners);
    }
  }

  void polygon(const std::string& options, const std::vector<Point>& corners) {
    add("\\draw[{}] ", options);
    for (const Point& corner : corners) add("{} -- ", point(corner));
    add("cycle;\n");
  }

  void board(const DiagramNode& node, const Box& box) {
    for (const BoardShape& mark : board_shapes(node, box)) {
      if (!mark.text.empty()) {
        text_at(mark.text, mark.middle.x, mark.middle.y, kBoardTextSize, false);
        continue;
      }
      const std::string style = std::string("ply ") + board_ink(mark.paint, diagram_.theme).name;
      if (mark.corners.empty()) {
        add("\\draw[{}] {} circle [radius={}];\n", style, point(mark.middle), number(mark.radius));
      } else {
        polygon(style, mark.corners);
      }
    }
  }

  void node(std::size_t i) {
    const DiagramNode& node = diagram_.nodes[i];
    const Box& box = placed_.nodes[i];
    outline(node, box);
    board(node, box);
    const Box inner = walls(node, box);
    double y = inner.y + content_size(node).height / 2;
    for (const TextLine& line : node.lines) y -= line_height(line.size);
    for (const TextLine& line : node.lines) {
      text_at(line.text, box.x, y + line_height(line.size) / 2, line.size, line.face == Face::kBold,
              line.face == Face::kMono ? "font=\\ttfamily" : "");
      y += line_height(line.size);
    }
  }

  void legend() {
    if (placed_.legend.empty()) return;
    const Box& frame = placed_.legend_frame;
    add("\\draw[gray, line width=0.5bp] {} rectangle {};\n",
        point(frame.x - frame.width / 2, frame.y - frame.height / 2),
        point(frame.x + frame.width / 2, frame.y + frame.height / 2));
    for (const LegendItem& item : placed_.legend) {
      const Point left{item.sample.x - item.sample.width / 2, item.sample.y};
      const Point right{item.sample.x + item.sample.width / 2, item.sample.y};
      if (item.kind == LegendItem::Kind::kPrincipal) {
        line(left, right, EdgeStyle::kSolid, true, false, Direction::kLeftRight);
      } else if (item.kind == LegendItem::Kind::kCut) {
        line(left, right, EdgeStyle::kDotted, false, true, Direction::kLeftRight);
      } else {
        outline(legend_sample(item), item.sample);
      }
      text_at(item.text, item.text_left.x, item.text_left.y, kLegendSize, false, "anchor=west");
    }
  }

  void caption() {
    double y = placed_.height + 8;
    if (!diagram_.title.empty()) {
      text_at(diagram_.title, 0, y + 4, kTitleSize, true, "anchor=west");
      y += line_height(kTitleSize);
    }
    std::size_t at = 0;
    while (at < placed_.caption.size()) {
      const std::size_t end = std::min(placed_.caption.find('\n', at), placed_.caption.size());
      text_at(placed_.caption.substr(at, end - at), 0, y + 4, kCaptionSize, false, "anchor=west");
      y += line_height(kCaptionSize);
      at = end + 1;
    }
  }

  const Diagram& diagram_;
  const Placement& placed_;
  const Palette& colors_;
  std::string out_;
};

}  // namespace

Diagram for_tex(Diagram diagram) {
  for (DiagramNode& node : diagram.nodes) {
    node.edge_label = settable(node.edge_label);
    for (TextLine& line : node.lines) line.text = settable(line.text);
  }
  diagram.title = settable(diagram.title);
  for (std::string& line : diagram.caption) line = settable(line);
  return diagram;
}

Result<std::string> tikz_text(const Diagram& diagram, const Placement& placement) {
  const double height = placement.height + placement.caption_height;
  if (std::max(placement.width, height) > kLargest) {
    return Status::usage(fmt::format(
        "render: the picture would be {:.0f} x {:.0f} points, and TeX's coordinates end at 16383; "
        "try --to svg or --to pdf, or a smaller --max-nodes or --depth",
        placement.width, height));
  }
  return TikzWriter(diagram, placement).write();
}

std::string tex_escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (const Symbol* symbol = symbol_at(text); symbol != nullptr) {
      out += symbol->tex;
      text.remove_prefix(symbol->utf8.size());
      continue;
    }
    switch (const char c = text[0]) {
      case '#':
      case '$':
      case '%':
      case '&':
      case '_':
      case '{':
      case '}':
        out += '\\';
        out += c;
        break;
      case '\\':
        out += "{\\ttfamily\\char92}";
        break;
      case '^':
        out += "{\\ttfamily\\char94}";
        break;
      case '~':
        out += "{\\ttfamily\\char126}";
        break;
      case '<':
      case '>':
      case '|':
        out += std::string("$") + c + "$";
        break;
      case '-':
        out += "{-}";  // keeps -- and --- as they are
        break;
      case '"':
        out += "{\\char34}";
        break;
      case '\'':
      case '`':
        out += std::string("{") + c + "}";
        break;
      default:
        out += c;
    }
    text.remove_prefix(1);
  }
  return out;
}

}  // namespace plytrace::draw
