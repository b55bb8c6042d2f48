// SPDX-License-Identifier: MIT
//
// Covers the options of all commands: an option that would have no effect is refused, with a
// message that says which option it needs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

class IgnoredOptions : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run("search tictactoe -d 2 -q -o a.db").exit_code, 0);
    ASSERT_EQ(run("search tictactoe -d 2 -a pvs -q -o b.db").exit_code, 0);
    ASSERT_EQ(run("collect a.db -o a.sum").exit_code, 0);
  }
  ProgramResult run(const std::string& words) {
    return shell("$PLYTRACE " + words, folder_.path().string());
  }
  void expect_refused(const std::string& words, const std::string& message) {
    const ProgramResult result = run(words);
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_EQ(result.out, "") << words;
    EXPECT_THAT(result.err, HasSubstr(message)) << words;
  }
  ScratchFolder folder_;
};

TEST_F(IgnoredOptions, AreRefusedWithWhatTheyAreFor) {
  const std::vector<std::pair<std::string, std::string>> refused{
      {"render a.db --pass-b 1 -o y.svg", "--pass-b applies only with --beside or --against"},
      {"info a.db --lines 1", "--lines applies only with --follow"},
      {"info a.db --follow --digest", "--follow makes no use of --digest"},
      {"find a.db --index --ply 1", "--index makes no use of --ply"},
      {"hot a.db --force", "--force applies only with --render"},
      {"verify a.db --force", "--force applies only with --certificate or --junit"},
      {"verify a.db --oracle-nodes 5", "--oracle-nodes applies only with --oracle or --check"},
      {"verify --list-rules a.db", "--list-rules makes no use of trace"},
      {"verify --list-rules --strict", "--list-rules makes no use of --strict"},
      {"verify a.db --junit - --format json", "stdout cannot take both"},
      {"report a.db -o r --search-b 1", "--search-b applies only with trace2"},
      {"report a.db -o r --pass-b 1", "--pass-b applies only with trace2"},
      {"report a.db -o -", "is stdout"},
      {"why a.db /b2 --line --no-oracle", "--line makes no use of --no-oracle"},
      {"why a.db /b2 --line --oracle-nodes 9", "--line makes no use of --oracle-nodes"},
      {"why a.db /b2 --no-oracle --oracle-nodes 9", "--no-oracle makes no use of --oracle-nodes"},
      {"baseline save r a.db --nodes-tolerance 2",
       "--nodes-tolerance applies only to baseline check"},
      {"baseline save r a.db --limit 2", "--limit applies only to baseline check"},
      {"compare a.sum a.sum --baseline --moves san", "collections are compared with --baseline"},
      {"export a.db --to csv --max-nodes 3", "--max-nodes applies only with --to dot"},
      {"export a.db --to json --max-nodes 3", "--max-nodes applies only with --to dot"},
      {"export a.db --to ndjson --pass 1", "omit --pass"},
      {"export a.db --to json --table node", "--table applies only with --to csv"},
      {"export a.db --to csv --columns id", "--columns applies only with --table"},
      {"export a.db --to csv --table node --pass 1", "omit --search and --pass"},
      {"export a.db --to csv --table node --force", "--force applies only with --output"},
      {"export a.db --to tracefile --pass 1", "omit --pass"},
      {"render a.db -o y.svg --to pdf", "'y.svg' ends in .svg, and --to says pdf"},
      {"render a.db -o y.svg --dpi 99", "--dpi is for png, and this is svg"},
      {"render a.db -o y.html --dpi 99", "--dpi is for png"},
      {"render a.db --view icicle -o y.svg --dpi 99", "--dpi is for png"},
      {"render a.db --view icicle -o y.svg --unfold 2", "--unfold is for trees"},
      {"render a.db -o y.tex --steps --caption none", "omit --caption"},
      {"render a.db --against b.db -o y.svg --dpi 99", "--dpi is for png"},
      {"search tictactoe -d 1 --force", "--force applies only with --output"},
      {"search tictactoe -d 1 --capture none", "--capture applies only with --output"},
      {"search tictactoe -d 1 --seed 3", "--seed applies only with --ties"},
      {"play tictactoe -d 1 --what time", "--what applies only with --plot"},
      {"play tictactoe -d 1 --scale log", "--scale applies only with --plot"},
      {"play tictactoe -d 1 --force", "--force applies only with --output or --plot"},
      {"play tictactoe -d 1 -o - --format json", "stdout cannot take both"},
      {"explore a.db --answer traces --port 5", "excludes"},
  };
  for (const auto& [words, message] : refused) expect_refused(words, message);
}

TEST_F(IgnoredOptions, AreTakenWhereTheyDoWhatTheySay) {
  for (const std::string words :
       {"render a.db --against b.db -o y.svg --force -q", "report a.db b.db -o r --search-b 1 -q",
        "export a.db --to dot --max-nodes 3", "render a.db -o y.png --dpi 99 -q",
        "render a.db -o y.gv --to dot -q", "render a.db -o y.txt --to svg -q",
        "search tictactoe -d 1 -a minimax --ties random --seed 3",
        "verify --list-rules --format json", "explore a.db --answer traces"}) {
    const ProgramResult result = run(words);
    EXPECT_LE(result.exit_code, 1) << words << result.err;
    EXPECT_EQ(result.err, "") << words;
  }
}

// `render --tree FILE` took the file name for a tree.
TEST_F(IgnoredOptions, ATreeOrAPositionMayStandInAFile) {
  write_file(folder_ / "tree.json", "[[3, 12, 8],\n [2, 4, 6]]\n");
  write_file(folder_ / "start.txt", "X../.../... O\n");
  write_file(folder_ / "bad.json", "[[3,");
  const std::string tree = "'[[3,12,8],[2,4,6]]'";
  ASSERT_EQ(run("render --tree " + tree + " -o text.svg").exit_code, 0);
  const std::string expected = read_file(folder_ / "text.svg");
  for (const std::string words : {"render --tree tree.json -o f.svg --force",
                                  "render --tree - -o f.svg --force <tree.json"}) {
    const ProgramResult result = run(words);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(read_file(folder_ / "f.svg"), expected) << words;
  }
  EXPECT_EQ(run("render --tree - -a minimax --beside alphabeta -o b.svg <tree.json").exit_code, 0);
  EXPECT_EQ(run("perft tree --position tree.json -d 2").out,
            run("perft tree --position " + tree + " -d 2").out);
  EXPECT_EQ(run("perft tictactoe --position start.txt -d 2").out,
            run("perft tictactoe --position 'X../.../... O' -d 2").out);
  const ProgramResult bad = run("render --tree bad.json -o bad.svg");
  EXPECT_NE(bad.exit_code, 0);
  EXPECT_THAT(bad.err, HasSubstr("bad.json: "));
}

}  // namespace
}  // namespace plytrace::test
