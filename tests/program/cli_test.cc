// SPDX-License-Identifier: MIT
//
// The program's frame: unknown words, help, version. What the commands do is tested with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Program, SaysItsVersion) {
  const ProgramResult result = plytrace({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("plytrace "));
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

TEST(Program, NoCommandIsAUsageError) {
  const ProgramResult result = plytrace({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace plytrace::test
