// SPDX-License-Identifier: MIT
//
// Covers viewer/answers/figure/figure.cc: the advice in the warning about small text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using Words = std::vector<std::string>;

// Adds the option that the warning recommends, such as "give --width 200mm".
Words with_what_is_named(Words words, const std::string& warning) {
  const std::size_t at = warning.find(" give ");
  EXPECT_NE(at, std::string::npos) << warning;
  if (at == std::string::npos) return words;
  std::string option = warning.substr(at + 6, warning.find_first_of(" ", at + 6) - at - 6);
  const std::size_t value = at + 7 + option.size();
  const std::string text = warning.substr(value, warning.find_first_of(" \n", value) - value);
  const auto given = std::find(words.begin(), words.end(), option);
  if (given == words.end()) {
    words.insert(words.end(), {option, text});
  } else {
    *(given + 1) = text;
  }
  return words;
}

// The warning recommended options that did not help, for deep marks in LR or on a slide, boards,
// and pruned subtrees.
// A legend made the type smaller: it was as narrow as the tree, and so too high. The warning named
// another width, not the legend.
TEST(LegibleHint, ALegendTakesTheWidthOfThePaperOrIsNamed) {
  const ScratchFolder folder;
  ASSERT_EQ(
      plytrace({"search", "connect4", "-d", "4", "-o", "t.db", "-q"}, folder.path()).exit_code, 0);
  const auto warning_at = [&](const char* width) {
    const ProgramResult drawn = plytrace(
        {"render", "t.db", "--width", width, "--legend", "-o", "p.svg", "--force"}, folder.path());
    EXPECT_EQ(drawn.exit_code, 0);
    return drawn.err;
  };
  EXPECT_EQ(warning_at("75mm").find("smallest text"), std::string::npos);
  EXPECT_THAT(warning_at("60mm"), testing::HasSubstr("to have 8 pt omit --legend\n"));
  // 7.96 pt was rounded: "the smallest text would be 8.0 pt; to have 8 pt ...".
  for (const char* width : {"71.8mm", "72.1mm", "72.4mm", "72.7mm", "73mm"}) {
    EXPECT_EQ(warning_at(width).find("would be 8"), std::string::npos) << width;
  }
}

TEST(SlowLegibleHint, WhoeverDoesWhatTheWarningSaysCanReadThePicture) {
  const ScratchFolder folder;
  ASSERT_EQ(
      plytrace({"search", "tictactoe", "-d", "6", "-o", "t.db", "-q"}, folder.path()).exit_code, 0);
  const Words paths{"/a3/b3/c3/a2/b2/c2", "/a3/b3/c3/a2/c2", "/a3/b3/a2/c3/b2",
                    "/a3/c3/b3/a2",       "/b3/a3/c3",       "/a3/b3/c3/b2"};
  const std::vector<Words> looks = {
      {"--width", "85mm", "--direction", "LR"},
      {"--width", "85mm", "--style", "textbook", "--only", "path:" + paths[0]},
      {"--width", "slide", "--labels", "move,value,board", "--max-nodes", "40"},
      {"--width", "slide", "--pruned", "tree"},
      {"--width", "85mm", "--unfold", paths[0], "--unfold", paths[3]}};
  std::mt19937 draw(7);
  int warned = 0;
  for (std::size_t k = 0; k < 2 * looks.size(); ++k) {
    Words words{"render", "t.db", "-o", "p.svg", "--force"};
    const Words& look = looks[k % looks.size()];
    words.insert(words.end(), look.begin(), look.end());
    for (std::size_t mark = 0; mark < 2 + k % 3; ++mark) {
      const std::string& path = paths[draw() % paths.size()];
      if (mark % 2 == 0) {
        words.insert(words.end(), {"--highlight", path});
      } else {
        words.insert(words.end(), {"--note", path + "=here it is decided"});
      }
    }
    SCOPED_TRACE(testing::PrintToString(words));
    const ProgramResult drawn = plytrace(words, folder.path());
    ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
    if (drawn.err.find("smallest text") == std::string::npos) continue;
    ++warned;
    EXPECT_EQ(
        plytrace(with_what_is_named(words, drawn.err), folder.path()).err.find("smallest text"),
        std::string::npos);
  }
  EXPECT_GT(warned, 2);
}

}  // namespace
}  // namespace plytrace::test
