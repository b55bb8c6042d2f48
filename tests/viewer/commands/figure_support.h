// SPDX-License-Identifier: MIT
//
// Shared by the tests of figures: textbook trees, and render --tree.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/test_support.h"

namespace plytrace::test {

inline constexpr const char* kThreeByThree = "[[3,12,8],[2,4,6],[14,5,2]]";
inline constexpr const char* kLarger =
    "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]";

// The textbook figure by one command, without a trace.
class RenderTree : public ::testing::Test {
 protected:
  ProgramResult render(const std::string& tree, std::vector<std::string> options) {
    options.insert(options.begin(), {"render", "--tree", tree, "-o", "-"});
    return plytrace(options, folder_.path());
  }
  std::string dot(const std::string& tree, std::vector<std::string> options) {
    options.insert(options.end(), {"--to", "dot"});
    const ProgramResult result = render(tree, options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return result.out;
  }
  ScratchFolder folder_;
};

}  // namespace plytrace::test
