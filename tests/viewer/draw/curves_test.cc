// SPDX-License-Identifier: MIT
#include "viewer/draw/curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace plytrace::draw {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string script_of(double value, double width = 0) {
  CurvePlot plot;
  plot.paper_width = width;
  plot.panels.push_back({"seconds", {{"a search", {{1, value}, {2, value}}}}});
  return *draw_curves(plot, CurveFormat::kScript);
}

// The axis had numbers such as 5e-06 and 1e+06.
TEST(Curves, NumbersHaveNoExponent) {
  EXPECT_THAT(script_of(3e-5), HasSubstr("set format y '%.6f'"));
  EXPECT_THAT(script_of(2.5), HasSubstr("set format y '%g'"));
  EXPECT_THAT(script_of(3e6), HasSubstr("set format y '%.0f'"));
}

// A single dot stood over an axis from half a ply before to half a ply behind.
TEST(Curves, CurvesOverASingleXAreBarsWithTheirValues) {
  CurvePlot plot;
  plot.x_label = "depth (plies)";
  plot.panels.push_back({"nodes", {{"pvs", {{4, 1234567}}}, {"mtdf's", {{4, 250}}, {{200, 300}}}}});
  const std::string script = *draw_curves(plot, CurveFormat::kScript);
  EXPECT_THAT(script, HasSubstr("set title 'depth (plies): 4'"));
  EXPECT_THAT(script, HasSubstr("set xlabel 'nodes'"));
  EXPECT_THAT(script, HasSubstr("set label 1 'mtdf''s' at 0,1.4"));
  EXPECT_THAT(script, HasSubstr("2 1234567 1234567 1,234,567\n1 250 300 250\n"));
  EXPECT_THAT(script, HasSubstr("with boxxyerror"));
  EXPECT_THAT(script, HasSubstr("with xerrorbars"));
  EXPECT_THAT(script, Not(HasSubstr("linespoints")));
  plot.panels[0].curves[1].points.emplace_back(5, 400);
  plot.panels[0].curves[1].spread.emplace_back(350, 450);
  EXPECT_THAT(*draw_curves(plot, CurveFormat::kScript), HasSubstr("linespoints"));
}

TEST(Curves, APanelOnPaperIsAtMostThreeQuartersAsHighAsWide) {
  EXPECT_THAT(script_of(1, *curve_width("85mm")), HasSubstr("size 321,241"));
  EXPECT_THAT(script_of(1, *curve_width("160mm")), HasSubstr("size 605,307"));
  EXPECT_EQ(*curve_width(""), 0);
  EXPECT_FALSE(curve_width("85 elephants"));
}

}  // namespace
}  // namespace plytrace::draw
