// SPDX-License-Identifier: MIT
//
// Covers docs/fleet.md: the parts of a suite (suite --part), the digest of a collection, traces on
// a file system without locks, which failing_io.c simulates, and scripts/fleet, which mounts such
// file systems by FUSE.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <sstream>

#include "tests/test_support.h"
#include "tests/this_build.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

class Fleet : public ::testing::Test {
 protected:
  void SetUp() override { write_file(folder_ / "p.txt", "start\n4453\n44\n123\n7\n1122\n35353\n"); }
  ProgramResult run(const std::string& command) { return shell(command, folder_.path().string()); }
  // 7 positions, two searchers and three depths: 42 searches.
  ProgramResult suite(const std::string& words) {
    return run(
        "$PLYTRACE suite connect4 -q --positions p.txt --with minimax --with pvs --depths 1..3 " +
        words);
  }
  // The rows of tables without headings, times and traces.
  std::vector<std::string> rows(const std::string& tables) {
    std::istringstream text(
        run("cat " + tables +
            " | sed -E '/^position,/d; s/,[0-9]+[.][0-9]{6},finished,[^,]*,[0-9]*,/,T,/'")
            .out);
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  }
  std::string digest(const std::string& inputs, const std::string& collection) {
    const auto answer =
        parse_json(run("$PLYTRACE collect " + inputs + " -o " + collection + " --format json").out);
    return answer["digest"].is_string() ? answer["digest"].get<std::string>() : "none";
  }
  // Runs a command for which each lock of a file in the folder `net` fails.
  ProgramResult without_locks(const std::string& command, int code) {
    return run(
        "LD_PRELOAD='" + test_binary("plytrace_failing_io.so") +
        "' PLYTRACE_FAILING=lock PLYTRACE_FAILS=1 PLYTRACE_FAILS_ON=1 PLYTRACE_FAILS_AT=/net/ "
        "PLYTRACE_FAILS_WITH=" +
        std::to_string(code) + " $PLYTRACE " + command);
  }

  ScratchFolder folder_;
};

// The simulation cannot be loaded into a program with a sanitizer, which runs quick tests only.
using SlowFleet = Fleet;

TEST_F(Fleet, ThePartsAreTheSuite) {
  ASSERT_EQ(suite("-o whole --record full --verify").exit_code, 0);
  const auto whole = rows("whole/suite.csv");
  ASSERT_EQ(whole.size(), 42U);
  const std::string expected = digest("whole", "whole.sum");
  for (const int parts : {1, 2, 5, 42, 50}) {
    const std::string folder = "parts" + std::to_string(parts);
    std::string tables;
    for (int i = 1; i <= parts; ++i) {
      const std::string part = folder + "/" + std::to_string(i);
      ASSERT_EQ(suite("--record full --verify --part " + std::to_string(i) + "/" +
                      std::to_string(parts) + " -o " + part)
                    .exit_code,
                0);
      tables += " " + part + "/suite.csv";
    }
    EXPECT_EQ(rows(tables), whole) << parts;
    EXPECT_EQ(digest(folder, folder + ".sum"), expected) << parts;
  }
}

TEST_F(Fleet, PartsInOneFolderAddUpToTheSuite) {
  ASSERT_EQ(suite("-o whole --record full").exit_code, 0);
  for (const std::string part : {"3/4", "1/4", "2/4", "1/4", "4/4"}) {
    ASSERT_EQ(suite("-o out --record full --part " + part).exit_code, 0);
  }
  EXPECT_EQ(digest("out", "out.sum"), digest("whole", "whole.sum"));
  const auto all = parse_json(suite("-o out --record full --format json").out);
  EXPECT_EQ(all["reused"], 42);
  EXPECT_EQ(rows("out/suite.csv"), rows("whole/suite.csv"));
}

TEST_F(Fleet, AWrongPartIsRefused) {
  for (const std::string part : {"0/3", "4/3", "3", "/3", "3/", "1/3x", "-1/3", "1/0", "a/b"}) {
    const ProgramResult refused = suite("--part " + part);
    EXPECT_EQ(refused.exit_code, 2) << part;
    EXPECT_THAT(refused.err, HasSubstr("--part: '" + part + "' is not a part")) << part;
  }
  EXPECT_EQ(suite("--part 1/100").out, "no searches\n");
}

TEST_F(Fleet, ADigestOfSearchesDoesNotDependOnTheFiles) {
  ASSERT_EQ(suite("-o whole --record full").exit_code, 0);
  ASSERT_EQ(run("$PLYTRACE search connect4 -d 3 -q -o other.db").exit_code, 0);
  const std::string expected = digest("whole other.db", "a.sum");
  ASSERT_EQ(run("mkdir moved && cp whole/000001.db moved/x.db").exit_code, 0);
  EXPECT_EQ(digest("other.db moved", "b.sum"), expected);
  EXPECT_EQ(digest("a.sum", "c.sum"), expected);
  EXPECT_NE(digest("whole", "d.sum"), expected);
  sql(folder_ / "whole/000001.db", "UPDATE node SET value = value + 1 WHERE id = 100");
  EXPECT_NE(digest("whole other.db", "a.sum"), expected);
  EXPECT_THAT(run("$PLYTRACE collect whole -o d.sum").out, HasSubstr("\ndigest       s1-"));
}

// Traces that were copied to a file system without locks could not be read: "disk I/O error".
TEST_F(SlowFleet, TracesAreReadWithoutLocks) {
  ASSERT_EQ(suite("-o net --record full").exit_code, 0);
  ASSERT_EQ(run("$PLYTRACE search connect4 -d 6 -q -o net/long.db").exit_code, 0);
  ASSERT_EQ(run("$PLYTRACE collect net -o net/all.sum").exit_code, 0);
  for (const int code : {ENOSYS, EOPNOTSUPP}) {
    for (const std::string command :
         {"verify net/long.db net/000001.db", "stats net/long.db", "export net/long.db --to ndjson",
          "compare net/all.sum net/all.sum --baseline"}) {
      const ProgramResult found = without_locks(command, code);
      EXPECT_EQ(found.exit_code, 0) << command << found.err;
      EXPECT_EQ(found.out, run("$PLYTRACE " + command).out) << command;
    }
    for (const std::string input : {"net/000001.db net/long.db", "net/all.sum"}) {
      EXPECT_EQ(without_locks("collect " + input + " -o copy.sum", code).exit_code, 0);
      EXPECT_EQ(digest("copy.sum", "again.sum"), digest("net/all.sum", "again2.sum"));
      ASSERT_EQ(run("rm *.sum").exit_code, 0);
    }
    EXPECT_EQ(
        without_locks("suite connect4 --positions p.txt --depths 1 -o net/t.csv", code).exit_code,
        0);
  }
  // SQLite takes ENOLCK for a lock of another program, and waits for five seconds.
  EXPECT_EQ(without_locks("stats net/long.db", ENOLCK).exit_code, 0);
  // A lock that fails for another reason is a fault.
  EXPECT_EQ(without_locks("stats net/long.db", EIO).exit_code, 5);
}

// The messages asked for disk space, and collect took its own empty file for another program's.
TEST_F(SlowFleet, NothingIsRecordedWithoutLocks) {
  ASSERT_EQ(run("mkdir net && $PLYTRACE search connect4 -d 2 -q -o a.db").exit_code, 0);
  for (const int code : {ENOSYS, EOPNOTSUPP}) {
    for (const std::string command :
         {"search connect4 -d 2 -o net/x.db", "merge a.db -o net/x.db", "collect a.db -o net/x.sum",
          "suite connect4 --positions p.txt --depths 1 --record full -o net/out"}) {
      const ProgramResult refused = without_locks(command, code);
      EXPECT_EQ(refused.exit_code, 5) << command;
      EXPECT_THAT(refused.err, HasSubstr("the file system has no locks")) << command;
    }
  }
  // SQLite takes ENOLCK for a lock of another program, and waits a while. collect waited a minute.
  for (const std::string command :
       {"search connect4 -d 2 -o net/x.db", "collect a.db -o net/x.sum"})
    EXPECT_THAT(without_locks(command, ENOLCK).err, HasSubstr("the file system has no locks"));
  EXPECT_EQ(run("ls net").out, "out\n");  // the folder of the suite
}

// The commands of the page, by GNU parallel and, where Slurm is installed, on a cluster of this
// machine.
TEST(HeavyFleet, TasksEndWithTheCollectionOfOneRun) {
  const ProgramResult fleet =
      shell("'" + source_path("scripts/fleet") + "' \"$(realpath \"$PLYTRACE\")\"", "/");
  EXPECT_EQ(fleet.exit_code, 0) << fleet.out << fleet.err;
  EXPECT_THAT(fleet.out, HasSubstr("All runs end with the same collection"));
}

}  // namespace
}  // namespace plytrace::test
