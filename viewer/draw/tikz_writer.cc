// SPDX-License-Identifier: MIT
#include "viewer/draw/tikz_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "viewer/draw/painter.h"
#include "viewer/format/rows/format.h"

namespace plytrace::draw {
namespace {

// TeX's largest length is 16383.99pt = 16322bp; this leaves space for margins and rounding.
constexpr double kLargest = 16'200;

struct Symbol {
  std::string_view utf8, tex;
};
constexpr std::array<Symbol, 9> kSymbols = {{{"\u221E", "$\\infty$"},
                                             {"\u2264", "$\\leq$"},
                                             {"\u2265", "$\\geq$"},
                                             {"\u2026", "\\dots{}"},
                                             {"\u2212", "$-$"},
                                             {"\u2192", "$\\to$"},
                                             {"\u2013", "--"},
                                             {"\u00B7", "$\\cdot$"},
                                             {"\u00D7", "$\\times$"}}};

const Symbol* symbol_at(std::string_view text) {
  for (const Symbol& symbol : kSymbols) {
    if (text.starts_with(symbol.utf8)) return &symbol;
  }
  return nullptr;
}

// ASCII letters, and the Latin-1 letters that LaTeX sets in every font encoding.
bool is_letter(char32_t code) {
  constexpr std::u32string_view kNot = U"\u00D0\u00D7\u00DE\u00F0\u00F7\u00FE";
  return code < 0x80 || (code >= 0xC0 && code <= 0xFF && kNot.find(code) == kNot.npos);
}

std::string settable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t size = 1;
    if (const Symbol* symbol = symbol_at(text); symbol != nullptr) {
      size = symbol->utf8.size();
      out += symbol->utf8;
    } else {
      const auto next = text::character_at(text, 0).value_or(text::Character{1, 0xFFFD});
      size = next.bytes;
      out += is_letter(next.code) ? std::string(text.substr(0, size))
                                  : fmt::format("U+{:04X}", static_cast<unsigned>(next.code));
    }
    text.remove_prefix(size);
  }
  return out;
}

// Rounds to a size of the Computer Modern fonts, so that LaTeX substitutes none.
double font_size(double wanted) {
  constexpr std::array<double, 8> kSizes = {5, 6, 7, 8, 9, 10, 10.95, 12};
  double best = kSizes[0];
  for (const double size : kSizes) {
    if (size <= wanted) best = size;
  }
  return best;
}

std::string point(double x, double y) { return "(" + point_text(x) + "," + point_text(y) + ")"; }
std::string point(Point at) { return point(at.x, at.y); }

class TikzPainter : public Painter {
 public:
  TikzPainter(const Diagram& diagram, const Placement& placed, double scale)
      : diagram_(diagram), colors_(palette(diagram.theme)), scale_(scale) {
    size_ = picture_size(placed);
  }

  // Only the tikzpicture; colors() and document() write what it depends on.
  std::string picture(const Placement& placed) {
    begin(size_);
    paint(diagram_, placed, *this);
    add("\\end{{tikzpicture}}");
    return std::exchange(out_, {});
  }
  std::string color_definitions() {
    colors();
    return std::exchange(out_, {});
  }
  std::string document_head() {
    document(size_);
    return std::exchange(out_, {});
  }

  void edge(const PaintedEdge& edge) override {
    const DiagramNode& to = edge.to;
    std::string stem;
    for (const Stroke& part : edge.stem) stem += point(part.from) + " -- ";
    add("\\draw[ply edge{}{}{}{}] {}{} -- {};\n",
        edge.pen.dash == Dash::kDashed ? ", ply aside" : "",
        edge.pen.dash == Dash::kDotted ? ", ply dotted" : "",
        to.cut_mark ? ", draw=plycut"
        : to.pruned ? ", draw=plyghost"
                    : "",
        (to.principal ? ", ply principal" : "") +
            (to.dot > 0 ? fmt::format(", line width={}bp", scaled(edge.pen.width)) : std::string()),
        stem, point(edge.line.from), point(edge.line.to));
    for (const Stroke& across : edge.mark) {
      add("\\draw[ply cut{}] {} -- {};\n",
          to.dot > 0 ? ", line width=" + scaled(mark_pen(to, diagram_.theme).width) + "bp" : "",
          point(across.from), point(across.to));
    }
    for (const PaintedText& line : edge.texts) text(line);
  }

  void node(const PaintedNode& node) override {
    outline(node);
    if (!node.hatching.empty()) add("\\draw[ply hatching]");
    for (const Stroke& line : node.hatching) add(" {} -- {}", point(line.from), point(line.to));
    if (!node.hatching.empty()) add(";\n");
    for (const BoardShape& mark : node.board) board_mark(mark);
    for (const PaintedText& line : node.texts) text(line);
  }

  void frame(const Box& box) override {
    add("\\draw[ply frame] {} rectangle {};\n", point(box.left(), box.top()),
        point(box.right(), box.bottom()));
  }

  void text(const PaintedText& text) override {
    const double font = font_size(scale_ * text.size);
    std::string options = text.anchor == Anchor::kLeft    ? "anchor=west"
                          : text.anchor == Anchor::kRight ? "anchor=east"
                                                          : "";
    const auto option = [&](const char* name) {
      options += std::string(options.empty() ? "" : ", ") + name;
    };
    if (text.face == Face::kMono) option("font=\\ttfamily");
    if (text.is_leaf) option("ply leaf");
    if (text.ink == Ink::kCondition) option("text=plycut");
    if (text.ink == Ink::kGhost) option("text=plyghosttext");
    add("\\node[{}] at {} {{\\plysize{{{}}}{}}};\n", options, point(text.at), font,
        text.face == Face::kBold ? bold(tex_escaped(text.text)) : tex_escaped(text.text));
  }

 private:
  // TeX needs \boldmath for signs set as mathematics. It leaves material after the enclosing group,
  // so it gets a group of its own instead of the node's.
  static std::string bold(const std::string& tex) {
    const bool is_plain = tex.find('$') == std::string::npos;
    return is_plain ? "\\bfseries " + tex : "{\\bfseries\\boldmath " + tex + "}";
  }

  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...);
  }

  // Writes a standalone document, or only the picture if the file is \input into another document.
  // The text is 2 pt taller than the page: rounded coordinates make the picture slightly taller
  // than it, and TeX would begin with an empty page. There LaTeX's \begin{document} has already
  // redefined \@nodocument as \relax.
  void document(Size size) {
    add("% Made by plytrace render. Compile with pdflatex, or \\input it into a document that "
        "loads\n"
        "% tikz. Colours, \\plyfont, \\plyscale and the styles are defined only where they are "
        "not\n"
        "% yet: \\newcommand\\plyfont{{\\sffamily}} or \\tikzset{{ply "
        "max/.style={{fill=yellow}}}}.\n");
    for (const std::string& line : diagram_.description) add("% {}\n", tex_comment(line));
    add("\\expandafter\\ifx\\csname @nodocument\\endcsname\\relax\\let\\plyend\\relax\\else\n"
        "\\documentclass{{article}}\n\\usepackage{{tikz}}\n"
        "\\paperwidth={0}bp \\paperheight={1}bp \\pdfpagewidth={0}bp \\pdfpageheight={1}bp\n"
        "\\pdfhorigin=0bp \\pdfvorigin=0bp\n"
        "\\hoffset=0pt \\voffset=0pt \\oddsidemargin=0pt \\topmargin=0pt \\headheight=0pt\n"
        "\\headsep=0pt \\topskip=0pt \\footskip=0pt \\parindent=0pt \\textwidth={0}bp\n"
        "\\textheight={1}bp \\advance\\textheight 2pt \\pagestyle{{empty}} \\hfuzz=2pt\n"
        "\\begin{{document}}\\def\\plyend{{\\end{{document}}}}\\fi\n",
        point_text(scale_ * size.width), point_text(scale_ * size.height));
  }

  void colors() {
    add("\\providecommand\\plyfont{{}}\\providecommand\\plyscale{{1}}\n"
        "\\providecommand\\plysize[1]{{\\pgfmathsetmacro\\plypoints{{\\plyscale*#1}}%\n"
        "  \\pgfmathsetmacro\\plyskip{{1.2*\\plypoints}}"
        "\\fontsize{{\\plypoints}}{{\\plyskip}}\\selectfont}}\n"
        "\\providecommand\\plystyle[2]{{\\pgfkeysifdefined{{/tikz/#1/.@cmd}}{{}}"
        "{{\\tikzset{{#1/.style={{#2}}}}}}}}\n");
    for (const Color& color : kColors) {
      if (color.tex.empty()) continue;
      add("\\providecolor{{{}}}{{HTML}}{{{:.6}}}\n", color.tex, colors_.*color.of + 1);
    }
  }

  void begin(Size size) {
    add("\\begin{{tikzpicture}}[x=\\plyscale*{0}bp, y=-\\plyscale*{0}bp, line width={1}bp,\n"
        "  every node/.style={{inner sep=0, outer sep=0, font=\\plyfont}}]\n",
        fmt::format("{:.7g}", scale_), scaled(kOutlineWidth));
    // Inside of the picture, so that the next picture may have other widths.
    style("edge", "draw=plyline, line width={}bp", scaled(kEdgeWidth));
    style("principal", "draw=plyprincipal, line width={}bp", scaled(kPrincipalWidth));
    style("aside", "{}", pattern(Dash::kDashed));
    style("dotted", "{}, line width={}bp", pattern(Dash::kDotted), scaled(kDottedWidth));
    style("ghost", "draw=plyghost, ply dotted");
    style("max", "fill=plymax");
    style("min", "fill=plymin");
    style("leaf", "");
    style("cut", "draw=plycut, line width={}bp", scaled(kCutMark.width));
    style("hatching", "draw=plyhatching, line width={}bp", scaled(hatch_pen(diagram_.theme).width));
    style("frame", "draw=plyframe, line width={}bp", scaled(kFrameWidth));
    board_styles();
    add("\\useasboundingbox {} rectangle {};\n", point(-kPictureMargin, -kPictureMargin),
        point(size.width - kPictureMargin, size.height - kPictureMargin));
  }

  // Defines the style "ply NAME" for this picture, unless the document has one.
  template <class... T>
  void style(std::string_view name, fmt::format_string<T...> looks, T&&... values) {
    add("\\plystyle{{ply {}}}{{{}}}\n", name, fmt::format(looks, std::forward<T>(values)...));
  }

  static std::string number(double value) { return fmt::format("{:.4g}", value); }
  std::string scaled(double points) const { return number(scale_ * points); }

  // Removes line ends, which would end the comment.
  static std::string tex_comment(std::string_view text) { return settable(text); }

  static std::string pattern(Dash dash) {
    const auto [on, off] = dash_pattern(dash);
    return fmt::format("dash pattern=on {}bp off {}bp", on, off);
  }

  // Styles of board marks, if the diagram has boards.
  void board_styles() {
    const auto has_board = [](const DiagramNode& node) { return !node.board.marks.empty(); };
    if (std::none_of(diagram_.nodes.begin(), diagram_.nodes.end(), has_board)) return;
    for (const BoardPicture::Paint paint : BoardPicture::kPaints) {
      const BoardInk& ink = board_ink(paint, diagram_.theme);
      const auto rgb = [](const char* hex) {
        const long value = std::strtol(hex + 1, nullptr, 16);
        return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", value >> 16, value >> 8 & 255,
                           value & 255);
      };
      const std::string fill = *ink.fill != 0 ? ", fill=" + rgb(ink.fill) : "";
      style(ink.name, "draw={}, line width={}bp{}", rgb(ink.line), scaled(ink.width), fill);
    }
  }

  void outline(const PaintedNode& painted) {
    if (painted.pen.width == 0) return;
    const DiagramNode& node = painted.node;
    const Box& box = painted.box;
    std::string options = node.pruned ? "ply ghost" : looks(node);
    if (node.dot > 0 && !node.pruned) {
      options += fmt::format(", draw=plyline, line width={}bp", scaled(painted.pen.width));
    }
    if (node.principal && node.dot == 0) options += ", ply principal";
    if (node.dashed_line) options += ", ply aside";
    if (painted.rounding > 0) {
      options += fmt::format(", rounded corners={}bp", painted.rounding);
    }
    if (!painted.corners.empty()) return polygon(options, painted.corners);
    add("\\draw[{}] {} ellipse [x radius={}, y radius={}];\n", options, point(box.x, box.y),
        point_text(box.width / 2), point_text(box.height / 2));
  }

  // The style of the side, which decides the fill unless something else does.
  static std::string looks(const DiagramNode& node) {
    const std::string_view color = fill(node);
    if (color == "plymax") return "ply max";
    if (color == "plymin") return "ply min";
    return fmt::format("fill={}{}", color, node.shape == Shape::kOver ? ", ply leaf" : "");
  }

  // The TeX name of fill_color()'s colour.
  static std::string_view fill(const DiagramNode& node) {
    const auto* const color = std::find_if(
        kColors.begin(), kColors.end(), [&](const Color& one) { return one.of == fill_of(node); });
    return color->tex.empty() ? "white" : color->tex;
  }

  void polygon(const std::string& options, const std::vector<Point>& corners) {
    add("\\draw[{}] ", options);
    for (const Point& corner : corners) add("{} -- ", point(corner));
    add("cycle;\n");
  }

  void board_mark(const BoardShape& mark) {
    if (!mark.text.empty()) return text({mark.text, mark.middle, mark.text_size});
    const std::string style = std::string("ply ") + board_ink(mark.paint, diagram_.theme).name;
    if (!mark.corners.empty()) return polygon(style, mark.corners);
    add("\\draw[{}] {} circle [radius={}];\n", style, point(mark.middle), point_text(mark.radius));
  }

  const Diagram& diagram_;
  const Palette& colors_;
  double scale_;
  Size size_;
  std::string out_;
};

}  // namespace

Diagram for_tex(Diagram diagram) {
  for (DiagramNode& node : diagram.nodes) {
    node.edge_label = settable(node.edge_label);
    node.condition = settable(node.condition);
    for (TextLine& line : node.lines) line.text = settable(line.text);
  }
  for (std::string& heading : diagram.headings) heading = settable(heading);
  diagram.title = settable(diagram.title);
  for (std::string& line : diagram.caption) line = settable(line);
  return diagram;
}

namespace {

Status fits_tex(const Placement& placement, double scale) {
  const double width = scale * placement.width;
  const double height = scale * (placement.height + placement.caption_height);
  if (std::max(width, height) <= kLargest) return Status::ok();
  return Status::usage(fmt::format(
      "render: the picture would be {:.0f} x {:.0f} points, and TeX's coordinates end at 16383; "
      "try --to svg or --to pdf, or a smaller --max-nodes or --depth",
      width, height));
}

}  // namespace

Result<std::string> tikz_text(const Diagram& diagram, const Placement& placement, double scale) {
  if (Status status = fits_tex(placement, scale); !status) return status;
  TikzPainter painter(diagram, placement, scale);
  return painter.document_head() + painter.color_definitions() + painter.picture(placement) +
         "\\plyend\n";
}

Result<std::string> beamer_text(const std::vector<Diagram>& moments, const Placement& placement,
                                double scale, const std::string& frame_title) {
  if (Status status = fits_tex(placement, scale); !status) return status;
  TikzPainter first(moments.front(), placement, scale);
  const std::string title =
      frame_title.empty() ? "" : "{" + tex_escaped(settable(frame_title)) + "}";
  std::string text =
      "% Made by plytrace render --steps. Compile with pdflatex, or copy the frame.\n"
      "\\documentclass[aspectratio=169]{beamer}\n\\usepackage{tikz}\n"
      "\\setbeamertemplate{navigation symbols}{}\n" +
      first.color_definitions() + "\\begin{document}\n\\begin{frame}" + title + "\n\\centering\n";
  Placement placed = placement;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    placed.caption = moments[i].caption.front();
    TikzPainter painter(moments[i], placed, scale);
    text += fmt::format("\\only<{}>{{%\n{}}}%\n", i + 1, painter.picture(placed));
  }
  return text + "\\end{frame}\n\\end{document}\n";
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
        out += "$\\sim$";
        break;
      case '<':
      case '>':
      case '|':
        out += std::string("$") + c + "$";
        break;
      case '-':
        out += "{-}";  // prevents the ligatures -- and ---
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
