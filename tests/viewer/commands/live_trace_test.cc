// SPDX-License-Identifier: MIT
//
// Covers all commands that read a trace, during its recording and after its recorder was killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;

// Starts a search that would take hours, waits until the file has rows, runs `meanwhile` beside it,
// and kills the recorder.
ProgramResult kill_recording(const std::string& folder, const std::string& meanwhile) {
  return shell(
      "$PLYTRACE search connect4 -d 30 -o live.db -q >/dev/null 2>&1 & recorder=$!\n"
      "for i in $(seq 300); do\n"
      "  if [ -e live.db ] && [ \"$($PLYTRACE sql live.db 'SELECT count(*) > 1000 FROM node' "
      "--format csv 2>/dev/null | tail -1)\" = 1 ]; then break; fi\n"
      "  sleep 0.1\n"
      "done\n" +
          meanwhile + "\n{ kill -9 $recorder; wait $recorder; } 2>/dev/null",  // no message of bash
      folder);
}

TEST(LiveTrace, CanBeAskedWhileItGrowsAndAfterItsRecorderWasKilled) {
  const ScratchFolder folder;
  const ProgramResult live =
      kill_recording(folder.path().string(),
                     "$PLYTRACE info live.db --format json && $PLYTRACE log live.db "
                     "--max-lines 5 && $PLYTRACE show live.db / && $PLYTRACE pv live.db");
  EXPECT_EQ(live.err, "");
  EXPECT_THAT(live.out, HasSubstr("\"state\": \"unfinished\""));
  EXPECT_THAT(live.out, HasSubstr("open, no value yet"));
  EXPECT_THAT(live.out, HasSubstr("was never left"));

  const std::string file = folder / "live.db";
  const ProgramResult info = plytrace({"info", file});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  EXPECT_THAT(info.out, HasSubstr("UNFINISHED"));
  EXPECT_THAT(info.out, HasSubstr("search 1 is not finished"));
  EXPECT_EQ(plytrace({"log", file, "--max-lines", "50"}).exit_code, 0);
  EXPECT_EQ(plytrace({"show", file, "/a"}).exit_code, 0);
  // The file has the open path, from the root to where the search was.
  const ProgramResult open =
      plytrace({"sql", file, "SELECT count(*) FROM node WHERE last IS NULL", "--format", "csv"});
  EXPECT_THAT(open.out, testing::MatchesRegex("count[^\n]*\n[1-9][0-9]*\n"));
}

TEST(LiveTrace, WatchCountsUpAndEndsWithTheRecording) {
  const ScratchFolder folder;
  const ProgramResult live =
      kill_recording(folder.path().string(),
                     "$PLYTRACE info live.db --follow --lines 3 --interval 0.3 --format json; "
                     "$PLYTRACE info live.db --follow --lines 1");
  EXPECT_EQ(live.err, "");
  std::istringstream lines(live.out);
  std::string line;
  std::int64_t nodes = 0;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(std::getline(lines, line));
    const auto sample = parse_json(line);
    EXPECT_EQ(sample["recording"], true);
    EXPECT_EQ(sample["status"], "running");
    EXPECT_GE(sample["nodes"], nodes);
    EXPECT_GT(sample["path"].get<std::string>().size(), 3U);
    nodes = sample["nodes"];
  }
  EXPECT_GT(nodes, 1000);
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_THAT(line, HasSubstr(", at /"));

  const std::string done = folder / "done.db";
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "3", "-o", done}).exit_code, 0);
  const ProgramResult finished = plytrace({"info", done, "--follow"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_THAT(finished.out, HasSubstr("; finished, value "));
  EXPECT_EQ(std::count(finished.out.begin(), finished.out.end(), '\n'), 1);
}

}  // namespace
}  // namespace plytrace::test
