// SPDX-License-Identifier: MIT
#include "viewer/plain/json.h"

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

TEST(Json, TextsAreMadeUtf8) {
  EXPECT_EQ(text_json("a\xff").dump(), R"("a\\xFF")");
  EXPECT_EQ(texts_json({"a", "b"}).dump(), R"(["a","b"])");
  EXPECT_EQ(number_json({}).dump(), "null");
}

}  // namespace
}  // namespace plytrace::text
