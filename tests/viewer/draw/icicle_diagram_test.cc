// SPDX-License-Identifier: MIT
#include "viewer/draw/icicle_diagram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "viewer/draw/svg_writer.h"
#include "viewer/draw/text_metrics.h"
#include "viewer/draw/xdot_painter.h"

namespace plytrace::draw {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// A root of 100 nodes, a child of 60 that the table answered, and a run of the others.
Icicle small_icicle() {
  Icicle icicle;
  icicle.nodes = 100;
  icicle.rows = 2;
  IcicleBox root;
  root.node.id = 7;
  root.first = 7;
  root.last = 106;
  root.node.kind = format::NodeKind::kInterior;
  IcicleBox child = root;
  child.node.id = 8;
  child.node.ply = 1;
  child.node.kind = format::NodeKind::kTable;
  child.first = 8;
  child.last = 67;
  child.x = 1;
  child.row = 1;
  icicle.boxes = {root, child};
  IcicleRun run;
  run.first = 68;
  run.last = 106;
  run.x = 61;
  run.row = 1;
  run.ply = 1;
  run.subtrees = 5;
  run.nodes = run.width = 39;
  icicle.runs = {run};
  return icicle;
}

IcicleOptions small_options() {
  IcicleOptions options;
  options.width = 230;
  options.caption = {"which search this is"};
  options.labels = [](const IcicleBox& box) {
    return std::vector<std::string>{"a label that is much too long for any box of this picture",
                                    box.row == 0 ? "root" : "d4"};
  };
  options.tooltip = [](const IcicleBox& box) { return "node <" + std::to_string(box.node.id); };
  return options;
}

std::vector<std::string> texts_of(const IcicleDiagram& diagram) {
  std::vector<std::string> texts;
  for (const PaintedText& text : diagram.texts) texts.push_back(text.text);
  return texts;
}

TEST(IcicleDiagram, BoxesAreAsWideAsTheirNodes) {
  const IcicleDiagram diagram = icicle_diagram(small_icicle(), small_options());
  // Two boxes, a run, and three legend samples.
  ASSERT_EQ(diagram.shapes.size(), 6U);
  const double node = diagram.shapes[0].box.width / 100;
  EXPECT_DOUBLE_EQ(diagram.shapes[0].box.width, 200);
  EXPECT_DOUBLE_EQ(diagram.shapes[1].box.width, 60 * node);
  EXPECT_DOUBLE_EQ(diagram.shapes[2].box.width, 39 * node);
  const auto left = [&](std::size_t i) {
    return diagram.shapes[i].box.x - diagram.shapes[i].box.width / 2;
  };
  EXPECT_DOUBLE_EQ(left(1) - left(0), node);
  EXPECT_DOUBLE_EQ(left(2) - left(0), 61 * node);
  EXPECT_GT(diagram.shapes[1].box.y, diagram.shapes[0].box.y);
}

TEST(IcicleDiagram, SaysRowsNodesAndWhatTheLooksMean) {
  EXPECT_THAT(texts_of(icicle_diagram(small_icicle(), small_options())),
              ElementsAre("ply 0", "ply 1", "0", "50", "100",
                          "nodes, in the order in which they were entered", "interior",
                          "answered by the table", "subtrees too narrow for boxes, not examined",
                          "which search this is"));
}

TEST(IcicleDiagram, ALabelStandsWhereItFitsAndNoPatternRunsThroughIt) {
  const IcicleDiagram diagram = icicle_diagram(small_icicle(), small_options());
  const IcicleShape& child = diagram.shapes[1];
  ASSERT_EQ(child.texts.size(), 1U);
  EXPECT_EQ(child.texts[0].text, "d4");
  const double half = text_width("d4", child.texts[0].size) / 2;
  EXPECT_FALSE(child.hatching.empty());
  for (const Stroke& line : child.hatching) {
    for (const Point at : {line.from, line.to}) {
      EXPECT_GE(at.x, child.box.x - child.box.width / 2 - 1e-9);
      EXPECT_LE(at.x, child.box.x + child.box.width / 2 + 1e-9);
      EXPECT_GE(at.y, child.box.y - child.box.height / 2 - 1e-9);
      EXPECT_LE(at.y, child.box.y + child.box.height / 2 + 1e-9);
    }
    EXPECT_TRUE(std::max(line.from.x, line.to.x) < child.box.x - half ||
                std::min(line.from.x, line.to.x) > child.box.x + half);
  }
}

// Black-and-white pictures showed a grey block for all that was too narrow for boxes.
TEST(IcicleDiagram, ACellStacksItsSharesFromTheTopOfItsRow) {
  Icicle icicle = small_icicle();
  icicle.cells = {{68, 106, 61, 1, 1, {{0, 0.5}, {3, 0.25}}}};
  const IcicleDiagram diagram = icicle_diagram(icicle, small_options());
  const IcicleShape& run = diagram.shapes[2];
  EXPECT_THAT(run.tooltip, HasSubstr("; interior 50 %, answered by the table 25 %"));
  const IcicleShape &first = diagram.shapes[3], &second = diagram.shapes[4];
  EXPECT_DOUBLE_EQ(first.box.height, run.box.height / 2);
  EXPECT_DOUBLE_EQ(first.box.y - first.box.height / 2, run.box.y - run.box.height / 2);
  EXPECT_DOUBLE_EQ(second.box.y - second.box.height / 2, first.box.y + first.box.height / 2);
  EXPECT_DOUBLE_EQ(second.box.height, run.box.height / 4);
  EXPECT_FALSE(second.hatching.empty());
  const auto texts = texts_of(diagram);
  EXPECT_THAT(texts, Contains("too narrow for boxes: shares of the nodes"));
  EXPECT_THAT(texts, Not(Contains("subtrees too narrow for boxes, not examined")));
}

// A row with nodes of two plies, as below a hand-over, had no name.
TEST(IcicleDiagram, ARowNamesAllItsPlies) {
  Icicle icicle = small_icicle();
  icicle.runs[0].ply = 3;
  EXPECT_EQ(texts_of(icicle_diagram(icicle, small_options()))[1], "1\u20133");
}

TEST(IcicleDiagram, NoTextIsLargerThanTheLabels) {
  const IcicleDiagram diagram = icicle_diagram(small_icicle(), small_options());
  for (const PaintedText& text : diagram.texts) EXPECT_LE(text.size, 8) << text.text;
}

// Strokes 3.5 points apart missed most boxes of 1 mm, which then looked plain.
TEST(IcicleDiagram, ABoxOfOneMillimetreHasItsPattern) {
  constexpr double kMillimetre = 72 / 25.4;
  for (double left = 0; left < 7; left += 0.3) {
    for (const Pattern pattern :
         {Pattern::kRising, Pattern::kFalling, Pattern::kCrossed, Pattern::kLevel,
          Pattern::kUpright, Pattern::kGrid, Pattern::kDotted}) {
      std::vector<Stroke> strokes;
      add_hatching(pattern, {left, 13}, {left + kMillimetre, 26}, strokes);
      EXPECT_FALSE(strokes.empty()) << name_of(pattern) << " at " << left;
    }
  }
}

TEST(IcicleDiagram, LooksOfOneDistinctionDifferInTheirPatterns) {
  for (const std::string& name : icicle_by_names()) {
    const auto by = find_icicle_by(name);
    ASSERT_TRUE(by.has_value());
    std::set<Pattern> patterns;
    for (const IcicleLook& look : icicle_looks(*by)) {
      EXPECT_TRUE(patterns.insert(look.pattern).second) << name << ": " << look.text;
    }
  }
  EXPECT_FALSE(find_icicle_by("colour").has_value());
}

TEST(IcicleDiagram, EveryValueHasItsLook) {
  IcicleBox box;
  const auto look = [&](IcicleBy by) { return icicle_looks(by)[look_of(box, by)].text; };
  box.node.kind = format::NodeKind::kDraw;
  EXPECT_EQ(look(IcicleBy::kKind), "draw by history");
  box.node.role = format::Role::kHandOver;
  EXPECT_EQ(look(IcicleBy::kRole), "hand-over");
  box.node.phase = format::Phase::kQuiescence;
  EXPECT_EQ(look(IcicleBy::kPhase), "quiescence");
  box.node.kind = static_cast<format::NodeKind>(99);
  EXPECT_EQ(look(IcicleBy::kKind), "unknown kind");
  EXPECT_EQ(look(IcicleBy::kClass), "not known");
  box.node.side = format::Side::kMax;
  box.node.alpha = 1;
  box.node.beta = 3;
  box.node.value = 3;
  box.expected = NodeClass::kAll;
  EXPECT_EQ(look(IcicleBy::kClass), "ALL expected, was CUT");
  box.expected = NodeClass::kCut;
  EXPECT_EQ(look(IcicleBy::kClass), "CUT, as expected");
  box.node.value = 0;
  EXPECT_EQ(look(IcicleBy::kClass), "CUT expected, was ALL");
  EXPECT_EQ(look(IcicleBy::kCutRank), "no cutoff");
  for (const auto& [rank, text] : {std::pair<std::int64_t, const char*>{0, "cut before any move"},
                                   {1, "by the first move"},
                                   {2, "by the second"},
                                   {4, "by the third or fourth"},
                                   {5, "by the fifth to eighth"},
                                   {9, "by a later one"}}) {
    box.cut_rank = rank;
    EXPECT_EQ(look(IcicleBy::kCutRank), text);
  }
  box.row = 3;
  EXPECT_EQ(look(IcicleBy::kDepthGain), "not known");
  for (const auto& [gain, text] :
       {std::pair<std::int64_t, const char*>{0, "as deep as its parent allows"},
        {1, "1 deeper"},
        {5, "2 or more deeper"},
        {-1, "1 shallower"},
        {-2, "2 shallower"},
        {-7, "3 or more shallower"}}) {
    box.depth_gain = gain;
    EXPECT_EQ(look(IcicleBy::kDepthGain), text);
  }
}

TEST(IcicleDiagram, InSvgABoxIsReachedByKeyboardAndSaysWhatItIs) {
  const std::string svg = svg_text(icicle_diagram(small_icicle(), small_options()));
  EXPECT_THAT(svg, HasSubstr("<g id=\"n8\" class=\"box\" tabindex=\"0\" role=\"img\" "
                             "aria-label=\"node &lt;8\">\n<title>node &lt;8</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>5 subtrees: 39 nodes, ids 68 to 106</title>"));
  const std::string operations =
      xdot_drawing(icicle_diagram(small_icicle(), small_options())).operations;
  EXPECT_THAT(operations, HasSubstr("-d4 "));
}

TEST(IcicleDiagram, APageHoldsThePictureAndATitleOfStrangersAsText) {
  IcicleOptions options = small_options();
  options.title = "<script>alert(1)</script> {{PICTURE}}";
  const std::string page = icicle_page(icicle_diagram(small_icicle(), options));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("id=\"n8\""));
  EXPECT_THAT(page, Not(HasSubstr("<?xml")));
  EXPECT_THAT(page, Not(HasSubstr("{{TITLE}}")));
}

}  // namespace
}  // namespace plytrace::draw
