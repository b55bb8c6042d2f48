// SPDX-License-Identifier: MIT
//
// Covers viewer/cli/pager.cc: long texts on a terminal go through the pager that PAGER names.
#include <gtest/gtest.h>

#include <string>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

// The text that the terminal shows of `plytrace list` (39 lines) if it has that many rows.
std::string shown(const std::string& pager, int rows, const std::string& options = "") {
  return shell("PAGER='" + pager + "' script -qec 'stty rows " + std::to_string(rows) +
               " cols 80; \"$PLYTRACE\" list " + options +
               "; echo exit $?' /dev/null | tr -d '\\r'")
      .out;
}

TEST(Pager, ReadsTextsThatAreLongerThanTheTerminal) {
  EXPECT_EQ(shown("head -1", 10), "games:\nexit 0\n");
  // Its user may leave it before the end of the text.
  EXPECT_EQ(shown("true", 10), "exit 0\n");
}

TEST(Pager, IsNotUsedWhereNobodyNeedsIt) {
  const std::string whole = shown("head -1", 100);
  EXPECT_GT(whole.size(), 1000U);
  EXPECT_EQ(shown("head -1", 10, "--no-pager"), whole);
  EXPECT_EQ(shown("", 10), whole);
  EXPECT_EQ(shown("no-such-program", 10), whole);
  // Standard output is not a terminal.
  EXPECT_EQ(shell("PAGER='head -1' \"$PLYTRACE\" list").out + "exit 0\n", whole);
}

}  // namespace
}  // namespace plytrace::test
