// SPDX-License-Identifier: MIT
//
// paint() determines what every format draws: the marks, their places, the texts.
#include "viewer/draw/painter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "viewer/draw/picture_formats.h"
#include "viewer/draw/svg_writer.h"
#include "viewer/draw/tikz_writer.h"
#include "viewer/draw/xdot_painter.h"

namespace plytrace::draw {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A root with a searched move and a move that a cutoff skipped.
Diagram small_tree() {
  Diagram diagram;
  diagram.nodes.resize(3);
  diagram.nodes[0].id = "n1";
  diagram.nodes[0].shape = Shape::kMax;
  diagram.nodes[0].lines = {{"3", 12, Face::kBold}, {"(2, 5)", 8, Face::kRegular}};
  diagram.nodes[0].tooltip = "/ & more";
  diagram.nodes[1].id = "n2";
  diagram.nodes[1].parent = 0;
  diagram.nodes[1].edge_label = "a<b";
  diagram.nodes[2].id = "n1_skip1";
  diagram.nodes[2].parent = 0;
  diagram.nodes[2].shape = Shape::kOver;
  diagram.nodes[2].pruned = true;
  diagram.nodes[2].edge = EdgeStyle::kDotted;
  diagram.nodes[2].cut_mark = true;
  diagram.nodes[2].condition = "5 \u2265 3";
  diagram.nodes[2].edge_label = "c";
  diagram.nodes[2].lines = {{"back\\slash \"q\"", 8.5, Face::kRegular}};
  diagram.caption = {"which search this is"};
  return diagram;
}

class Collected : public Painter {
 public:
  void edge(const PaintedEdge& edge) override { edges.push_back(edge); }
  void node(const PaintedNode& node) override { nodes.push_back(node); }
  void frame(const Box&) override { ++frames; }
  void text(const PaintedText& text) override { texts.emplace_back(text.text); }

  std::vector<PaintedEdge> edges;
  std::vector<PaintedNode> nodes;
  std::vector<std::string> texts;
  int frames = 0;
};

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) {
    ++count;
  }
  return count;
}

TEST(Painter, ACutEdgeHasTwoStrokesAcrossIt) {
  const Diagram diagram = small_tree();
  const Placement placed = place(diagram);
  Collected seen;
  paint(diagram, placed, seen);
  ASSERT_EQ(seen.edges.size(), 2U);
  EXPECT_TRUE(seen.edges[0].mark.empty());
  const PaintedEdge& cut = seen.edges[1];
  EXPECT_EQ(cut.from, "n1");
  ASSERT_EQ(cut.texts.size(), 2U);
  EXPECT_EQ(cut.texts[0].text, "5 \u2265 3");
  EXPECT_EQ(cut.texts[1].text, "c");
  EXPECT_LT(cut.texts[0].at.y, cut.texts[1].at.y);
  EXPECT_EQ(cut.pen.dash, Dash::kDotted);
  ASSERT_EQ(cut.mark.size(), 2U);
  const Point along{cut.line.to.x - cut.line.from.x, cut.line.to.y - cut.line.from.y};
  for (const Stroke& stroke : cut.mark) {
    const Point across{stroke.to.x - stroke.from.x, stroke.to.y - stroke.from.y};
    EXPECT_NEAR(along.x * across.x + along.y * across.y, 0, 1e-9);
    EXPECT_NEAR(std::hypot(across.x, across.y), 2 * kCutMark.reach, 1e-9);
  }
}

TEST(Painter, TheLegendShowsWhatOccurs) {
  Diagram diagram = small_tree();
  diagram.legend = true;
  Collected seen;
  paint(diagram, place(diagram), seen);
  EXPECT_EQ(seen.frames, 1);
  EXPECT_EQ(seen.edges.size(), 3U);  // includes the legend sample of a cut
  EXPECT_EQ(seen.edges.back().mark.size(), 2U);
  EXPECT_EQ(seen.texts.back(), "which search this is");
}

TEST(Painter, TextsStandInsideTheWalls) {
  const Diagram diagram = small_tree();
  const Placement placed = place(diagram);
  Collected seen;
  paint(diagram, placed, seen);
  for (const PaintedNode& node : seen.nodes) {
    const Box inner = walls(node.node, node.box);
    for (const PaintedText& text : node.texts) {
      EXPECT_LE(baseline(text), inner.y + inner.height / 2) << text.text;
      EXPECT_GE(baseline(text) - 0.72 * text.size, inner.y - inner.height / 2) << text.text;
    }
  }
}

// The upper of two text lines extended beyond the sides of the triangle.
TEST(Painter, TextsOfATriangleStayBetweenItsSides) {
  for (const Shape shape : {Shape::kUp, Shape::kDown, Shape::kRoof}) {
    for (std::size_t lines = 1; lines <= 4; ++lines) {
      Diagram diagram = small_tree();
      diagram.nodes[1].shape = shape;
      for (std::size_t i = 0; i < lines; ++i) {
        diagram.nodes[1].lines.push_back(
            {i % 2 == 0 ? "47,278" : "nodes", i % 2 == 0 ? 12.0 : 8.0});
      }
      Collected seen;
      paint(diagram, place(diagram), seen);
      const PaintedNode& node = seen.nodes[1];
      const double tip = shape == Shape::kDown ? node.box.y + node.box.height / 2
                                               : node.box.y - node.box.height / 2;
      for (const PaintedText& text : node.texts) {
        const double width = text_width(text.text, text.size, text.face);
        for (const double y : {baseline(text), baseline(text) - 0.73 * text.size}) {
          const double share = std::abs(y - tip) / node.box.height;
          EXPECT_LE(width, share * node.box.width + 1e-6) << lines << " lines, " << text.text;
        }
      }
    }
  }
}

// The outline of a highlighted textbook leaf touched its text.
TEST(Painter, ABareNodeThatIsSetOffIsClearOfItsOutline) {
  Diagram diagram = small_tree();
  diagram.nodes[1].shape = Shape::kBare;
  diagram.nodes[1].highlighted = true;
  diagram.nodes[1].lines = {{"\u2264 \u221216", 12, Face::kBold}};
  Collected seen;
  paint(diagram, place(diagram), seen);
  const PaintedNode& node = seen.nodes[1];
  const double half = text_width(node.texts[0].text, 12, Face::kBold) / 2;
  for (const Point corner : node.corners) EXPECT_GT(std::abs(corner.x - node.box.x), half + 1);
}

TEST(Tikz, SetsLettersOfLatinAndNamesOthers) {
  Diagram diagram = small_tree();
  diagram.nodes[1].edge_label = "K\u00F6nig \u03B1";
  diagram.nodes[1].lines = {{"~8e5 nodes", 8}};
  diagram = for_tex(diagram);
  EXPECT_EQ(diagram.nodes[1].edge_label, "K\u00F6nig U+03B1");
  const auto tex = tikz_text(diagram, place(diagram));
  ASSERT_TRUE(tex);
  EXPECT_THAT(*tex, HasSubstr("K\u00F6nig U+03B1"));
  EXPECT_THAT(*tex, HasSubstr("$\\sim$8e5 nodes"));
}

TEST(Painter, EveryFormatDrawsTheMark) {
  const Diagram diagram = small_tree();
  const Placement placed = place(diagram);
  const std::string svg = svg_text(diagram, placed);
  EXPECT_EQ(count_of(svg.substr(svg.find("n1-&gt;n1_skip1")), "<path"), 3U);  // the line, the mark
  const auto tex = tikz_text(for_tex(diagram), placed);
  ASSERT_TRUE(tex);
  EXPECT_EQ(count_of(*tex, "\\draw[ply cut]"), 2U);
  // In the drawing for Graphviz strokes are solid, and each edge is one line with dots.
  Diagram without = diagram;
  without.nodes[2].cut_mark = false;
  EXPECT_EQ(count_of(xdot_drawing(diagram, placed).operations, "L 2 "),
            count_of(xdot_drawing(without, placed).operations, "L 2 ") + 2);
}

// The dots of a cut edge lay on the line to its searched siblings and looked like another kind of
// edge.
TEST(Painter, ACutEdgeBeginsWhereItLeavesTheSearchedOne) {
  Diagram diagram = small_tree();
  diagram.direction = Direction::kLeftRight;
  // A wider node in the root's level makes the edges run to the end of that level first.
  diagram.nodes.push_back(diagram.nodes[1]);
  diagram.nodes.push_back(diagram.nodes[2]);
  for (const std::size_t i : {3U, 4U}) diagram.nodes[i].parent = 1;
  diagram.nodes[3].id = "n3";
  diagram.nodes[4].id = "n2_skip1";
  diagram.nodes[2].lines = {{"a much wider text", 12, Face::kRegular}};
  Collected seen;
  const Placement placed = place(diagram);
  paint(diagram, placed, seen);
  ASSERT_EQ(placed.edges[4].size(), 3U);
  EXPECT_EQ(seen.edges[2].stem.size(), 1U);
  EXPECT_TRUE(seen.edges[3].stem.empty());
  // A single cut edge starts at the root itself.
  diagram.nodes[3] = diagram.nodes[4];
  diagram.nodes[3].id = "n2_skip2";
  Collected alone;
  paint(diagram, placed, alone);
  EXPECT_EQ(alone.edges[2].stem.size(), 1U);
}

// An edge with three parts lost the one in the middle, so that its node hung from nothing.
TEST(Painter, AnEdgeHasAllItsParts) {
  const Diagram diagram = small_tree();
  Placement placed = place(diagram);
  placed.edges[1] = {{0, 0}, {0, 5}, {20, 10}, {20, 30}};
  Collected seen;
  paint(diagram, placed, seen);
  const PaintedEdge& edge = seen.edges[0];
  ASSERT_EQ(edge.stem.size(), 2U);
  EXPECT_EQ(edge.stem[0].to, edge.stem[1].from);
  EXPECT_EQ(edge.stem[1].to, edge.line.from);
  EXPECT_EQ(edge.line.to, (Point{20, 30}));
}

TEST(Painter, DashesFillALineToItsEnd) {
  const Stroke line{{0, 0}, {30, 40}};
  EXPECT_EQ(dashes(line, Dash::kSolid).size(), 1U);
  const std::vector<Stroke> dotted = dashes(line, Dash::kDotted);
  const auto [on, off] = dash_pattern(Dash::kDotted);
  EXPECT_EQ(dotted.size(), static_cast<std::size_t>(std::ceil(50 / (on + off))));
  EXPECT_EQ(dotted.front().from.x, 0);
  EXPECT_NEAR(dotted.front().to.x, on * 0.6, 1e-9);
  EXPECT_LE(dotted.back().to.x, 30);
}

TEST(Svg, NamesNodesAndEdgesAndEscapesTheirTexts) {
  const Diagram diagram = small_tree();
  const std::string svg = svg_text(diagram, place(diagram));
  EXPECT_THAT(svg, HasSubstr("<g id=\"node1\" class=\"node\">\n<title>n1</title>\n"
                             "<a xlink:title=\"/ &amp; more\">"));
  EXPECT_THAT(svg, HasSubstr("<title>n1-&gt;n2</title>"));
  EXPECT_THAT(svg, HasSubstr(">a&lt;b</text>"));
  EXPECT_THAT(svg, HasSubstr("back\\slash &quot;q&quot;"));
}

// Quotes and backslashes in texts must reach Graphviz unchanged.
TEST(Graphviz, DrawsTextsWithQuotesAndBackslashes) {
  const Diagram diagram = small_tree();
  const Placement placed = place(diagram);
  for (const char* name : {"pdf", "png"}) {
    const auto bytes = find_picture_format(name)->bytes(diagram, placed, {});
    ASSERT_TRUE(bytes) << bytes.status().message();
    EXPECT_GT(bytes->size(), 2000U);
    EXPECT_EQ(*bytes, *find_picture_format(name)->bytes(diagram, placed, {}));
  }
}

// Everything after an empty text disappeared, such as the best value so far of a node that a step
// has just entered.
TEST(Graphviz, DrawsWhatFollowsAnEmptyText) {
  const Diagram full = small_tree();
  Diagram diagram = full;
  diagram.nodes[0].lines[0].text.clear();
  const Placement placed = place(full);
  for (const char* name : {"pdf", "png"}) {
    Diagram nothing_else = diagram;
    nothing_else.nodes[2].absent = nothing_else.nodes[1].absent = true;
    const auto bytes = find_picture_format(name)->bytes(diagram, placed, {});
    ASSERT_TRUE(bytes) << bytes.status().message();
    EXPECT_NE(*bytes, *find_picture_format(name)->bytes(nothing_else, placed, {})) << name;
  }
  const std::string operations = xdot_drawing(diagram, placed).operations;
  EXPECT_EQ(operations.find(" 0 -"), std::string::npos);
}

TEST(PictureFormats, AreFoundByNameAndEnding) {
  EXPECT_EQ(find_picture_format("gv"), find_picture_format("dot"));
  EXPECT_EQ(find_picture_format(""), nullptr);
  EXPECT_EQ(find_picture_format("bmp"), nullptr);
  EXPECT_TRUE(find_picture_format("html")->is_page());
  EXPECT_EQ(picture_format_list("or"), "dot, svg, pdf, png, tex or html");
  EXPECT_THAT(picture_format_list("or", &PictureFormat::is_picture), Not(HasSubstr("html")));
}

}  // namespace
}  // namespace plytrace::draw
