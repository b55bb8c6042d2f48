// SPDX-License-Identifier: MIT
#include "viewer/format/json.h"

#include <gtest/gtest.h>

namespace plytrace::text {
namespace {

TEST(Json, ScoresAreNumbersOrWordsForTheInfinities) {
  EXPECT_EQ(score_json(3).dump(), "3");
  EXPECT_EQ(score_json(-0.0).dump(), "0");
  EXPECT_EQ(score_json(0.1).dump(), "0.1");
  EXPECT_EQ(score_json(kInfinity).dump(), "\"+inf\"");
  EXPECT_EQ(score_json(-kInfinity).dump(), "\"-inf\"");
  EXPECT_EQ(score_json({}).dump(), "null");
  EXPECT_EQ(score_json(1e300).dump(), "1e+300");
}

TEST(Json, WhatATraceHoldsAsJsonIsTakenAsThatOrElseAsText) {
  EXPECT_EQ(embedded_json(R"({"width":7})").dump(), R"({"width":7})");
  EXPECT_EQ(embedded_json("{width").dump(), R"("{width")");
}

// Writing out foreign JSON that was nested a million times crashed the program.
TEST(Json, WhatIsNestedTooDeepIsAText) {
  const auto nested = [](std::size_t deep) {
    return std::string(deep, '[') + std::string(deep, ']');
  };
  EXPECT_TRUE(embedded_json(nested(kMostNested)).is_array());
  EXPECT_TRUE(embedded_json(nested(kMostNested + 1)).is_string());
  EXPECT_TRUE(embedded_json(nested(1'000'000)).is_string());
  EXPECT_TRUE(parsed_json(nested(kMostNested + 1)).is_discarded());
  // Brackets inside a string do not count.
  const std::string text = "[\"\\\"" + nested(1000) + "\"]";
  EXPECT_TRUE(embedded_json(text).is_array()) << text;
}

TEST(Json, WhatIsNotSeenIsEscaped) {
  EXPECT_EQ(json_text("a\u200B\u202E\u00AD\x7F\u009B\u00E9"), R"("a\u200b\u202e\u00ad\u007f\u009b)"
                                                              "\u00E9\"");
  EXPECT_EQ(json_text("\U000E0041\U0001F600"), R"("\udb40\udc41)"
                                               "\U0001F600\"");
}

TEST(Json, TextsAreMadeUtf8) {
  EXPECT_EQ(text_json("a\xff").dump(), R"("a\\xFF")");
  EXPECT_EQ(texts_json({"a", "b"}).dump(), R"(["a","b"])");
  EXPECT_EQ(number_json({}).dump(), "null");
}

}  // namespace
}  // namespace plytrace::text
