// SPDX-License-Identifier: MIT
#include "viewer/draw/placement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "viewer/draw/outline.h"
#include "viewer/draw/theme.h"

namespace plytrace::draw {
namespace {

std::string random_text(std::mt19937& random, std::size_t most) {
  return std::string(1 + random() % most, "aWi1-"[random() % 5]);
}

Diagram random_diagram(std::mt19937& random, std::size_t size) {
  Diagram diagram;
  diagram.caption = {"a caption of several words that has to be broken somewhere"};
  diagram.legend = random() % 2 == 0;
  for (std::size_t i = 0; i < size; ++i) {
    DiagramNode node;
    node.id = "n" + std::to_string(i);
    node.shape = static_cast<Shape>(random() % (static_cast<int>(Shape::kBare) + 1));
    node.lines = {{random_text(random, 6), 12.5, Face::kBold}, {random_text(random, 20), 8}};
    for (std::size_t more = random() % 12; more > 8; --more) node.lines.push_back({"more", 8});
    if (random() % 6 == 0 && static_cast<int>(node.shape) < 4) {
      node.board.add(BoardPicture::Form::kBox, BoardPicture::Paint::kFaint, 0, 0,
                     static_cast<double>(1 + random() % 9), static_cast<double>(1 + random() % 9));
      node.board.fit();
    }
    if (i > 0) {
      node.parent = static_cast<int>(random() % i);
      node.edge_label = random_text(random, 22);
      node.pruned = random() % 5 == 0;
      node.cut_mark = node.pruned;
      if (node.pruned) node.condition = random_text(random, 12);
    }
    diagram.nodes.push_back(node);
  }
  return diagram;
}

bool overlap(const Box& a, const Box& b) {
  constexpr double kRounding = 1e-6;
  return a.x + a.width / 2 > b.x - b.width / 2 + kRounding &&
         b.x + b.width / 2 > a.x - a.width / 2 + kRounding &&
         a.y + a.height / 2 > b.y - b.height / 2 + kRounding &&
         b.y + b.height / 2 > a.y - a.height / 2 + kRounding;
}

class PlacementOf : public ::testing::TestWithParam<Direction> {};

TEST_P(PlacementOf, OutlinesAndEdgeLabelsNeverOverlapAndStayInThePicture) {
  std::mt19937 random(7);
  for (int round = 0; round < 150; ++round) {
    Diagram diagram = random_diagram(random, 2 + random() % 70);
    diagram.direction = GetParam();
    const Placement placed = place(diagram);
    std::vector<Box> boxes;
    for (const auto* list : {&placed.nodes, &placed.edge_labels, &placed.conditions}) {
      for (const Box& box : *list) {
        if (box.width > 0) boxes.push_back(box);
      }
    }
    if (diagram.legend) boxes.push_back(placed.legend_frame);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      ASSERT_GE(boxes[i].x - boxes[i].width / 2, -1e-6);
      ASSERT_GE(boxes[i].y - boxes[i].height / 2, -1e-6);
      ASSERT_LE(boxes[i].x + boxes[i].width / 2, placed.width + 1e-6);
      ASSERT_LE(boxes[i].y + boxes[i].height / 2, placed.height + 1e-6);
      for (std::size_t k = i + 1; k < boxes.size(); ++k) {
        ASSERT_FALSE(overlap(boxes[i], boxes[k])) << "round " << round << ": " << i << ", " << k;
      }
    }
  }
}

double side_of_line(Point from, Point to, Point at) {
  return (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
}

// Whether a line passes through the interior of a convex outline.
bool crosses(Point from, Point to, const std::vector<Point>& corners) {
  // Clip the line at each side; the remaining part is inside.
  double first = 0, last = 1;
  double turn = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    turn += side_of_line(corners[i], corners[(i + 1) % corners.size()],
                         corners[(i + 2) % corners.size()]);
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point a = corners[i], b = corners[(i + 1) % corners.size()];
    const double sign = turn > 0 ? 1 : -1;
    const double start = sign * side_of_line(a, b, from), end = sign * side_of_line(a, b, to);
    if (start <= 0 && end <= 0) return false;
    if (start < 0) first = std::max(first, start / (start - end));
    if (end < 0) last = std::min(last, start / (start - end));
  }
  return (last - first) * std::hypot(to.x - from.x, to.y - from.y) > 0.01;
}

std::vector<Point> corners_of(const Box& box) {
  const double left = box.x - box.width / 2, right = box.x + box.width / 2;
  const double top = box.y - box.height / 2, bottom = box.y + box.height / 2;
  return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
}

// Checks that no edge passes through a node or a text other than those at its ends.
void expect_no_crossing(const Diagram& diagram, const Placement& placed) {
  for (std::size_t i = 1; i < diagram.nodes.size(); ++i) {
    const std::vector<Point>& edge = placed.edges[i];
    for (std::size_t k = 0; k + 1 < edge.size(); ++k) {
      for (std::size_t other = 0; other < diagram.nodes.size(); ++other) {
        auto outline = outline_corners(diagram.nodes[other], placed.nodes[other]);
        if (outline.empty()) outline = corners_of(placed.nodes[other]);
        // In LR pictures an edge meets the slanted side of a triangle.
        const bool is_own = diagram.direction == Direction::kLeftRight &&
                            (other == i || static_cast<int>(other) == diagram.nodes[i].parent);
        if (!is_own) {
          ASSERT_FALSE(crosses(edge[k], edge[k + 1], outline))
              << "edge of " << i << ", node " << other;
        }
        for (const auto* texts : {&placed.edge_labels, &placed.conditions}) {
          if ((*texts)[other].width == 0) continue;
          ASSERT_FALSE(crosses(edge[k], edge[k + 1], corners_of((*texts)[other])))
              << "edge of " << i << ", text of " << other;
        }
      }
    }
  }
}

// An edge crossed the corner of a higher node beside its own, and in LR pictures the texts there.
TEST_P(PlacementOf, NoEdgeCrossesANodeOrAText) {
  std::mt19937 random(9);
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE(round);
    Diagram diagram = random_diagram(random, 2 + random() % 50);
    diagram.direction = GetParam();
    expect_no_crossing(diagram, place(diagram));
    if (HasFatalFailure()) return;
  }
}

// The principal variation crossed the triangle beside a dot; a triangle's height grows with its
// size.
TEST_P(PlacementOf, NoEdgeOfADotCrossesATriangle) {
  std::mt19937 random(10);
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE(round);
    Diagram diagram;
    diagram.direction = GetParam();
    diagram.dot_scale = 1;
    for (std::size_t i = 0, inner = 0; i < 60; ++i) {
      DiagramNode node;
      node.id = "n" + std::to_string(i);
      node.shape = i > 0 && random() % 3 == 0 ? Shape::kRoof : i % 2 ? Shape::kUp : Shape::kDown;
      node.dot = node.shape == Shape::kRoof ? 3 + static_cast<double>(random() % 12) : kInnerDot;
      if (i > 0) node.parent = static_cast<int>(random() % (inner + 1));
      // Triangles have no children.
      if (node.parent >= 0 &&
          diagram.nodes[static_cast<std::size_t>(node.parent)].shape == Shape::kRoof) {
        node.parent = 0;
      }
      inner = i;
      diagram.nodes.push_back(node);
    }
    expect_no_crossing(diagram, place(diagram));
    if (HasFatalFailure()) return;
  }
}

// A text above a node moved the node below its siblings.
TEST(Placement, TheNodesOfALevelStandAtOneHeight) {
  std::mt19937 random(11);
  const Diagram diagram = random_diagram(random, 60);
  const Placement placed = place(diagram);
  std::map<int, double> top_of;
  std::vector<int> level(diagram.nodes.size(), 0);
  for (std::size_t i = 1; i < diagram.nodes.size(); ++i) {
    level[i] = level[static_cast<std::size_t>(diagram.nodes[i].parent)] + 1;
    const double top = placed.nodes[i].y - placed.nodes[i].height / 2;
    EXPECT_NEAR(top_of.emplace(level[i], top).first->second, top, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(BothWays, PlacementOf,
                         ::testing::Values(Direction::kTopDown, Direction::kLeftRight));

TEST(Placement, TextsStayInTheirOutlines) {
  std::mt19937 random(8);
  const Diagram diagram = random_diagram(random, 200);
  const Placement placed = place(diagram);
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    const Size content = content_size(diagram.nodes[i]);
    const Box inner = walls(diagram.nodes[i], placed.nodes[i]);
    EXPECT_LE(content.width, inner.width);
    EXPECT_LE(content.height, inner.height + 1e-6);
    for (const BoardShape& shape : board_shapes(diagram.nodes[i], placed.nodes[i])) {
      for (const Point& corner : shape.corners) {
        EXPECT_LE(std::abs(corner.x - inner.x), inner.width / 2 + 1e-6);
        EXPECT_LE(std::abs(corner.y - inner.y), inner.height / 2 + 1e-6);
      }
    }
  }
}

TEST(Placement, TheRoofOfATallNodeStaysFlat) {
  DiagramNode node;
  node.shape = Shape::kMax;
  node.lines = {{"3", 12, Face::kBold}, {"(2, 4)", 8}};
  const double usual = roof_height(node, outline_size(node).height);
  EXPECT_NEAR(usual, 16, 0.2);
  EXPECT_FALSE(is_drawn_apart(node));
  node.board.add(BoardPicture::Form::kBox, BoardPicture::Paint::kFaint, 0, 0, 8, 8);
  node.board.fit();
  EXPECT_DOUBLE_EQ(roof_height(node, outline_size(node).height), 16);
  EXPECT_TRUE(is_drawn_apart(node));
  node.board = {};
  node.lines.resize(6, {"more", 8});
  EXPECT_DOUBLE_EQ(roof_height(node, outline_size(node).height), 16);
}

// However flat an edge is, the strokes of its mark end above the text at its end.
TEST(Placement, ACutMarkKeepsClearOfItsCondition) {
  for (double x = -400; x <= 400; x += 10) {
    const Point from{x, 0}, to{0, 60};
    const double length = std::hypot(x, 60), gap = cut_mark_gap(from, to, Direction::kTopDown);
    const double lowest = -gap * 60 / length + kCutMark.reach * std::abs(x) / length;
    EXPECT_LE(lowest, -1.99) << x;
    EXPECT_LT(gap, length);
  }
}

// The tail of the bold "y" on the principal variation ran into the thick tip of the roof below it.
TEST(Placement, ABoldOutlineKeepsClearOfTheLabelAboveIt) {
  for (const Shape shape : {Shape::kMax, Shape::kMin, Shape::kUp, Shape::kDown, Shape::kOver}) {
    Diagram diagram;
    diagram.nodes.resize(3);
    for (std::size_t i = 1; i < 3; ++i) {
      DiagramNode& node = diagram.nodes[i];
      node.shape = shape;
      node.lines = {{"7", 12, Face::kBold}};
      node.parent = 0;
      node.edge_label = "y";
    }
    diagram.nodes[1].principal = true;
    const Placement placed = place(diagram);
    const Box& outline = placed.nodes[1];
    // A mitred corner of this angle ends this far above the outline's box.
    const std::vector<Point> corners = outline_corners(diagram.nodes[1], outline);
    double beyond = kPrincipalWidth / 2;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Point tip = corners[i], next = corners[(i + 1) % corners.size()];
      if (std::abs(tip.x - outline.x) > 0.01 || tip.y > outline.y) continue;
      beyond *= std::hypot(next.x - tip.x, next.y - tip.y) / std::abs(next.x - tip.x);
    }
    EXPECT_GE(outline.top() - beyond, placed.edge_labels[1].bottom() - 0.3) << int(shape);
    EXPECT_EQ(placed.edge_labels[1].y, placed.edge_labels[2].y);  // one baseline
  }
}

TEST(Placement, EdgesRunFromTheParentsOutlineToTheLabelOfTheChild) {
  Diagram diagram;
  diagram.nodes.resize(2);
  diagram.nodes[0].lines = diagram.nodes[1].lines = {{"3", 10}};
  diagram.nodes[1].parent = 0;
  diagram.nodes[1].edge_label = "d";
  const Placement placed = place(diagram);
  ASSERT_EQ(placed.edges[1].size(), 2U);
  EXPECT_DOUBLE_EQ(placed.edges[1].front().y, placed.nodes[0].y + placed.nodes[0].height / 2);
  EXPECT_DOUBLE_EQ(placed.edges[1].back().y,
                   placed.edge_labels[1].y - placed.edge_labels[1].height / 2);
  EXPECT_TRUE(placed.edges[0].empty());
}

}  // namespace
}  // namespace plytrace::draw
