// SPDX-License-Identifier: MIT
//
// Covers all commands that write files. `verify w.db --junit w.db --force`, `render w.svg -o
// w.svg`, `import x -o x` and `search --positions p -o p` destroyed their input, and --force
// replaced a trace that another process was recording. No command may write into its own input,
// whatever its name, or into a trace that is being recorded. A file replaced by --force stays until
// the new file exists.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Call = std::vector<std::string>;

class OwnInput : public ::testing::Test {
 protected:
  OwnInput() {
    run({"search", "tictactoe", "-d", "2", "-o", "run.db"}, 0);
    run({"verify", "run.db", "--certificate", "proof.txt"}, 0);
    EXPECT_EQ(shell("$PLYTRACE export run.db --to ndjson > run.ndjson", in()).exit_code, 0);
    write_file(folder_ / "positions.txt", "start\n");
    for (const std::string file : {"run.db", "proof.txt", "run.ndjson", "positions.txt"}) {
      fs::create_symlink(file, folder_ / ("link." + file));
      fs::create_hard_link(folder_ / file, folder_ / ("same." + file));
    }
  }
  std::string in() const { return folder_.path().string(); }

  ProgramResult run(const Call& call, int exit_code) const {
    const ProgramResult result = plytrace(call, in());
    EXPECT_EQ(result.exit_code, exit_code) << ::testing::PrintToString(call) << "\n"
                                           << result.out << result.err;
    return result;
  }
  // Calls the command with each name of the input as its output.
  void expect_kept(const Call& call, const std::string& option, const std::string& input) const {
    const std::string before = read_file(folder_ / input);
    for (const std::string& name :
         {input, "./" + input, "link." + input, "same." + input, folder_ / input}) {
      Call whole = call;
      whole.insert(whole.end(), {option, name, "--force"});
      const ProgramResult result = run(whole, 2);
      EXPECT_THAT(result.err, HasSubstr("reads this file")) << name;
      EXPECT_EQ(result.out, "");
      EXPECT_EQ(read_file(folder_ / input), before) << ::testing::PrintToString(whole);
    }
  }
  const ScratchFolder folder_;
};

TEST_F(OwnInput, IsNotOverwrittenByAnyCommand) {
  expect_kept({"verify", "run.db"}, "--junit", "run.db");
  expect_kept({"verify", "run.db"}, "--certificate", "run.db");
  expect_kept({"verify", "run.db", "--reference", "proof.txt"}, "--junit", "proof.txt");
  expect_kept({"render", "run.db", "--to", "svg"}, "-o", "run.db");
  expect_kept({"import", "run.ndjson"}, "-o", "run.ndjson");
  expect_kept({"search", "tictactoe", "-d", "1", "--positions", "positions.txt"}, "-o",
              "positions.txt");
}

TEST_F(OwnInput, IsNotOverwrittenUnderTheNameOfAPicture) {
  fs::copy(folder_ / "run.db", folder_ / "tree.svg");
  const std::string before = read_file(folder_ / "tree.svg");
  run({"render", "tree.svg", "-o", "tree.svg", "--force"}, 2);
  run({"render", "run.db", "--against", "tree.svg", "-o", "tree.svg", "--force"}, 2);
  run({"report", "tree.svg", "-o", ".", "--force"}, 2);
  run({"report", "run.db", "tree.svg", "-o", ".", "--force"}, 2);
  EXPECT_EQ(read_file(folder_ / "tree.svg"), before);
  run({"render", "run.db", "-o", "run.db-wal", "--to", "svg", "--force"}, 2);
  EXPECT_FALSE(fs::exists(folder_ / "run.db-wal"));
}

// A baseline replaced its traces or, by --junit, itself; a search replaced the file of its
// position, and a picture the marks that it drew.
TEST_F(OwnInput, IsKnownToCommandsThatNameItInOtherWays) {
  const auto expect_same = [&](const Call& call, const std::string& file) {
    const std::string before = read_file(folder_ / file);
    EXPECT_THAT(run(call, 2).err, HasSubstr("this command reads")) << file;
    EXPECT_EQ(read_file(folder_ / file), before) << file;
  };
  fs::copy(folder_ / "run.db", folder_ / "trace.json");
  expect_same({"baseline", "save", ".", "trace.json", "--force"}, "trace.json");
  run({"baseline", "save", "base", "run.db"}, 0);
  for (const std::string file : {"run.db", "base/run.json"}) {
    expect_same({"baseline", "check", "base", "run.db", "--junit", file, "--force"}, file);
  }
  write_file(folder_ / "tree.txt", "[[3,12,8],[2,4,6]]");
  expect_same({"search", "tree", "--position", "tree.txt", "-o", "tree.txt", "--force"},
              "tree.txt");
  expect_same({"search", "tree", "--position", "tree.txt", "--compare", "minimax,pvs", "-o",
               "tree.txt", "--force"},
              "tree.txt");
  write_file(folder_ / "run.db.marks.json",
             R"({"marks":[{"node":1,"path":"/","text":"the root"}]})");
  expect_same({"render", "run.db", "--marks", "--to", "svg", "-o", "run.db.marks.json", "--force"},
              "run.db.marks.json");
  expect_same({"collect", "run.db", "-o", "run.db"}, "run.db");
  run({"collect", "run.db", "-o", "run.db-journal"}, 2);
  EXPECT_FALSE(fs::exists(folder_ / "run.db-journal"));
}

// A folder or a file named "-" was made.
TEST_F(OwnInput, StdoutIsNoFolder) {
  for (const Call& call :
       {Call{"export", "run.db", "--to", "csv", "--table", "node", "-o", "-"},
        Call{"baseline", "save", "-", "run.db"}, Call{"report", "run.db", "-o", "-"},
        Call{"collect", "run.db", "-o", "-"},
        Call{"suite", "tictactoe", "--positions", "positions.txt", "-o", "-"}}) {
    EXPECT_THAT(run(call, 2).err, HasSubstr("of that name is ./-"));
    EXPECT_FALSE(fs::exists(folder_ / "-"));
  }
}

TEST_F(OwnInput, FromStandardInputIsKeptToo) {
  const std::string before = read_file(folder_ / "run.ndjson");
  const ProgramResult result = shell("$PLYTRACE import - -o run.ndjson --force < run.ndjson", in());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(read_file(folder_ / "run.ndjson"), before);
}

TEST_F(OwnInput, OtherFilesAreReplaced) {
  run({"verify", "run.db", "--junit", "proof.txt", "--force"}, 0);
  EXPECT_THAT(read_file(folder_ / "proof.txt"), HasSubstr("<testsuites"));
  run({"import", "run.ndjson", "-o", "run.db", "--force"}, 0);
  run({"verify", "run.db"}, 0);
}

TEST_F(OwnInput, ATraceThatAnotherProcessRecordsIsLeftAlone) {
  const ProgramResult result = shell(
      "$PLYTRACE search connect4 -d 30 -o live.db -q > /dev/null & recorder=$!\n"
      "until $PLYTRACE info live.db > /dev/null 2>&1; do kill -0 $recorder || exit 1; sleep 0.02; "
      "done\n"
      "$PLYTRACE search tictactoe -d 1 -o live.db --force; echo search $?\n"
      "$PLYTRACE import run.ndjson -o live.db --force; echo import $?\n"
      "$PLYTRACE render run.db --to svg -o live.db --force; echo render $?\n"
      "$PLYTRACE render run.db --to svg -o live.db-wal --force; echo wal $?\n"
      "$PLYTRACE search tictactoe -d 1 -o live.db-wal --force; echo wal $?\n"
      "kill -INT $recorder; wait $recorder; echo recorder $?",
      in());
  EXPECT_EQ(result.out, "search 2\nimport 2\nrender 2\nwal 2\nwal 2\nrecorder 130\n") << result.err;
  EXPECT_THAT(result.err, HasSubstr("is recording it"));
  EXPECT_THAT(run({"info", "live.db"}, 0).out, HasSubstr("connectk"));
}

TEST_F(OwnInput, ARecordingThatWasKilledMayBeReplaced) {
  shell(
      "$PLYTRACE search connect4 -d 30 -o live.db -q > /dev/null & recorder=$!\n"
      "until $PLYTRACE info live.db > /dev/null 2>&1; do kill -0 $recorder || exit 1; sleep 0.02; "
      "done\n"
      "kill -KILL $recorder; wait $recorder",
      in());
  run({"search", "tictactoe", "-d", "1", "-o", "live.db", "--force"}, 0);
  run({"verify", "live.db"}, 0);
}

// `import --force` of lines that begin with an error removed the old trace and created none.
TEST_F(OwnInput, TheOldTraceIsThereUntilTheNewOneIs) {
  const std::string before = read_file(folder_ / "run.db");
  write_file(folder_ / "bad.ndjson", "{\"event\":\"leave\",\"value\":3}\n");
  const auto names = [&] {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  };
  const auto files = names();
  run({"import", "bad.ndjson", "-o", "run.db", "--force"}, 3);
  EXPECT_EQ(read_file(folder_ / "run.db"), before);
  // Not even an empty trace fits.
  const ProgramResult full =
      shell("ulimit -f 8; $PLYTRACE search tictactoe -d 2 -o run.db --force", in());
  EXPECT_EQ(full.exit_code, 5) << full.err;
  EXPECT_EQ(read_file(folder_ / "run.db"), before);
  EXPECT_EQ(names(), files);
  run({"import", "bad.ndjson", "-o", "none.db"}, 3);
  EXPECT_EQ(names(), files);
}

// The signal for a reached file size limit ended the program.
TEST_F(OwnInput, AFileAtItsLimitIsAFullDisk) {
  for (const std::string command : {"render run.db -o out.svg", "report run.db -o out"}) {
    const ProgramResult result = shell("ulimit -f 1; $PLYTRACE " + command, in());
    EXPECT_EQ(result.exit_code, 5) << command << ": " << result.err;
    EXPECT_NE(result.err, "") << command;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (!entry.is_regular_file()) continue;
      const std::string name = entry.path().filename().string();
      EXPECT_EQ(name.find("tmp"), std::string::npos) << command << " left " << name;
      EXPECT_NE(name, "out.svg");
    }
  }
}

}  // namespace
}  // namespace plytrace::test
