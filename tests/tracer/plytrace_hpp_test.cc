// SPDX-License-Identifier: MIT
//
// Covers tracer/include/plytrace/plytrace.hpp: what its short calls write, and that an engine
// gets an error if its trace cannot be created.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <plytrace/plytrace.hpp>

#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

// A solver that probes its table, knows static bounds and cuts by them; each short call occurs
// once.
TEST(PlytraceHpp, ShortCallsSayWhatTheStructuresWouldSay) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  {
    api::Trace trace(file);
    api::Stream stream = trace.stream();
    plytrace_search search = PLYTRACE_SEARCH_INIT;
    search.scores = PLYTRACE_SIDE_TO_MOVE;
    stream.begin_search(search);
    auto root = stream.enter(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 2, -9, 9);
    {
      auto known = stream.enter(1, PLYTRACE_MIN, 1, -9, 9);
      EXPECT_EQ(known.leave_leaf(PLYTRACE_KNOWN, -4, PLYTRACE_UPPER), -4);
    }
    root.bound(4, 9);
    {
      auto stored = stream.enter(2, PLYTRACE_MIN, 1, -9, -4);
      stored.cutoff_by(PLYTRACE_BY_NULL_MOVE, PLYTRACE_CUT_BETA, -3, -9, -4, 5);
      stored.store(77, -3, PLYTRACE_LOWER, 1, 6);
      stored.leave(-3);
    }
    {
      auto answered = stream.enter(3, PLYTRACE_MIN, 1, -9, -4);
      answered.probe(77, -3, PLYTRACE_LOWER, PLYTRACE_ANSWERED, 1, 1);
      answered.leave_leaf(PLYTRACE_TABLE, -3, PLYTRACE_LOWER);
    }
    {
      // In the order that a wrapped search uses.
      auto wrapped = stream.enter(4, PLYTRACE_MIN, 1, -9, -4);
      wrapped.is(PLYTRACE_TERMINAL);
      wrapped.is(PLYTRACE_KNOWN, PLYTRACE_LOWER);
      EXPECT_EQ(api::Node(std::move(wrapped)).leave(-2), -2);
    }
    root.leave(4);
    stream.end_search(4);
    EXPECT_EQ(stream.error(), "");
  }
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(kind || ' ' || ifnull(bound, '-'), ', ') "
                      "FROM (SELECT kind, bound FROM node_text WHERE ply = 1 ORDER BY id)"),
            "known lower, interior -, table upper, known upper");
  EXPECT_EQ(
      sql_value(file, "SELECT kind || ' ' || cause || ' ' || value || ' ' || skipped FROM cutoff"),
      "0 6 3.0 5");
  EXPECT_EQ(sql_value(file, "SELECT depth || ' ' || bound || ' ' || value FROM table_store"),
            "1 2 3.0");
  EXPECT_EQ(sql_value(file,
                      "SELECT key || ' ' || depth || ' ' || stored_by || ' ' || stored_depth "
                      "|| ' ' || bound || ' ' || used FROM table_probe"),
            "77 1 3 1 2 3");
  EXPECT_EQ(sql_value(file, "SELECT value || ' ' || lower || ' ' || upper FROM search"),
            "4.0 4.0 4.0");
}

// A trace made with getenv() as its path ended an engine that was started without the variable.
TEST(PlytraceHpp, WithoutTheVariableNothingIsRecorded) {
  ASSERT_EQ(std::getenv("PLYTRACE_NOT_SET"), nullptr);
  unsetenv("PLYTRACE");
  ::testing::internal::CaptureStderr();
  api::Trace trace(std::getenv("PLYTRACE_NOT_SET"));
  EXPECT_FALSE(trace.stream());
  EXPECT_EQ(trace.error() + ::testing::internal::GetCapturedStderr(), "");
}

// The engine continues; without a message, somebody could take an old file for this run's trace.
TEST(PlytraceHpp, ATraceThatCannotBeMadeIsReportedOnce) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  write_file(file, "something else");
  for (const int quiet : {0, 1}) {
    plytrace_options options = PLYTRACE_OPTIONS_INIT;
    options.quiet = quiet;
    ::testing::internal::CaptureStderr();
    api::Trace trace(file, options);
    const std::string said = ::testing::internal::GetCapturedStderr();
    EXPECT_FALSE(trace.stream());
    EXPECT_NE(trace.error(), "");
    EXPECT_EQ(said, quiet ? "" : "plytrace: nothing is recorded: " + trace.error() + "\n");
  }
}

}  // namespace
}  // namespace plytrace::test
