// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/run_writer.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace plytrace::test {
namespace {

using writer::PageRun;
using writer::RunWriter;

PageRun run_of(std::uint8_t byte) {
  PageRun run;
  run.bytes = std::make_unique<std::uint8_t[]>(1);
  run.bytes[0] = byte;
  run.first = byte;
  run.pages = 1;
  return run;
}

// In a thread of its own, or in the one that hands them in.
class RunWriterTest : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(ThreadOrNot, RunWriterTest, testing::Bool());

TEST_P(RunWriterTest, WritesAllRunsInTheirOrderUntilItIsWaitedFor) {
  std::vector<std::uint32_t> written;
  std::set<std::thread::id> writers;
  const auto write = [&](const PageRun& run) {
    EXPECT_EQ(run.bytes[0], run.first);
    written.push_back(run.first);
    writers.insert(std::this_thread::get_id());
    return Status::ok();
  };
  RunWriter runs(write, GetParam());
  std::vector<std::uint32_t> expected;
  PageRun run = run_of(0);
  for (std::uint8_t i = 0; i < 100; ++i) {
    run.bytes[0] = i;
    run.first = i;
    run.pages = 1;
    expected.push_back(i);
    ASSERT_TRUE(runs.hand_in(run, 1).is_ok());
    EXPECT_EQ(run.pages, 0U);
    ASSERT_NE(run.bytes, nullptr);
  }
  EXPECT_TRUE(runs.wait().is_ok());
  EXPECT_EQ(written, expected);
  EXPECT_EQ(writers.size(), 1U);
  EXPECT_EQ(writers.contains(std::this_thread::get_id()), !GetParam());
}

TEST_P(RunWriterTest, WritesNothingBehindTheFirstFailureAndKeepsIt) {
  int written = 0;
  const auto write = [&](const PageRun& run) {
    ++written;
    return run.first == 2 ? Status::environment("full") : Status::ok();
  };
  RunWriter runs(write, GetParam());
  for (std::uint8_t i = 0; i < 20; ++i) {
    PageRun run = run_of(i);
    (void)runs.hand_in(run, 1);
  }
  EXPECT_EQ(runs.wait().message(), "full");
  EXPECT_EQ(written, 3);
  PageRun late = run_of(20);
  EXPECT_EQ(runs.hand_in(late, 1).message(), "full");
}

TEST_P(RunWriterTest, WhatWasHandedInIsWrittenBeforeItEnds) {
  int written = 0;
  {
    const auto write = [&](const PageRun&) {
      ++written;
      return Status::ok();
    };
    RunWriter runs(write, GetParam());
    PageRun run = run_of(1);
    EXPECT_TRUE(runs.hand_in(run, 1).is_ok());
  }
  EXPECT_EQ(written, 1);
}

}  // namespace
}  // namespace plytrace::test
