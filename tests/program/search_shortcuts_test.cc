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

// The picture replaced the trace that the search had just recorded, with exit code 0.
TEST_F(SearchShortcuts, APictureNeverReplacesTheTrace) {
  write_file(folder_ / "old.svg", "kept");
  std::filesystem::create_symlink("old.svg", folder_ / "link.svg");
  for (const std::string& names : std::vector<std::string>{"-o run.svg --render run.svg",
                                                           "-o run.svg --render ./tmp/../run.svg",
                                                           "-o old.svg --render link.svg"}) {
    const ProgramResult same = run("search connect4 -d 3 --force " + names);
    EXPECT_EQ(same.exit_code, 2) << names;
    EXPECT_EQ(same.out, "") << names;
    EXPECT_THAT(same.err, HasSubstr("-o and --render name the same file")) << names;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run.svg"));
  EXPECT_EQ(read_file(folder_ / "old.svg"), "kept");
  // Other pairs of outputs were compared as texts.
  ASSERT_EQ(run("search connect4 -d 3 -o run.db -q").exit_code, 0);
  for (const std::string command : {"play connect4 -d 1 -o x.svg --plot ./x.svg",
                                    "verify run.db --certificate x --junit ./x"}) {
    EXPECT_THAT(run(command).err, HasSubstr("name the same file")) << command;
  }
}

// A folder that was missing was reported after the search, by a message that named no folder.
TEST_F(SearchShortcuts, AMissingFolderIsReportedBeforeTheSearch) {
  write_file(folder_ / "start.txt", "start\n");
  ASSERT_EQ(run("search connect4 -d 3 -o run.db -q").exit_code, 0);
  for (const std::string command :
       {"search connect4 -d 30 --render no/x.svg", "render run.db -o no/x.svg",
        "play connect4 -d 30 --plot no/x.svg", "hot run.db --render no/x.svg",
        "suite connect4 --positions start.txt --depths 30 --plot no/x.svg",
        "verify run.db --junit no/x.svg"}) {
    const ProgramResult missing = run(command);
    EXPECT_EQ(missing.exit_code, 5) << command;
    EXPECT_EQ(missing.out, "") << command;
    EXPECT_THAT(missing.err, EndsWith("no/x.svg: the folder no does not exist; make it first\n"))
        << command;
  }
  // The folder of -o is made before the plot is written into it.
  EXPECT_EQ(shell("echo start | $PLYTRACE suite connect4 --positions - --depths 1..2 -o made "
                  "--plot made/x.svg -q",
                  folder_.path().string())
                .exit_code,
            0);
}

// The message asked for --to, which `search` does not have.
TEST_F(SearchShortcuts, APictureWithoutAFormatIsAskedForAnExtension) {
  const ProgramResult unknown = run("search connect4 -d 2 --render tree");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, EndsWith("search: --render: 'tree' does not say which format; give it "
                                    "the extension dot, svg, pdf, png, tex or html\n"));
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

// Two searches without a value were "different", with exit code 1.
TEST_F(SearchShortcuts, CompareSaysThatNeitherHasAValue) {
  const std::string stopped = "search connect4 -d 6 --node-limit 5 ";
  ASSERT_EQ(run(stopped + "-o none.db -q").exit_code, 0);
  const ProgramResult compared = run("compare none.db none.db --json");
  EXPECT_EQ(compared.exit_code, 4);
  EXPECT_TRUE(parse_json(compared.out)["same_value"].is_null());
  EXPECT_EQ(run(stopped + "--compare alphabeta,alphabeta").exit_code, 4);
  // A difference is the answer without a value, too.
  EXPECT_EQ(run("search tictactoe -d 6 --node-limit 5 -o other.db -q").exit_code, 0);
  EXPECT_EQ(run("compare none.db other.db").exit_code, 1);
  EXPECT_EQ(run("search connect4 -d 3 -o whole.db -q").exit_code, 0);
  EXPECT_EQ(run("compare none.db whole.db").exit_code, 1);
}

TEST_F(SearchShortcuts, CompareKeepsBothSearches) {
  const ProgramResult found = run("search connect4 -d 3 --compare pvs,mtdf -o run.db");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_THAT(found.out, HasSubstr("A  run.db search 1"));
  EXPECT_EQ(parse_json(run("info run.db --json").out)["searches"].size(), 2U);
}

// The options of a recording were refused, though --verify and --render need no -o.
TEST_F(SearchShortcuts, OptionsOfARecordingWorkWithoutATrace) {
  EXPECT_EQ(run("search connect4 -d 3 --capture none --verify").exit_code, 0);
  EXPECT_EQ(run("search connect4 -d 3 --max-nodes 5 --verify").exit_code, 4);
  EXPECT_EQ(run("search connect4 -d 3 --below /d --render below.svg -q").exit_code, 0);
  EXPECT_EQ(run("search connect4 -d 3 --max-ply 1 --compare minimax,pvs").exit_code, 0);
  // One of the two searchers uses the option.
  EXPECT_EQ(run("search connect4 -d 3 -a pvs --compare minimax,static").exit_code, 0);
  const ProgramResult alone = run("search connect4 -d 3 --max-nodes 5");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.err, HasSubstr("apply only to a recording; name the trace with -o"));
}

// The message named a file that the user never chose and that was gone, and no place with space.
TEST_F(SearchShortcuts, AFailedTemporaryTraceNamesTmpdir) {
  for (const std::string words :
       {"1000 --verify", "1000 --compare minimax,alphabeta", "100 --verify"}) {
    const ProgramResult full = shell(
        "search() { ulimit -f $1; shift; TMPDIR=tmp $PLYTRACE search connect4 -d 7 \"$@\"; }\n"
        "search " +
            words,
        folder_.path().string());
    EXPECT_EQ(full.exit_code, 5) << words;
    EXPECT_THAT(full.err, StartsWith("plytrace: temporary trace in tmp: ")) << words;
    EXPECT_THAT(full.err, HasSubstr("File too large")) << words;
    EXPECT_THAT(full.err, EndsWith("; set TMPDIR to a folder with more space, or name a trace with "
                                   "-o\n"))
        << words;
    // The result of the search is known all the same, but there is nothing to compare.
    EXPECT_EQ(full.out.empty(), words != "1000 --verify");
  }
}

// The trace stayed in the folder for temporary files: TearDown() looks.
TEST_F(SearchShortcuts, ASignalRemovesTheTemporaryTrace) {
  for (const char* signals : {"kill -HUP $!", "kill -INT $!; kill -INT $!; kill -TERM $!"}) {
    for (const std::string words : {"search connect4 -d 20 --time-limit 20 --verify",
                                    "search connect4 -d 20 --time-limit 20 --render a.svg --force",
                                    "search connect4 -d 20 --time-limit 20 --compare pvs,mtdf"}) {
      const ProgramResult ended =
          run(words +
              " >said 2>&1 &\n"
              "for i in $(seq 1000); do [ -s tmp/*/tree.db ] && break; sleep 0.02; done\n" +
              signals + "; wait $!");
      EXPECT_EQ(ended.exit_code, 130) << words << signals;
      EXPECT_TRUE(std::filesystem::is_empty(folder_ / "tmp")) << words << signals;
    }
  }
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
           {"--verify --positions - --capture none", "are for one position"},
           {"-a pvs --compare minimax,alphabeta", "both searchers replace --algorithm; omit it"},
           {"--compare minimax+d1,pvs+d2", "both searchers replace --depth; omit it"},
           {"--table 1 --compare pvs+table1,pvs+table2", "both searchers replace --table"},
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
