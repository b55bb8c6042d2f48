// SPDX-License-Identifier: MIT
#include "core/parameters.h"

#include <gtest/gtest.h>

#include "core/score.h"

namespace plytrace::test {
namespace {

TEST(ArgumentReader, GivesWhatWasGivenOrItsDefaultAndListsBoth) {
  const Arguments arguments{{"width", "9"}, {"gravity", "off"}, {"width", "8"}};
  ArgumentReader reader("connectk", arguments);
  EXPECT_EQ(reader.integer("width", 1, 26, 7, "columns"), 8);  // the last value counts
  EXPECT_EQ(reader.choice("gravity", {"off", "on"}, 1), 0U);
  EXPECT_EQ(reader.number("weight", 0, 10, 2.5), 2.5);
  EXPECT_TRUE(reader.finish());
  ASSERT_EQ(reader.parameters().size(), 3U);
  EXPECT_EQ(reader.values_json(), R"({"width":8,"gravity":"off","weight":2.5})");
  EXPECT_EQ(reader.parameters()[0].range, "1..26");
  EXPECT_EQ(reader.parameters()[0].fallback, "7");
  EXPECT_EQ(reader.parameters()[1].range, "off|on");
  EXPECT_EQ(reader.parameters()[1].fallback, "on");
}

TEST(ArgumentReader, TheFirstFailureIsKeptAndWhatFollowsIsTheDefault) {
  const Arguments arguments{{"width", "27"}, {"depth", "x"}};
  ArgumentReader reader("connectk", arguments);
  EXPECT_EQ(reader.integer("width", 1, 26, 7), 7);
  EXPECT_EQ(reader.integer("depth", 1, 9, 3), 3);
  const Status status = reader.finish();
  EXPECT_EQ(status.code(), StatusCode::kUsage);
  EXPECT_NE(status.message().find("width=27"), std::string::npos) << status.message();
}

TEST(ArgumentReader, AKeyThatNobodyAskedForIsNamedWithTheNearest) {
  const Arguments arguments{{"widht", "7"}};
  ArgumentReader reader("connectk", arguments);
  reader.integer("width", 1, 26, 7);
  const Status status = reader.finish();
  EXPECT_EQ(status.message(),
            "connectk has no option 'widht' (did you mean 'width'?); it has width");
}

TEST(NearestWord, IsNearEnoughToBeASlipOrNone) {
  EXPECT_EQ(nearest_word("alphbeta", {"minimax", "alphabeta"}), "alphabeta");
  EXPECT_EQ(nearest_word("zzz", {"minimax", "alphabeta"}), "");
  EXPECT_EQ(did_you_mean("x", {}), "");
}

TEST(ParseArgument, SplitsAtTheFirstEqualsSign) {
  EXPECT_EQ(parse_argument("a=b=c")->second, "b=c");
  EXPECT_EQ(parse_argument("a=")->second, "");
  EXPECT_EQ(parse_argument("=b").status().code(), StatusCode::kUsage);
  EXPECT_EQ(parse_argument("ab").status().code(), StatusCode::kUsage);
}

TEST(JsonObjectText, NumbersStayNumbersAndTextsAreQuoted) {
  JsonObjectText object;
  EXPECT_EQ(object.str(), "{}");
  object.add("a", std::int64_t{-3}).add("b", 0.5).add("c", -kInfinity).add("d", "x\"\\\n");
  object.add_json("e", "[1]");
  EXPECT_EQ(object.str(), R"({"a":-3,"b":0.5,"c":"-inf","d":"x\"\\\u000a","e":[1]})");
}

}  // namespace
}  // namespace plytrace::test
