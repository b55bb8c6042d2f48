// SPDX-License-Identifier: MIT
//
// Covers viewer/cli/pager.cc: long texts on a terminal go through the pager that PAGER names.
#include <gtest/gtest.h>

#include <filesystem>
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

// Variables in front of the program and quotes were taken for its name, and a folder was "run", so
// that the text was lost.
TEST(Pager, IsACommandOfTheShell) {
  const ScratchFolder folder;
  std::filesystem::create_symlink("/usr/bin/head", folder / "my pager");
  EXPECT_EQ(shown("LESS=-R head -1", 10), "games:\nexit 0\n");
  EXPECT_EQ(shown("\"" + folder / "my pager" + "\" -1", 10), "games:\nexit 0\n");
  EXPECT_EQ(shown("true | head -1", 10), "exit 0\n");
  const std::string in_folder = shown("/tmp", 10);
  EXPECT_EQ(in_folder,
            "plytrace: PAGER: '/tmp' is not a program; showing the text without a "
            "pager\n" +
                shown("", 10));
}

TEST(Pager, IsNotUsedWhereNobodyNeedsIt) {
  const std::string whole = shown("head -1", 100);
  EXPECT_GT(whole.size(), 1000U);
  EXPECT_EQ(shown("head -1", 10, "--no-pager"), whole);
  EXPECT_EQ(shown("", 10), whole);
  const std::string no_program = shown("no-such-program", 10);
  EXPECT_EQ(no_program,
            "plytrace: PAGER: 'no-such-program' is not a program; showing the text "
            "without a pager\n" +
                whole);
  // Standard output is not a terminal.
  EXPECT_EQ(shell("PAGER='head -1' \"$PLYTRACE\" list").out + "exit 0\n", whole);
}

}  // namespace
}  // namespace plytrace::test
