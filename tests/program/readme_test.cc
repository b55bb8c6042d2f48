// SPDX-License-Identifier: MIT
//
// README.md: its commands give the output that stands below them, but for times and rates; its
// links and pictures exist; its engine is built (tests/CMakeLists.txt) and its trace is verified.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/pattern.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

struct Command {
  std::string line, output;
};

// The commands ("$ ...") of the console blocks, each with the lines below it.
std::vector<Command> commands_of(const std::string& page) {
  std::vector<Command> commands;
  bool console = false;
  std::istringstream stream(page);
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("```", 0) == 0) {
      console = line == "```console";
    } else if (console && line.rfind("$ ", 0) == 0) {
      commands.push_back({line.substr(2), ""});
    } else if (console) {
      if (commands.empty()) ADD_FAILURE() << "output without a command: " << line;
      if (!commands.empty()) commands.back().output += line + "\n";
    }
  }
  return commands;
}

// Times and rates differ from run to run.
std::string without_times(const std::string& text) {
  static const Pattern kTime("time +[0-9.]+ s, [0-9,]+ nodes/s");
  return kTime.replace(text, "time");
}

TEST(Readme, CommandsGiveTheOutputThatIsShown) {
  const ScratchFolder folder;
  ASSERT_EQ(shell(test_binary("plytrace_readme_engine"), folder.path().string()).exit_code, 0);
  const std::vector<Command> commands = commands_of(read_file(source_path("README.md")));
  ASSERT_GE(commands.size(), 6U);
  for (const Command& command : commands) {
    const ProgramResult result =
        shell("PATH=\"$(dirname \"$PLYTRACE\"):$PATH\" NO_COLOR=1\n" + command.line,
              folder.path().string());
    EXPECT_EQ(result.exit_code, 0) << command.line << "\n" << result.err;
    EXPECT_EQ(without_times(result.out), without_times(command.output)) << command.line;
  }
}

TEST(Readme, LinksAndPicturesExist) {
  const std::string page = read_file(source_path("README.md"));
  const auto links = Pattern("\\]\\(([^)]+)\\)").find_all(page);
  for (const Match& link : links) {
    EXPECT_TRUE(std::filesystem::exists(source_path(link[1]))) << link[1];
  }
  EXPECT_GE(links.size(), 12U);
}

TEST(Readme, NamesTheTwoCommandsThatSetEverythingUp) {
  const std::string page = read_file(source_path("README.md"));
  for (const std::string script : {"scripts/demo", "scripts/test"}) {
    EXPECT_NE(page.find(script), std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(source_path(script)));
  }
}

}  // namespace
}  // namespace plytrace::test
