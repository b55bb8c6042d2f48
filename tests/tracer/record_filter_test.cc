// SPDX-License-Identifier: MIT
#include "tracer/record_filter.h"

#include <gtest/gtest.h>

namespace plytrace::test {
namespace {

using Names = std::vector<std::string>;

TEST(RecordFilter, PathsAreDecodedMoveByMove) {
  EXPECT_EQ(*moves_of_path("/d/c"), (Names{"d", "c"}));
  EXPECT_EQ(*moves_of_path("/"), Names{});
  EXPECT_EQ(*moves_of_path("/a%2Fb/%25/%7E1/100%"), (Names{"a/b", "%", "~1", "100%"}));
  EXPECT_EQ(*moves_of_path("/%2f/%7e"), (Names{"/", "~"}));
  // In the viewer's notation: a move without text, a move named "=", and a hand-over.
  EXPECT_EQ(*moves_of_path("/%/%3D/=/%3d1"), (Names{"", "=", "=1"}));
  EXPECT_EQ(*moves_of_path("/%g1/%2"), (Names{"%g1", "%2"}));
  EXPECT_EQ(moves_of_path("d/c").status().code(), StatusCode::kUsage);
  EXPECT_EQ(moves_of_path("").status().code(), StatusCode::kUsage);
}

TEST(RecordFilter, KeysAreReadAsTheTraceShowsThem) {
  EXPECT_EQ(*parse_key("17"), 17U);
  EXPECT_EQ(*parse_key("0xFF"), 255U);
  EXPECT_EQ(*parse_key("-1"), 0xFFFFFFFFFFFFFFFFU);
  EXPECT_EQ(*parse_key("18446744073709551615"), 0xFFFFFFFFFFFFFFFFU);
  for (const char* text : {"", "x", "0x", "1 ", "-0x1", "18446744073709551616"}) {
    EXPECT_EQ(parse_key(text).status().code(), StatusCode::kUsage) << text;
  }
}

TEST(RecordFilter, SaysWhatItIsInTheOptionsOfTheSearch) {
  RecordFilter filter;
  EXPECT_FALSE(filter.active());
  EXPECT_EQ(filter.json(), "{}");
  filter.max_ply = 3;
  EXPECT_TRUE(filter.active());
  EXPECT_FALSE(filter.keeps_waiting());
  filter.at_key = 0xFFFFFFFFFFFFFFFFU;
  EXPECT_TRUE(filter.keeps_waiting());
  EXPECT_EQ(filter.json(), R"({"at_key":-1,"max_ply":3})");
}

}  // namespace
}  // namespace plytrace::test
