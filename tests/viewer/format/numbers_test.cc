// SPDX-License-Identifier: MIT
#include "viewer/format/numbers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace plytrace::text {
namespace {

TEST(Numbers, WindowsAndScores) {
  EXPECT_EQ(window(3, 9), "(3, 9)");
  EXPECT_EQ(window(-kInfinity, 2.5), "(-inf, 2.5)");
  EXPECT_EQ(window({}, 9), "(?, 9)");
  EXPECT_EQ(score(-0.0), "0");
  EXPECT_EQ(score({}), "none");
}

TEST(Numbers, TheEndOfANullWindowIsShownBesideTheNumberThatItTouches) {
  EXPECT_EQ(window(12, std::nextafter(12.0, 13.0)), "(12, 12+)");
  EXPECT_EQ(window(std::nextafter(-0.5, -1.0), -0.5), "(-0.5-, -0.5)");
  EXPECT_EQ(window(0, std::nextafter(0.0, 1.0)), "(0, 0+)");
  EXPECT_EQ(score(1.0 / 3), score_text(1.0 / 3));
  EXPECT_EQ(score(0.1), "0.1");
}

TEST(Numbers, CountsAreGroupedByThrees) {
  EXPECT_EQ(grouped(std::int64_t{0}), "0");
  EXPECT_EQ(grouped(std::int64_t{999}), "999");
  EXPECT_EQ(grouped(std::int64_t{-1000}), "-1,000");
  EXPECT_EQ(grouped(std::uint64_t{1234567}), "1,234,567");
  EXPECT_EQ(count(1, "node"), "1 node");
  EXPECT_EQ(count(0, "node"), "0 nodes");
  EXPECT_EQ(count(1234567, "node"), "1,234,567 nodes");
}

// 1,999 of 2,000 was printed as 100.0 %.
TEST(Numbers, APartLooksNeitherLikeTheWholeNorLikeNothing) {
  EXPECT_EQ(share_text(1999, 2000), "99.9 %");
  EXPECT_EQ(share_text(1, 2001), "< 0.1 %");
  EXPECT_EQ(share_text(1, 2000), "0.1 %");
}

TEST(Numbers, SharesOfNothingAreADash) {
  EXPECT_EQ(percent_text(1, 8), "12.5 %");
  EXPECT_EQ(share_text(0, 8), "0.0 %");
  EXPECT_EQ(share_text(8, 8), "100.0 %");
  EXPECT_EQ(share_text(1, 0), "-");
  EXPECT_EQ(fixed_text(2.0 / 3), "0.67");
  EXPECT_EQ(fixed_text(2.0 / 3, 3), "0.667");
  EXPECT_EQ(fixed_text({}), "-");
}

}  // namespace
}  // namespace plytrace::text
