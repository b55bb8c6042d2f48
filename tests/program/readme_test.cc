// SPDX-License-Identifier: MIT
//
// Covers README.md and docs/tour.md: their commands give the output shown below them, except for
// times and rates; links and pictures exist. tests/CMakeLists.txt builds the engine of the README,
// and its trace is verified.
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

// Runs the commands of a page in `folder`, and compares their output with the page's.
void expect_shown_output(const std::string& page, std::size_t least_commands,
                         const std::string& folder) {
  const std::vector<Command> commands = commands_of(read_file(source_path(page)));
  ASSERT_GE(commands.size(), least_commands) << page;
  for (const Command& command : commands) {
    const ProgramResult result =
        shell("PATH=\"$(dirname \"$PLYTRACE\"):$PATH\" NO_COLOR=1\n" + command.line, folder);
    EXPECT_EQ(result.exit_code, 0) << command.line << "\n" << result.err;
    EXPECT_EQ(without_times(result.out), without_times(command.output)) << command.line;
  }
}

// Checks the links of a page, which are relative to its folder.
void expect_links_exist(const std::string& page, std::size_t least_links) {
  const std::string text = read_file(source_path(page));
  const std::filesystem::path folder = std::filesystem::path(source_path(page)).parent_path();
  const auto links = Pattern("\\]\\(([^)]+)\\)").find_all(text);
  for (const Match& link : links) {
    EXPECT_TRUE(std::filesystem::exists(folder / link[1])) << page << ": " << link[1];
  }
  EXPECT_GE(links.size(), least_links);
}

TEST(Readme, CommandsGiveTheOutputThatIsShown) {
  const ScratchFolder folder;
  ASSERT_EQ(shell(test_binary("plytrace_readme_engine"), folder.path().string()).exit_code, 0);
  expect_shown_output("README.md", 6, folder.path().string());
}

TEST(Tour, CommandsGiveTheOutputThatIsShown) {
  const ScratchFolder folder;
  expect_shown_output("docs/tour.md", 8, folder.path().string());
}

TEST(Readme, LinksAndPicturesExist) { expect_links_exist("README.md", 12); }
TEST(Tour, LinksAndPicturesExist) { expect_links_exist("docs/tour.md", 5); }

TEST(Readme, NamesTheTwoCommandsThatSetEverythingUp) {
  const std::string page = read_file(source_path("README.md"));
  for (const std::string script : {"scripts/demo", "scripts/test"}) {
    EXPECT_NE(page.find(script), std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(source_path(script)));
  }
}

}  // namespace
}  // namespace plytrace::test
