// SPDX-License-Identifier: MIT
//
// Covers viewer/main.cc and viewer/commands/commands.h: a command is set up by its name. If a name
// in the list differed from its command's, every start of it would set up the options of all
// commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "viewer/commands/commands.h"

namespace plytrace::test {
namespace {

std::string program_help(std::string_view command) {
  cli::Program app("", "test");
  setup_commands(app, command);
  testing::internal::CaptureStdout();
  EXPECT_TRUE(app.parse({"--help"}).has_value());
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

std::string line_of(const NamedCommand& command) {
  return "\n  " + std::string(command.name) + ' ';
}

TEST(CommandSetup, IsThatOfTheCommandNamedOrOfAll) {
  const std::string all = program_help("searhc");
  for (const NamedCommand& command : kCommands) {
    const std::string one = program_help(command.name);
    for (const NamedCommand& other : kCommands) {
      EXPECT_EQ(one.find(line_of(other)) != one.npos, other.name == command.name) << one;
    }
    EXPECT_THAT(all, testing::HasSubstr(line_of(command)));
  }
}

}  // namespace
}  // namespace plytrace::test
