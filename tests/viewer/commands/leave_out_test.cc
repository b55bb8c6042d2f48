// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/leave_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using testing::ElementsAre;
using Words = std::vector<std::string>;

TreePictureOptions marked() {
  TreePictureOptions options;
  options.direction = "LR";
  options.depth = 7;
  options.highlighted = {"/a", "/b"};
  options.notes = {"/c=it's deep"};
  return options;
}

TEST(LeaveOut, KeepsTheFirstMarksAndNamesNoMoreThanItMust) {
  const auto left_out = options_to_leave_out(marked(), [](const TreePictureOptions& options) {
    return options.direction.empty() && options.notes.size() + options.highlighted.size() < 3;
  });
  EXPECT_THAT(left_out, ElementsAre("--note '/c=it'\\''s deep'", "--direction LR"));
}

TEST(LeaveOut, IsSilentWhereNothingHelpsAndEndsInAnyCase) {
  EXPECT_TRUE(options_to_leave_out(marked(), [](const auto&) { return false; }).empty());
  TreePictureOptions many;
  many.highlighted.assign(1000, "/a");
  std::size_t asked = 0;
  const auto left_out = options_to_leave_out(many, [&](const TreePictureOptions& options) {
    ++asked;
    return options.highlighted.size() < 2;
  });
  EXPECT_LE(asked, kMostTries);
  EXPECT_LT(1000 - left_out.size(), 2U);
}

// The command without the options that its warning names; empty where there is no warning.
Words without_what_is_named(Words words, const std::string& warning) {
  const std::string before = "to have 6 pt leave out ";
  const std::size_t at = warning.find(before);
  if (at == std::string::npos) return {};
  std::string rest = warning.substr(at + before.size());
  for (std::size_t i = 0; i + 1 < words.size();) {
    const std::string quoted = words[i] + " '" + words[i + 1] + "'";
    const std::string plain = words[i] + " " + words[i + 1];
    const std::string& found = rest.find(quoted) != std::string::npos ? quoted : plain;
    const std::size_t place = rest.find(found);
    if (!words[i].starts_with("--") || place == std::string::npos) {
      ++i;
      continue;
    }
    rest.erase(place, found.size());
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i),
                words.begin() + static_cast<std::ptrdiff_t>(i) + 2);
  }
  EXPECT_EQ(rest.find_first_not_of(", \n"), std::string::npos) << rest;
  return words;
}

// Deep marks lying or on a slide, boards, pruned subtrees: the warning named what might help.
TEST(SlowLeaveOut, WhoeverDoesWhatTheWarningSaysCanReadThePicture) {
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
    const Words fewer = without_what_is_named(words, drawn.err);
    ASSERT_FALSE(fewer.empty()) << drawn.err;
    EXPECT_EQ(plytrace(fewer, folder.path()).err.find("smallest text"), std::string::npos);
  }
  EXPECT_GT(warned, 2);
}

}  // namespace
}  // namespace plytrace::test
