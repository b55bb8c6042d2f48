// SPDX-License-Identifier: MIT
#include "viewer/draw/placement.h"

#include <gtest/gtest.h>

#include <random>

namespace plytrace::draw {
namespace {

std::string random_text(std::mt19937& random, std::size_t most) {
  return std::string(1 + random() % most, "aWi1-"[random() % 5]);
}

// Nodes in the order that a walk gives: ghosts and marks last, some of them stacked.
Diagram random_diagram(std::mt19937& random, std::size_t size) {
  Diagram diagram;
  diagram.caption = {"a caption of several words that has to be broken somewhere"};
  diagram.legend = random() % 2 == 0;
  for (std::size_t i = 0; i < size; ++i) {
    DiagramNode node;
    node.id = "n" + std::to_string(i);
    node.shape = static_cast<Shape>(random() % 4);
    node.lines = {{random_text(random, 6), 12.5, Face::kBold}, {random_text(random, 20), 8}};
    if (i > 0) {
      const bool stack = i > 2 && random() % 4 == 0 && diagram.nodes.back().shape == Shape::kGhost;
      node.stacked = stack;
      if (stack || random() % 5 == 0) {
        node.shape = Shape::kGhost;
        node.lines.resize(1);
      }
      if (stack) {
        node.parent = diagram.nodes.back().parent;
      } else {
        do {
          node.parent = static_cast<int>(random() % i);
        } while (diagram.nodes[static_cast<std::size_t>(node.parent)].shape == Shape::kGhost);
        node.edge_label = random_text(random, 22);
        node.cut_mark = node.shape == Shape::kGhost;
      }
    } else if (node.shape == Shape::kGhost) {
      node.shape = Shape::kMax;
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
    for (const auto* list : {&placed.nodes, &placed.edge_labels}) {
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

INSTANTIATE_TEST_SUITE_P(BothWays, PlacementOf,
                         ::testing::Values(Direction::kTopDown, Direction::kLeftRight));

TEST(Placement, TextsStayInTheirOutlines) {
  std::mt19937 random(8);
  const Diagram diagram = random_diagram(random, 200);
  const Placement placed = place(diagram);
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    double height = 0;
    for (const TextLine& line : diagram.nodes[i].lines) {
      EXPECT_LE(text_width(line.text, line.size, line.face), placed.nodes[i].width);
      height += line_height(line.size);
    }
    const Shape shape = diagram.nodes[i].shape;
    const bool house = shape == Shape::kMax || shape == Shape::kMin;
    const double room = house ? kWallShare / kHouseShare : 1;
    EXPECT_LE(height, placed.nodes[i].height * room + 1e-6);
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
