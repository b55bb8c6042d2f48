// SPDX-License-Identifier: MIT
#include "viewer/draw/curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace plytrace::draw {
namespace {

using ::testing::HasSubstr;

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

TEST(Curves, APanelOnPaperIsAtMostThreeQuartersAsHighAsWide) {
  EXPECT_THAT(script_of(1, *curve_width("85mm")), HasSubstr("size 321,241"));
  EXPECT_THAT(script_of(1, *curve_width("160mm")), HasSubstr("size 605,307"));
  EXPECT_EQ(*curve_width(""), 0);
  EXPECT_FALSE(curve_width("85 elephants"));
}

}  // namespace
}  // namespace plytrace::draw
