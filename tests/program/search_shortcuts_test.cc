// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/make/search_shortcuts.cc: search --verify, --render and --compare.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class SearchShortcuts : public testing::Test {
 protected:
  ProgramResult run(const std::string& words) {
    return shell("TMPDIR=tmp $PLYTRACE " + words, folder_.path().string());
  }
  void SetUp() override { std::filesystem::create_directory(folder_ / "tmp"); }
  // Temporary traces are gone.
  void TearDown() override { EXPECT_TRUE(std::filesystem::is_empty(folder_ / "tmp")); }
  ScratchFolder folder_;
};

TEST_F(SearchShortcuts, VerifyAddsTheReportAndItsExitCode) {
  const ProgramResult judged = run("search connect4 -d 4 --verify");
  EXPECT_EQ(judged.exit_code, 0);
  EXPECT_THAT(judged.out, StartsWith(run("search connect4 -d 4").out.substr(0, 400)));
  EXPECT_THAT(judged.out, HasSubstr("\n\nVERIFIED: the search\nproven of the root: -4\n"));
  EXPECT_THAT(judged.out, Not(HasSubstr("trace  ")));
  // A search that the node limit ended proves nothing of the root.
  EXPECT_EQ(run("search connect4 -d 6 --iterative --node-limit 3 --verify").exit_code, 4);
}

TEST_F(SearchShortcuts, VerifyFillsJsonAndCsv) {
  const auto found_json = parse_json(run("search tictactoe -d 2 --verify --json").out);
  EXPECT_EQ(found_json["verdict"], "verified");
  EXPECT_TRUE(found_json["trace"].is_null());
  EXPECT_THAT(run("search tictactoe -d 2 --verify --format csv").out, HasSubstr(",verified,"));
}

TEST_F(SearchShortcuts, KeepTheTraceThatIsNamed) {
  const ProgramResult judged = run("search connect4 -d 3 --verify -o run.db --render a.svg");
  EXPECT_EQ(judged.exit_code, 0);
  EXPECT_THAT(judged.out, HasSubstr("trace        run.db"));
  EXPECT_THAT(judged.out, HasSubstr("VERIFIED: run.db\n"));
  EXPECT_EQ(run("render run.db -o b.svg").exit_code, 0);
  EXPECT_EQ(read_file(folder_ / "a.svg"), read_file(folder_ / "b.svg"));
}

TEST_F(SearchShortcuts, RenderDrawsTheSearch) {
  EXPECT_EQ(run("search connect4 -d 3 --render a.svg -q").exit_code, 0);
  EXPECT_THAT(read_file(folder_ / "a.svg"), HasSubstr("<svg"));
  EXPECT_THAT(read_file(folder_ / "a.svg"), Not(HasSubstr("tree.db")));
  const ProgramResult again = run("search connect4 -d 3 --render a.svg -q");
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_EQ(again.out, "");
  EXPECT_EQ(run("search connect4 -d 3 --render a.svg --force -q").exit_code, 0);
  EXPECT_THAT(run("search connect4 -d 3 --render a.xyz").err, HasSubstr("a.xyz"));
  EXPECT_EQ(run("search connect4 -d 3 --render -").exit_code, 2);
}

TEST_F(SearchShortcuts, CompareIsThatOfTwoTraces) {
  const ProgramResult found = run("search connect4 -d 4 --compare minimax,alphabeta");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_THAT(found.out, HasSubstr("A  minimax    minimax        4     -4  d          2,801\n"));
  EXPECT_THAT(found.out, HasSubstr("B  alphabeta  alphabeta      4     -4  d            979\n"));
  EXPECT_THAT(found.out, HasSubstr("979 in both, 1,822 only in A, 0 only in B"));
  const auto found_json =
      parse_json(run("search connect4 -d 4 --compare minimax,alphabeta --json").out);
  EXPECT_EQ(found_json["a"]["trace"], "minimax");
  EXPECT_EQ(found_json["b"]["nodes"], 979);
  // At another depth the search finds another value.
  EXPECT_EQ(run("search connect4 -d 4 --compare alphabeta,alphabeta+d5").exit_code, 1);
}

TEST_F(SearchShortcuts, CompareKeepsBothSearches) {
  const ProgramResult found = run("search connect4 -d 3 --compare pvs,mtdf -o run.db");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_THAT(found.out, HasSubstr("A  run.db search 1"));
  EXPECT_EQ(parse_json(run("info run.db --json").out)["searches"].size(), 2U);
}

TEST_F(SearchShortcuts, RefuseWhatTheyCannotUse) {
  for (const auto& [words, message] : std::vector<std::pair<std::string, std::string>>{
           {"--compare minimax", "two searchers are compared"},
           {"--compare minimax,pvs,mtdf", "two searchers are compared"},
           {"--compare minimax,", "a searcher has no name"},
           {"--compare minimax,alfabeta", "alfabeta"},
           {"--compare minimax,pvs --verify", "--compare makes two searches"},
           {"--compare minimax,pvs --format csv", "suite --with"},
           {"--verify --positions -", "are for one position"},
           {"--verify --append", "--append applies only to a recording"},
           {"--verify --force", "--force applies only with --output or --render"}}) {
    const ProgramResult result = run("search connect4 -d 2 " + words);
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_THAT(result.err, HasSubstr(message)) << words;
    EXPECT_EQ(result.out, "") << words;
  }
}

}  // namespace
}  // namespace plytrace::test
