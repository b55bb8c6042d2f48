// SPDX-License-Identifier: MIT
#include "viewer/draw/text_metrics.h"

#include <gtest/gtest.h>

namespace plytrace::draw {
namespace {

TEST(TextMetrics, WidthsGrowWithTextSizeAndWeight) {
  EXPECT_EQ(text_width("", 10), 0);
  EXPECT_DOUBLE_EQ(text_width("00", 10), 2 * 6.36);
  EXPECT_DOUBLE_EQ(text_width("00", 20), 4 * 6.36);
  EXPECT_DOUBLE_EQ(text_width("00", 10, Face::kBold), 2 * 6.96);
  EXPECT_DOUBLE_EQ(text_width("\u2264 3", 10, Face::kBold), 8.38 + 3.48 + 6.96);
  EXPECT_TRUE(is_measured("(-\u221E, 3] \u2026"));
  EXPECT_FALSE(is_measured("\u65E5"));
  EXPECT_EQ(text_width("iW", 10, Face::kMono), 2 * 6.02);
  EXPECT_GT(text_width("\u65E5\u672C", 10), 20);
}

TEST(TextMetrics, ShortenedKeepsWholeCharacters) {
  EXPECT_EQ(shortened("abcd", 4), "abcd");
  EXPECT_EQ(shortened("abcde", 4), "abc\u2026");
  EXPECT_EQ(shortened("\u65E5\u672C\u8A9E", 3), "\u65E5\u672C\u8A9E");
  EXPECT_EQ(shortened("\u65E5\u672C\u8A9E\u624B", 3), "\u65E5\u672C\u2026");
  EXPECT_EQ(shortened("", 3), "");
}

TEST(TextMetrics, WrappedBreaksAtBlanksAndInWordsWiderThanALine) {
  EXPECT_EQ(wrapped("one two three", 1e9, 10), "one two three");
  EXPECT_EQ(wrapped("one two three", 32, 10), "one\ntwo\nthree");
  EXPECT_EQ(wrapped("at [12,34,56] b", 40, 10), "at\n[12,34,\n56] b");
  EXPECT_EQ(wrapped("0123456789", 20, 10), "012\n345\n678\n9");
  EXPECT_EQ(wrapped("\u65E5\u672C", 1, 10), "\u65E5\n\u672C");
  EXPECT_EQ(wrapped("", 100, 10), "");
}

// PDF output sets small letters wider than measured, so a line as wide as the page was clipped.
TEST(TextMetrics, AWrappedLineLeavesRoomForLettersThatAreSetWider) {
  const std::string text = "a caption of some words";
  const double width = text_width(text, 9.5);
  EXPECT_NE(wrapped(text, width, 9.5), text);
  EXPECT_EQ(wrapped(text, width * 1.03, 9.5), text);
}

TEST(TextMetrics, ScoresAreShortAndExactWhereTheyCanBe) {
  EXPECT_EQ(score_label(3), "3");
  EXPECT_EQ(score_label(-12.5), "\u221212.5");
  EXPECT_EQ(score_label(0.25), "0.25");
  EXPECT_EQ(score_label(-0.0), "0");
  EXPECT_EQ(score_label(1e9), "1e9");
  EXPECT_EQ(score_label(-1e9), "\u22121e9");
  EXPECT_EQ(score_label(12345678), "12345678");
  EXPECT_EQ(score_label(0.10144927536231885), "0.1014");
  EXPECT_EQ(score_label(kInfinity), "+\u221E");
  EXPECT_EQ(window_label(-kInfinity, 3), "(\u2212\u221E, 3)");
}

}  // namespace
}  // namespace plytrace::draw
