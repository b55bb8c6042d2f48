// SPDX-License-Identifier: MIT
//
// Covers the figures of one paper: one size of text, one size for each kind of shape, a limited
// height, a cut, and worksheets that can be laid over their solutions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "tests/pattern.h"
#include "tests/test_support.h"
#include "tests/viewer/commands/figure_support.h"
#include "tests/viewer/picture_text.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

double height_of_svg(const std::string& svg) {
  return std::stod(svg.substr(svg.find("height=\"") + 8));
}

// The sizes of all texts, in hundredths of a point on paper.
std::set<long> text_sizes(const std::string& svg) {
  const Match box = Pattern("viewBox=\"0 0 ([0-9.]+) ").find(svg);
  const double scale = width_of_svg(svg) / std::stod(box[1]);
  std::set<long> sizes;
  for (const Match& size : Pattern("font-size=\"([0-9.]+)\"").find_all(svg)) {
    sizes.insert(std::lround(10 * scale * std::stod(size[1])));
  }
  return sizes;
}

struct Corners {
  std::vector<double> x, y;
};

// The polygons with this number of corners.
std::vector<Corners> polygons(const std::string& svg, std::size_t corners) {
  std::vector<Corners> found;
  for (const Match& polygon : Pattern("<polygon [^>]*points=\"([^\"]*)\"").find_all(svg)) {
    Corners one;
    for (const Match& point : Pattern("(-?[0-9.]+),(-?[0-9.]+)").find_all(polygon[1])) {
      one.x.push_back(std::stod(point[1]));
      one.y.push_back(std::stod(point[2]));
    }
    if (one.x.size() == corners) found.push_back(one);
  }
  return found;
}

// The different widths and heights of polygons.
std::set<std::pair<double, double>> polygon_sizes(const std::string& svg, std::size_t corners) {
  std::set<std::pair<double, double>> sizes;
  for (const Corners& one : polygons(svg, corners)) {
    const auto [left, right] = std::minmax_element(one.x.begin(), one.x.end());
    const auto [top, bottom] = std::minmax_element(one.y.begin(), one.y.end());
    // Coordinates have two decimals.
    const double width = *right - *left, height = *bottom - *top;
    const bool is_known = std::any_of(sizes.begin(), sizes.end(), [&](const auto& size) {
      return std::abs(size.first - width) < 0.05 && std::abs(size.second - height) < 0.05;
    });
    if (!is_known) sizes.emplace(width, height);
  }
  return sizes;
}

// A tree of nested lists with two or three moves per node and values of up to two digits.
std::string two_or_three_moves(std::mt19937& random, int depth) {
  if (depth == 0) return std::to_string(random() % 60);
  std::string text = "[";
  const std::size_t moves = 2 + random() % 2;
  for (std::size_t move = 0; move < moves; ++move) {
    text += (move == 0 ? "" : ",") + two_or_three_moves(random, depth - 1);
  }
  return text + "]";
}

class FigureOfAPaper : public RenderTree {
 protected:
  std::string svg(const std::string& tree, std::vector<std::string> options) {
    options.insert(options.end(), {"--to", "svg"});
    const ProgramResult result = render(tree, options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }
};

// One figure of a paper had 12 pt, and the next had 6 pt.
TEST_F(FigureOfAPaper, HasOneSizeOfTextOfEightPointsUnlessAnotherIsAskedFor) {
  const std::vector<std::string> trees{kThreeByThree, kLarger, "[1,2]"};
  for (const std::string& tree : trees) {
    for (const std::string style : {"plain", "textbook"}) {
      for (const std::string width : {"85mm", "160mm", "A4"}) {
        const std::string drawn = svg(tree, {"--width", width, "--style", style, "--title", "T"});
        EXPECT_EQ(text_sizes(drawn), std::set<long>{80}) << tree << style << width;
      }
      EXPECT_EQ(text_sizes(svg(tree, {"--width", "slide", "--style", style})), std::set<long>{80});
      EXPECT_EQ(text_sizes(svg(tree, {"--font-size", "7pt", "--style", style})),
                std::set<long>{70});
    }
  }
  EXPECT_EQ(text_sizes(svg(kThreeByThree, {"--width", "160mm", "--font-size", "9pt"})),
            std::set<long>{90});
  EXPECT_EQ(render(kThreeByThree, {"--to", "svg", "--font-size", "big"}).exit_code, 2);
  EXPECT_THAT(render(kThreeByThree, {"--to", "svg", "--height", "40mm"}).err,
              HasSubstr("add --width"));
}

// Triangles of one ply had three sizes.
TEST_F(FigureOfAPaper, HasShapesOfOneSize) {
  std::mt19937 random(3);
  for (int round = 0; round < 12; ++round) {
    const std::string tree = two_or_three_moves(random, 2 + round % 2);
    for (const std::string width : {"85mm", "160mm"}) {
      const std::string houses = svg(tree, {"--width", width});
      EXPECT_EQ(polygon_sizes(houses, 5).size(), 1U) << tree << width;
      const std::string triangles = svg(tree, {"--width", width, "--style", "textbook"});
      // The triangles of nodes, and the small ones that stand for subtrees.
      const std::size_t kinds = nodes_of_svg(triangles, "[^<]*_more[0-9]+") > 0 ? 2 : 1;
      EXPECT_EQ(polygon_sizes(triangles, 3).size(), kinds) << tree << width;
    }
  }
}

// Pictures 85 mm wide were up to 220 mm high.
TEST_F(FigureOfAPaper, IsAtMostThreeQuartersAsHighAsItsColumn) {
  std::mt19937 random(4);
  for (int round = 0; round < 8; ++round) {
    const std::string tree = two_or_three_moves(random, 2 + round % 4);
    for (const std::string style : {"plain", "textbook"}) {
      for (const double width : {85.0, 160.0}) {
        const std::string drawn =
            svg(tree, {"--width", std::to_string(width) + "mm", "--style", style});
        const double points = width / 25.4 * 72;
        EXPECT_LE(width_of_svg(drawn), points + 0.01);
        EXPECT_LE(height_of_svg(drawn), 0.75 * points + 0.01) << tree << style;
      }
      const std::string low = svg(tree, {"--width", "160mm", "--height", "50mm", "--style", style});
      EXPECT_LE(height_of_svg(low), 50 / 25.4 * 72 + 0.01) << tree << style;
    }
  }
}

// Six of eight searches showed no cut in a column.
TEST_F(FigureOfAPaper, ShowsACutIfTheSearchHasOne) {
  std::mt19937 random(5);
  int with_cuts = 0;
  for (int round = 0; round < 12; ++round) {
    const std::string tree = two_or_three_moves(random, 2 + round % 3);
    const std::string whole = svg(tree, {"--only", "cutoffs", "--max-nodes", "1000"});
    if (nodes_of_svg(whole, "[^<]*_skip[0-9]+") == 0) continue;
    ++with_cuts;
    for (const std::string style : {"plain", "textbook"}) {
      for (const std::string width : {"85mm", "160mm", "slide"}) {
        const std::string drawn = svg(tree, {"--width", width, "--style", style});
        EXPECT_GE(nodes_of_svg(drawn, "[^<]*_skip[0-9]+"), 1U) << tree << style << width;
      }
    }
  }
  EXPECT_GE(with_cuts, 6);
}

// The outlines of a picture, without looks: a pruned node is dotted in the solution only.
std::vector<std::string> outlines(const std::string& svg) {
  std::vector<std::string> found;
  for (const Match& polygon : Pattern("<polygon [^>]*points=\"([^\"]*)\"").find_all(svg)) {
    found.push_back(polygon[1]);
  }
  return found;
}

TEST_F(FigureOfAPaper, OfAWorksheetLiesExactlyOverTheSolution) {
  for (const std::string& tree :
       {std::string(kThreeByThree), std::string("[[3,[7,9],8],[2,[4,6]]]")}) {
    const std::vector<std::vector<std::string>> looks{{},
                                                      {"--style", "textbook"},
                                                      {"--width", "160mm"},
                                                      {"--width", "160mm", "--legend"},
                                                      {"--style", "textbook", "--width", "85mm"},
                                                      {"--labels", "move,value"}};
    for (const auto& look : looks) {
      const std::string solution = svg(tree, look);
      for (const std::string blank : {"values", "cuts", "windows", "values,cuts,windows"}) {
        std::vector<std::string> words = look;
        words.insert(words.end(), {"--blank", blank});
        const std::string sheet = svg(tree, words);
        const std::string which = tree + ::testing::PrintToString(words);
        EXPECT_EQ(width_of_svg(sheet), width_of_svg(solution)) << which;
        EXPECT_EQ(height_of_svg(sheet), height_of_svg(solution)) << which;
        const auto legend = std::count(look.begin(), look.end(), "--legend");
        if (legend == 0) {
          EXPECT_EQ(outlines(sheet), outlines(solution)) << which;
        }
        EXPECT_EQ(nodes_of_svg(sheet, "n[0-9_a-z]+"), nodes_of_svg(solution, "n[0-9_a-z]+"))
            << which;
      }
    }
  }
}

// A caption of 420 points stood below a tree of 60 points at the left edge.
TEST_F(FigureOfAPaper, IsNotMadeWiderByItsCaption) {
  const std::string small = svg("[1,2]", {"--width", "85mm"});
  EXPECT_LT(width_of_svg(small), 140);
  // The root stands in the middle.
  const Corners root = polygons(small, 5).at(0);
  const Match box = Pattern("viewBox=\"0 0 ([0-9.]+) ").find(small);
  EXPECT_NEAR(root.x.at(2) + 3, std::stod(box[1]) / 2, 0.5);
}

}  // namespace
}  // namespace plytrace::test
