// SPDX-License-Identifier: MIT
//
// Covers tracer/include/plytrace/plytrace.hpp: what its short calls write, and that an engine
// gets an error if its trace cannot be created.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

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
      EXPECT_EQ(stored.cutoff_by(PLYTRACE_BY_NULL_MOVE, PLYTRACE_CUT_BETA, -3, -9, -4, 5), -3);
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
    EXPECT_EQ(stream.visit(5, PLYTRACE_OTHER_SIDE, 1, -9, -4,
                           [](auto& node) { return node.leave_leaf(PLYTRACE_DRAW, 0); }),
              0);
    root.leave(4);
    stream.end_search(4);
    EXPECT_EQ(stream.error(), "");
  }
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(kind || ' ' || ifnull(bound, '-'), ', ') "
                      "FROM (SELECT kind, bound FROM node_text WHERE ply = 1 ORDER BY id)"),
            "known lower, interior -, table upper, known upper, draw -");
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

// An answer of the table and a window narrowed by it take one line each, and leave the same rows as
// a probe with what follows it. A wrapper may leave a node that its search has left.
TEST(PlytraceHpp, OneCallReportsAnEntryAndItsUse) {
  const ScratchFolder folder;
  const auto rows_of = [&](const std::string& name, bool is_short) {
    const std::string file = folder / name;
    {
      api::Trace trace(file);
      api::Stream stream = trace.stream();
      stream.begin_search(PLYTRACE_SIDE_TO_MOVE, "usual");
      auto root = stream.enter(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 3, -9, 9);
      if (is_short) {
        root.narrow(78, 2, PLYTRACE_LOWER, 2, 9, 4, 3);
      } else {
        root.probe(78, 2, PLYTRACE_LOWER, PLYTRACE_NARROWED, 4, 3);
        root.bound(2, 9, PLYTRACE_BY_TABLE);
      }
      {
        auto child = stream.enter(2, PLYTRACE_MIN, 2, -9, -2);
        if (is_short) {
          EXPECT_EQ(child.answer(77, -1, PLYTRACE_LOWER, 3, 2), -1);
          EXPECT_EQ(child.leave(-1), -1);
        } else {
          child.probe(77, -1, PLYTRACE_LOWER, PLYTRACE_ANSWERED, 3, 2);
          child.leave_leaf(PLYTRACE_TABLE, -1, PLYTRACE_LOWER);
        }
      }
      root.leave(2);
      stream.end_search(2);
      EXPECT_EQ(stream.error(), "");
    }
    std::string rows;
    for (const char* const query :
         {"SELECT group_concat(id || ' ' || kind || ' ' || ifnull(bound, '-') || ' ' || value, ', "
          "') "
          "FROM node_text",
          "SELECT group_concat(node || ' ' || key || ' ' || bound || ' ' || value || ' ' || used "
          "|| ' ' || stored_depth || ' ' || depth, ', ') FROM table_probe_text",
          "SELECT group_concat(node || ' ' || cause || ' ' || alpha || ' ' || beta) "
          "FROM bound_update_text",
          "SELECT captured || ' ' || perspective FROM search"}) {
      rows += sql_value(file, query) + '\n';
    }
    return rows;
  };
  const std::string rows = rows_of("short.db", true);
  EXPECT_EQ(rows, R"(1 interior - 2.0, 2 table upper 1.0
1 78 lower 2.0 narrowed 4 3, 2 77 upper 1.0 answered 3 2
1 table 2.0 9.0
["windows","bounds","cutoffs","roles","scores","probes","stores"] side
)");
  EXPECT_EQ(rows_of("long.db", false), rows);
}

// A search that ended by an exception between two passes looked finished.
TEST(PlytraceHpp, AnExceptionInterruptsTheSearch) {
  const ScratchFolder folder;
  const auto iterate = [](api::Stream& stream) {
    stream.begin_search(PLYTRACE_SIDE_TO_MOVE);
    stream.begin_pass(PLYTRACE_ITERATION, 1, -9, 9);
    stream.enter(PLYTRACE_NO_MOVE, PLYTRACE_OTHER_SIDE, 1, -9, 9).leave(2);
    stream.end_pass();
    throw std::runtime_error("the clock failed");
  };
  // A stream beside its trace, one that outlives it, and one without a trace of its own.
  EXPECT_THROW(
      {
        api::Trace trace(folder / "both.db");
        api::Stream stream = trace.stream();
        iterate(stream);
      },
      std::runtime_error);
  api::Stream outer;
  EXPECT_THROW(
      {
        api::Trace trace(folder / "outer.db");
        outer = trace.stream();
        iterate(outer);
      },
      std::runtime_error);
  outer.close();
  EXPECT_THROW(
      {
        const std::string file = folder / "start.db";
        api::Stream stream = api::start(PLYTRACE_SIDE_TO_MOVE, nullptr, file.c_str());
        stream.end_search(1.0);
        iterate(stream);
      },
      std::runtime_error);
  EXPECT_EQ(sql_value(folder / "both.db", "SELECT group_concat(status) FROM search"),
            "interrupted");
  EXPECT_EQ(sql_value(folder / "outer.db", "SELECT group_concat(status) FROM search"),
            "interrupted");
  EXPECT_EQ(sql_value(folder / "start.db", "SELECT group_concat(status) FROM search"),
            "finished,interrupted");
  // A trace that is made and closed while an exception is under way is not meant.
  struct AtUnwinding {
    std::string path;
    ~AtUnwinding() {
      api::Stream stream = api::start(PLYTRACE_SIDE_TO_MOVE, nullptr, path.c_str());
      stream.enter(PLYTRACE_NO_MOVE, PLYTRACE_OTHER_SIDE, 1, -9, 9).leave(2);
      EXPECT_EQ(stream.finish(2), 2);
    }
  };
  EXPECT_THROW(
      {
        const AtUnwinding recorder{folder / "in.db"};
        throw std::runtime_error("another one");
      },
      std::runtime_error);
  EXPECT_EQ(sql_value(folder / "in.db", "SELECT group_concat(status) FROM search"), "finished");
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
