// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/ask/render.cc: --against, one tree of what two searches visited.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

TEST(RenderAgainst, TakesTheLooksOfOtherPictures) {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder.path()); };
  const std::string tree = "[[3,12,8],[2,4,6],[14,5,2]]";
  run({"search", "tree", "--position", tree, "-a", "minimax", "-o", "a.db"});
  run({"search", "tree", "--position", tree, "-o", "b.db"});
  const auto draw = [&](std::vector<std::string> looks) {
    looks.insert(looks.begin(), {"render", "a.db", "--against", "b.db", "-o", "u.svg", "--force"});
    const ProgramResult result = run(looks);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return read_file(folder / "u.svg");
  };
  const std::string column = draw({"--width", "85mm", "--caption", "none"});
  EXPECT_LE(std::stod(column.substr(column.find("width=\"") + 7)), 85 / 25.4 * 72 + 0.01);
  EXPECT_EQ(column.find("text-anchor=\"start\""), std::string::npos);
  EXPECT_NE(column.find("11 nodes in both, 2 only in A"), std::string::npos);  // in <desc>
  EXPECT_NE(draw({"--theme", "color"}).find("#dceefa"), std::string::npos);
  // The caption explains the marks that occur in the picture.
  const std::string whole = draw({});
  EXPECT_NE(whole.find("hatched: searched by one only; a cut edge says"), std::string::npos);
  EXPECT_EQ(whole.find("dotted"), std::string::npos);
  const std::string same = draw({"--depth", "0"});
  EXPECT_EQ(same.find("a cut edge"), std::string::npos);
}

// Both pictures use one layout: the same shapes, gaps at the same places, and at places visited by
// one search only, the reason.
TEST(RenderAgainst, IsATreeOfPlacesOfBoth) {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder.path()); };
  const std::string tree = "[[3,12,8],[2,4,6],[14,5,2]]";
  run({"search", "tree", "--position", tree, "-a", "minimax", "-o", "a.db"});
  run({"search", "tree", "--position", tree, "-o", "b.db"});
  const auto dot = [&](std::vector<std::string> looks) {
    looks.insert(looks.begin(), {"render", "a.db", "--against", "b.db", "-o", "u.dot", "--force"});
    const ProgramResult result = run(looks);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return read_file(folder / "u.dot");
  };
  const std::string all = dot({"--legend"});
  EXPECT_NE(all.find("a1 [shape=box, class=max"), std::string::npos);
  EXPECT_NE(all.find("a2 [shape=box, class=min"), std::string::npos);
  EXPECT_NE(all.find("<B>A 2</B></FONT><BR/><FONT POINT-SIZE=\"12\"><B>B \u2264 2</B>"),
            std::string::npos);
  EXPECT_NE(all.find("<B>A 4</B>"), std::string::npos);
  EXPECT_NE(all.find("headlabel=\"B: 2 \u2264 3\""), std::string::npos);
  EXPECT_NE(all.find("only A searched it"), std::string::npos);
  EXPECT_EQ(all.find("only B searched it"), std::string::npos);
  EXPECT_EQ(all.find("ellipse"), std::string::npos);
  const std::string gap = dot({"--depth", "1"});
  EXPECT_NE(gap.find("label=\"2, 3\""), std::string::npos);
  EXPECT_NE(gap.find("label=\"A 2 nodes\""), std::string::npos);
  EXPECT_EQ(run({"render", "a.db", "--against", "b.db", "-o", "x.svg", "--root", "/2/2"}).exit_code,
            3);
}

}  // namespace
}  // namespace plytrace::test
