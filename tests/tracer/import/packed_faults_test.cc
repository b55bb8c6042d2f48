// SPDX-License-Identifier: MIT
//
// Faults while plytrace_emit.h records (hostile_engine.c): the engine goes on, no other file is
// touched, and what was recorded can be imported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class PackedFaults : public ::testing::Test {
 protected:
  ProgramResult run(const std::string& command) {
    return shell("ENGINE='" + test_binary("plytrace_hostile_engine") + "'\n" + command,
                 folder_.path().string());
  }
  std::string statuses(const char* trace) {
    return sql_value(folder_ / trace,
                     "SELECT group_concat(status || ' ' || nodes, ', ') FROM search");
  }

  const ScratchFolder folder_;
};

// Blocks went into a file that the engine had opened with the number of ours, which plytrace_close
// closed then.
TEST_F(PackedFaults, AnEngineThatClosesOurDescriptorKeepsItsFiles) {
  for (const char* const file : {"c.plt", "c.ndjson"}) {
    const ProgramResult result = run(std::string("\"$ENGINE\" ") + file + " closes");
    EXPECT_EQ(result.out, std::string("-1 ") + file +
                              ": the engine has closed the descriptor of this file\n5\n");
    EXPECT_EQ(read_file(folder_ / "victim.txt"), "precious\nmore\n");
  }
}

// SIGXFSZ killed the engine.
TEST_F(PackedFaults, ALimitOfTheFileSizeEndsOnlyTheRecording) {
  for (const char* const file : {"c.plt", "c.ndjson"}) {
    const ProgramResult result =
        run(std::string("\"$ENGINE\" ") + file + " limit; \"$PLYTRACE\" import " + file + " -o " +
            file + ".db");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, StartsWith(std::string("-1 ") + file + ": cannot be written"));
    EXPECT_THAT(statuses((std::string(file) + ".db").c_str()), StartsWith("interrupted "));
  }
}

// plytrace_close returned 0 in the child, as if the child had a trace.
TEST_F(PackedFaults, TheChildOfAForkIsToldWhoseTraceItIs) {
  const ProgramResult result =
      run("\"$ENGINE\" c.plt forks; \"$PLYTRACE\" import c.plt -o c.db --quiet");
  EXPECT_THAT(result.out, StartsWith("-1 c.plt: the trace belongs to the process that this one was "
                                     "forked from, which goes on recording; open another one here\n"
                                     "no stream\n0 no error\n"));
  EXPECT_EQ(statuses("c.db"), "finished 20001");
}

// The first signal during a write to a pipe ended the recording.
TEST_F(PackedFaults, SignalsInterruptNoWrite) {
  const ProgramResult result = run(
      "mkfifo pipe; { sleep 0.5; cat; } < pipe > c.plt & PLYTRACE_READER=$!\n"
      "\"$ENGINE\" pipe alarm; wait $PLYTRACE_READER; \"$PLYTRACE\" import c.plt -o c.db --quiet");
  EXPECT_THAT(result.out, StartsWith("0 no error\n"));
  EXPECT_EQ(statuses("c.db"), "finished 20001");
}

// A killed engine leaves a part of a line. What the next run added could not be imported, and the
// search counted as finished.
TEST_F(PackedFaults, ARunIsAddedBehindACutLine) {
  const ProgramResult result =
      run("\"$ENGINE\" c.ndjson killed; head -c -9 c.ndjson > d.ndjson; cp d.ndjson e.ndjson\n"
          "\"$ENGINE\" d.ndjson appends; \"$ENGINE\" d.ndjson appends\n"
          "for i in d e; do \"$PLYTRACE\" import $i.ndjson -o $i.db; done");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(statuses("d.db"), "interrupted 12, finished 21, finished 21");
  EXPECT_EQ(statuses("e.db"), "interrupted 12");
  EXPECT_THAT(result.err, HasSubstr("d.ndjson:26: the line is cut, as a killed engine leaves it"));
  EXPECT_THAT(result.err, HasSubstr("e.ndjson: 1 stream was not closed"));
}

// The ring remembered 4,096 nodes of the open path. Deeper nodes lay below the last of these.
TEST_F(PackedFaults, ARingRemembersADeepPath) {
  const ProgramResult result =
      run("\"$ENGINE\" c.plt deep; \"$PLYTRACE\" import c.plt -o c.db --quiet");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(
      sql_value(folder_ / "c.db",
                "SELECT count(*) || ' ' || sum(ply) FROM node WHERE ifnull(parent, 0) = id - 1 "
                "AND value IS NOT NULL"),
      "20000 199990000");
}

}  // namespace
}  // namespace plytrace::test
