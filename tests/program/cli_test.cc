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
using ::testing::Not;
using ::testing::StartsWith;

TEST(Program, SaysItsVersion) {
  const ProgramResult result = plytrace({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  // The commit is "unknown" if the sources are not a git checkout.
  EXPECT_THAT(result.out,
              MatchesRegex("plytrace [0-9]+[.][0-9]+[.][0-9]+ \\(commit ([0-9a-f]+|unknown)\\)\n"));
  EXPECT_EQ(result.err, "");
}

// CMake split the format of git's log into two arguments, so the commit was always unknown.
TEST(Program, SaysItsCommitInACheckout) {
  const std::string at = source_path("");
  if (shell("test -e .git && git log -1 --format=%h", at).exit_code != 0) return;
  EXPECT_THAT(plytrace({"--version"}).out, Not(HasSubstr("unknown")));
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

TEST(Program, HelpIsAlsoAWord) {
  EXPECT_EQ(plytrace({"help"}).out, plytrace({"--help"}).out);
  EXPECT_EQ(plytrace({"help", "verify"}).out, plytrace({"verify", "--help"}).out);
  EXPECT_EQ(plytrace({"-V"}).out, plytrace({"--version"}).out);
  // `plytrace serach --help` printed the help of the program and succeeded.
  const ProgramResult unknown = plytrace({"help", "serach"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("unknown command 'serach' (did you mean 'search'?)"));
}

// Behind an option, "help" was an unknown command.
TEST(Program, HelpIsAWordBehindOptions) {
  const std::string all = plytrace({"--help"}).out, search = plytrace({"search", "--help"}).out;
  EXPECT_EQ(plytrace({"-q", "help", "search"}).out, search);
  EXPECT_EQ(plytrace({"--no-pager", "help"}).out, all);
  EXPECT_EQ(plytrace({"help", "help"}).out, all);
  EXPECT_EQ(plytrace({"--help", "help"}).out, all);
  EXPECT_EQ(plytrace({"--color", "never", "help", "search"}).out, search);
}

TEST(Program, HelpGroupsTheCommands) {
  const std::string help = plytrace({"--help"}).out;
  const auto at = [&](const std::string& text) { return help.find(text); };
  EXPECT_LT(at("\nCommands that make traces:\n  search "), at("\nCommands that ask a trace:\n"));
  EXPECT_LT(at("\nCommands that ask a trace:\n  info "), at("\nCommands that judge:\n  verify "));
  EXPECT_LT(at("\nCommands that draw and export:\n  render "), at("\nExamples:\n"));
  EXPECT_NE(at("\nExamples:\n"), std::string::npos);
}

// The message for `plytrace --foo` was only "A subcommand is required".
TEST(Program, AnUnknownOptionIsNamed) {
  for (const auto& [words, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--foo"}, "unknown option '--foo'; options of a command follow its name"},
           {{"--json", "info", "run.db"}, "unknown option '--json'"},
           {{"--versoin"}, "unknown option '--versoin' (did you mean '--version'?)"},
           {{"render", "run.db", "--out", "a.svg"}, "'--out' (did you mean '--output'?)"},
           {{"export", "run.db", "--format", "csv"}, "'--format' (did you mean '--to'?)"},
           {{"search", "connect4", "--ply", "4"}, "'--ply' (did you mean '--depth'?)"}}) {
    const ProgramResult result = plytrace(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr(message));
  }
}

// These had no suggestion or a wrong one, and what an earlier version called it was unknown.
TEST(Program, AnotherUsualNameGetsASuggestion) {
  for (const auto& [line, suggestion] : std::vector<std::pair<std::string, std::string>>{
           {"find a.db -n 3", "'-n' (did you mean '--limit'?)"},
           {"log a.db --top 3", "'--top' (did you mean '--limit'?)"},
           {"verify a.db --max 3", "'--max' (did you mean '--limit'?)"},
           {"search connect4 --nodes 9", "'--nodes' (did you mean '--node-limit'?)"},
           {"search connect4 --time 9", "'--time' (did you mean '--time-limit'?)"},
           {"search chess --fen x", "'--fen' (did you mean '--position'?)"},
           {"search chess --start x", "'--start' (did you mean '--position'?)"},
           {"search chess --hash 16", "'--hash' (did you mean '--table'?)"},
           {"search chess --count 16", "'--count'; see"},
           {"search --game chess", "'--game' (GAME is an argument: give it without '--game')"},
           {"render a.db -d 3", "'-d' (did you mean '--depth'?)"},
           {"suite connect4 -d 3", "'-d' (did you mean '--depths'?)"},
           {"compare a b --tolerance 1", "'--tolerance' (did you mean '--nodes-tolerance'?)"},
           {"info a.db --watch", "'--watch' (did you mean '--follow'?)"},
           {"compare a b --render x.svg",
            "'compare --render' is now 'plytrace render A --against B -o FILE'"}}) {
    const ProgramResult result = plytrace(words_of(line));
    EXPECT_EQ(result.exit_code, 2) << line;
    EXPECT_THAT(result.err, HasSubstr(suggestion)) << line;
  }
}

// "--depth: 1 required N missing", and "--format: At Most 1 required" for an option not typed.
TEST(Program, SaysWhatIsWrongWithAnOption) {
  for (const auto& [line, message] : std::vector<std::pair<std::string, std::string>>{
           {"search connect4 -d", "search: --depth needs a value; see"},
           {"search connect4 --window", "search: --window needs a value; see"},
           {"search connect4 -d 3 -d 4", "search: --depth is given twice; omit one of them; see"},
           {"info a.db --json --json", "info: --format (or --json) is given twice"}}) {
    const ProgramResult result = plytrace(words_of(line));
    EXPECT_EQ(result.exit_code, 2) << line;
    EXPECT_THAT(result.err, HasSubstr(message)) << line;
  }
}

// "unexpected argument ''", and a list did not go on behind "--".
TEST(Program, TakesArgumentsBehindTwoDashes) {
  const ScratchFolder folder;
  const std::string at = folder.path().string();
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "1", "-q", "-o", "a.db"}, at).exit_code, 0);
  EXPECT_EQ(plytrace({"verify", "a.db", "--", "a.db"}, at).exit_code, 0);
  EXPECT_EQ(plytrace({"info", "--", "a.db"}, at).exit_code, 0);
  EXPECT_THAT(plytrace({"info", "a.db", "--", "extra"}, at).err,
              HasSubstr("unexpected argument 'extra'"));
  EXPECT_THAT(plytrace({"info", "a.db", "--", "-x"}, at).err,
              HasSubstr("unexpected argument '-x'"));
}

TEST(Program, JsonIsShortForItsFormat) {
  const ProgramResult json = plytrace({"list", "--json"});
  EXPECT_EQ(json.exit_code, 0);
  EXPECT_EQ(json.out, plytrace({"list", "--format", "json"}).out);
  EXPECT_THAT(plytrace({"list", "--json", "--format", "text"}).err, HasSubstr("--format"));
}

TEST(Program, NoCommandIsAUsageError) {
  const ProgramResult result = plytrace({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace plytrace::test
