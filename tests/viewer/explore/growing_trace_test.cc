// SPDX-License-Identifier: MIT
//
// Covers the panels of viewer/explore on a trace that is being recorded.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/viewer/explore/asking.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

TEST(GrowingTrace, IsFollowedUntilItsRecorderHasFinishedTheFile) {
  const ScratchFolder folder;
  const std::string trace = folder / "live.db";
  std::atomic<bool> has_ended = false;
  std::thread recorder([&] {
    // The search ends by itself after some seconds.
    const ProgramResult made = plytrace({"search", "connect4", "-d", "30", "-e", "ways",
                                         "--node-limit", "2000000", "-o", trace, "-q"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_EQ(made.err, "");
    has_ended = true;
  });
  Asker ask({trace});
  std::int64_t nodes = 0, times_grown = 0;
  while (!has_ended) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (!std::filesystem::exists(trace) ||
        sql_value(trace, "SELECT count(*) FROM sqlite_schema WHERE name = 'pass'") != "1" ||
        sql_value(trace, "SELECT count(*) FROM pass") == "0") {
      continue;
    }
    const json answer = ask("traces")["traces"][0];
    EXPECT_GE(answer["nodes"], nodes);
    times_grown += answer["growing"].get<bool>() && answer["nodes"] > nodes;
    nodes = answer["nodes"];
    if (nodes == 0) continue;
    const json row = ask("node?id=" + std::to_string(nodes))["node"];
    EXPECT_EQ(row["node"], nodes);
  }
  recorder.join();
  EXPECT_GE(times_grown, 2);
  const json answer = ask("traces")["traces"][0];
  EXPECT_EQ(answer["growing"], false);
  EXPECT_EQ(answer["nodes"], 2'000'000);
  // The explorer did not keep the recorder from closing its file.
  EXPECT_FALSE(std::filesystem::exists(trace + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(trace + "-journal"));
}

}  // namespace
}  // namespace plytrace::test
