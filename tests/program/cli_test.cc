// SPDX-License-Identifier: MIT
//
// Covers viewer/main.cc and viewer/cli: unknown words, help, version. Each command has its own
// tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

TEST(Program, SaysItsVersion) {
  const ProgramResult result = plytrace({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  // The commit is "unknown" if the sources are not a git checkout.
  EXPECT_THAT(result.out,
              MatchesRegex("plytrace [0-9]+[.][0-9]+[.][0-9]+ \\(commit ([0-9a-f]+|unknown)\\)\n"));
  EXPECT_EQ(result.err, "");
}

TEST(Program, HelpHoldsExamples) {
  const ProgramResult result = plytrace({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("Examples:"));
}

TEST(Program, UnknownCommandIsAUsageErrorOnOneLine) {
  const ProgramResult result = plytrace({"serach"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("plytrace: unknown command 'serach'"));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
}

// A sparse file without a line end was read into memory completely.
TEST(Program, ALineWithoutEndIsRefused) {
  const ScratchFolder folder;
  write_file(folder / "endless", "");
  std::filesystem::resize_file(folder / "endless", std::uintmax_t{1} << 40U);
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "1", "-q", "-o", folder / "run.db"}).exit_code,
            0);
  for (const std::string command :
       {"$PLYTRACE search tictactoe -d 1 --positions endless",
        "$PLYTRACE search tictactoe -d 1 --position - <endless",
        "$PLYTRACE import endless -o new.db", "$PLYTRACE verify --replay-certificate endless",
        "$(dirname $PLYTRACE)/plytrace-check endless"}) {
    const ProgramResult result = shell(command, folder.path().string());
    EXPECT_TRUE(result.exit_code == 2 || result.exit_code == 3) << command << result.exit_code;
    EXPECT_NE(result.err, "") << command;
  }
}

TEST(Program, NoCommandIsAUsageError) {
  const ProgramResult result = plytrace({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace plytrace::test
