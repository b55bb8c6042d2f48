// SPDX-License-Identifier: MIT
#include "viewer/reader/mate_scale.h"

#include <gtest/gtest.h>

namespace plytrace::test {
namespace {

MateScale scale(const std::string& options, const std::string& engine = "mine") {
  SearchRow search;
  search.options = options;
  search.engine = engine;
  return MateScale(search);
}

// Plies count from the root, moves from the node; the winner's last move counts.
TEST(MateScale, CountsTheMovesFromTheNodeOn) {
  const MateScale mates = scale(R"({"mate_score":31000,"mate_base":32000})");
  EXPECT_EQ(mates.words(31995, 0), "mate in 3");
  EXPECT_EQ(mates.words(31995, 1), "mate in 2");
  EXPECT_EQ(mates.words(31995, 2), "mate in 2");
  EXPECT_EQ(mates.words(31995, 3), "mate in 1");
  EXPECT_EQ(mates.words(31995, 4), "mate in 1");
  EXPECT_EQ(mates.words(31995, 5), "mate in 0");
  EXPECT_EQ(mates.words(-31996, 0), "mated in 2");
  EXPECT_EQ(mates.words(-31996, 3), "mated in 1");
  EXPECT_EQ(mates.words(-31998, 2), "mated in 0");
}

TEST(MateScale, SaysNoNumberThatDoesNotFollow) {
  const MateScale mates = scale(R"({"mate_score":31000,"mate_base":32000})");
  EXPECT_EQ(mates.words(30999, 0), "");
  EXPECT_EQ(mates.words(31000, 0), "mate in 500");
  EXPECT_EQ(mates.words(std::nullopt, 0), "");
  EXPECT_EQ(mates.words(kInfinity, 0), "");
  // A score above the base, nearer than the node, or between two plies gives no number of moves.
  EXPECT_EQ(mates.words(32001, 0), "mate");
  EXPECT_EQ(mates.words(-32001, 0), "mated");
  EXPECT_EQ(mates.words(31995, 6), "mate");
  EXPECT_EQ(mates.words(31994.5, 0), "mate");
  // Without a base the number of moves is unknown.
  EXPECT_EQ(scale(R"({"mate_score":31000})").words(31995, 0), "mate");
  EXPECT_EQ(scale(R"({"mate_score":31000})").words(-31995, 0), "mated");
}

TEST(MateScale, DistinguishesTablebasesFromMates) {
  const MateScale mates =
      scale(R"({"mate_score":31000,"mate_base":32000,"tablebase_score":30000})");
  EXPECT_EQ(mates.words(29999, 0), "");
  EXPECT_EQ(mates.words(30000, 0), "tablebase win");
  EXPECT_EQ(mates.words(-30999, 4), "tablebase loss");
  EXPECT_EQ(mates.words(31999, 0), "mate in 1");
  EXPECT_EQ(scale(R"({"tablebase_score":30000})").words(40000, 0), "tablebase win");
}

TEST(MateScale, IsEmptyWhereNothingIsDeclared) {
  for (const char* const options : {"", "{}", "[1]", "{\"mate_score\":\"31000\"}", "{\"mate_sc"}) {
    EXPECT_FALSE(scale(options).is_declared()) << options;
    EXPECT_EQ(scale(options).words(31995, 0), "") << options;
  }
}

// plytrace's own searches name the base among the parameters of their evaluator; another engine
// may have a parameter of that name.
TEST(MateScale, TakesTheBaseOfOwnSearchesFromTheirEvaluator) {
  const std::string options = R"({"mate_score":27000,"parameters":{"mate":32000}})";
  EXPECT_EQ(scale(options, "plytrace").words(31995, 0), "mate in 3");
  EXPECT_EQ(scale(options).words(31995, 0), "mate");
}

}  // namespace
}  // namespace plytrace::test
