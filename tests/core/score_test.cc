// SPDX-License-Identifier: MIT
#include "core/score.h"

#include <gtest/gtest.h>

#include <cmath>

namespace plytrace::test {
namespace {

TEST(Score, TextsReadBackAsTheSameScore) {
  for (const Score score :
       {0.0, 1.0, -1.0, 0.1, 1.0 / 3, 1e300, 9007199254740993.0, kInfinity, -kInfinity}) {
    const auto read = parse_score(score_text(score));
    ASSERT_TRUE(read) << score_text(score);
    EXPECT_EQ(*read, score);
  }
  EXPECT_EQ(score_text(-0.0), "0");
  EXPECT_EQ(score_text(1e6), "1000000");
  EXPECT_EQ(score_text(-kInfinity), "-inf");
  EXPECT_EQ(*parse_score("inf"), kInfinity);
  EXPECT_FALSE(std::signbit(*parse_score("-0")));
}

TEST(Score, WhatIsNoNumberIsAUsageError) {
  for (const char* text : {"", "nan", "1x", "+-1", "--1", " 1", "1 ", "0x10"}) {
    EXPECT_EQ(parse_score(text).status().code(), StatusCode::kUsage) << text;
  }
}

TEST(Score, AValueMeansWhatItsWindowLetsItMean) {
  EXPECT_EQ(bound_in(3, {3, 9}), Bound::kUpper);
  EXPECT_EQ(bound_in(5, {3, 9}), Bound::kExact);
  EXPECT_EQ(bound_in(9, {3, 9}), Bound::kLower);
}

// Three of the five places that negated scores turned 0 into -0.
TEST(Score, TheOtherSideSeesTheOppositeAndNeverANegativeZero) {
  EXPECT_EQ(turned(3.0), -3);
  EXPECT_EQ(turned(-kInfinity), kInfinity);
  EXPECT_FALSE(std::signbit(turned(0.0)));
  EXPECT_EQ(turned(Window{-kInfinity, 4}), (Window{-4, kInfinity}));
  EXPECT_FALSE(std::signbit(turned(Window{0, 0}).alpha));
  EXPECT_EQ(turned(Bound::kLower), Bound::kUpper);
  EXPECT_EQ(turned(Bound::kUpper), Bound::kLower);
  EXPECT_EQ(turned(Bound::kExact), Bound::kExact);
  using format::CutoffKind;
  EXPECT_EQ(turned(CutoffKind::kAlpha), CutoffKind::kBeta);
  EXPECT_EQ(turned(CutoffKind::kForward), CutoffKind::kForward);
  EXPECT_EQ(turned(std::optional<Score>{}), std::nullopt);
  EXPECT_EQ(turned(std::optional<Bound>{Bound::kLower}), Bound::kUpper);
}

}  // namespace
}  // namespace plytrace::test
