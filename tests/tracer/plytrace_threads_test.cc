// SPDX-License-Identifier: MIT
//
// Covers tracer/emit/turn.h and the C interface: one stream per thread, and threads that share one
// stream.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "tests/tracer/api_support.h"
#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

TEST(PlytraceApi, OneStreamPerThreadInOneFile) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_trace* trace = plytrace_open(file.c_str(), nullptr);
  int nodes[3] = {};
  {
    std::vector<std::thread> threads;
    for (int& result : nodes) {
      threads.emplace_back([&result, trace] {
        plytrace_stream* stream = plytrace_open_stream(trace);
        Negamax engine(stream);
        engine.search(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 7, -1000, 1000, 1);
        result = engine.nodes;
        plytrace_close_stream(stream);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), nodes[0] + nodes[1] + nodes[2]);
  EXPECT_EQ(count(file, "SELECT count(*) FROM pass WHERE last - root + 1 = nodes"), 3);
}

// Four threads on one stream ended in SIGSEGV. Here the second thread calls while the first is
// certainly inside a call: the one that asks for a move's text.
TEST(PlytraceApi, TwoThreadsOnAStreamAreRefused) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_trace* const trace = plytrace_open(file.c_str(), nullptr);
  plytrace_stream* const stream = plytrace_open_stream(trace);
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.user = stream;
  search.move_text = [](plytrace_move, void* user) -> const char* {
    std::thread([user] {
      EXPECT_EQ(plytrace_enter(static_cast<plytrace_stream*>(user), 7, 0, 3, -9, 9), 0);
    }).join();
    return "the move of an event that is under way";
  };
  plytrace_begin_search(stream, &search);
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 3, -9, 9);
  EXPECT_EQ(plytrace_error(stream), nullptr);
  plytrace_leave(stream, plytrace_enter(stream, 1, 1, 2, -9, 9), 1);
  plytrace_leave(stream, root, 1);
  EXPECT_THAT(plytrace_error(stream), HasSubstr("open one for each thread"));
  EXPECT_EQ(plytrace_enter(stream, 1, 0, 3, -9, 9), 0);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file, "SELECT captured FROM search"), "[]");
  EXPECT_GE(count(file, "SELECT value FROM meta WHERE name = 'refused_events'"), 1);
}

// Two threads share a stream without synchronisation. If their calls overlap, they are refused; if
// not, the nesting is refused. Chance decides which, but the engine must continue.
TEST(PlytraceApi, TwoThreadsOnAStreamHarmNothing) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_trace* const trace = plytrace_open(file.c_str(), nullptr);
  plytrace_stream* const stream = plytrace_open_stream(trace);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([stream] {
      for (int event = 0; event < 2000; ++event) {
        const plytrace_node node = plytrace_enter(stream, 1, 0, 3, -9, 9);
        plytrace_note(stream, node, "name", "value");
        plytrace_leave(stream, node, 1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file, "PRAGMA integrity_check"), "ok");
}

// Calls from several threads in succession are allowed.
TEST(PlytraceApi, AStreamMayMoveBetweenThreads) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_trace* const trace = plytrace_open(file.c_str(), nullptr);
  plytrace_stream* const stream = plytrace_open_stream(trace);
  for (int i = 0; i < 20; ++i) {
    std::thread([stream] {
      plytrace_leave(stream, plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 3, -9, 9), 1);
    }).join();
    plytrace_leave(stream, plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 3, -9, 9), 1);
  }
  EXPECT_EQ(plytrace_error(stream), nullptr);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 40);
}

}  // namespace
}  // namespace plytrace::test
