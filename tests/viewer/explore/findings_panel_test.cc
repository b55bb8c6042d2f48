// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viewer/explore/asking.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

TEST(FindingsPanel, FindsWhatVerifyFinds) {
  const ScratchFolder folder;
  const std::string trace =
      searched(folder, "a.db", {"connect4", "-d", "5", "--iterative", "--table", "1"});
  Asker ask({trace});
  EXPECT_EQ(ask("findings")["state"], "none");
  json answer = ended(ask, "findings");
  EXPECT_EQ(answer["verdict"], "verified");
  EXPECT_EQ(answer["results"][0]["findings_total"], 0);
  // The result is kept until a new one is requested.
  sql(trace, "UPDATE node SET value = value + 1000 WHERE kind = 1 AND id % 50 = 0");
  EXPECT_EQ(ask("findings")["verdict"], "verified");
  answer = ended(ask, "findings");
  const json told =
      parse_json(plytrace({"verify", trace, "--max-findings", "200", "--format", "json"}).out);
  EXPECT_EQ(answer["verdict"], "refuted");
  ASSERT_GT(told["results"][0]["findings"].size(), 3U);
  EXPECT_EQ(answer["results"], told["results"]);
  // The panel listed findings but not their effect on the root.
  ASSERT_EQ(answer["effects"].size(), 2U);
  EXPECT_EQ(answer["effects"][0]["search"], 1);
  EXPECT_THAT(answer["effects"][0]["text"].get<std::string>(), testing::StartsWith("with all "));
  EXPECT_THAT(answer["effects"][1]["text"].get<std::string>(), testing::StartsWith("of "));
}

// The panel called a trace without a search verified, for want of findings.
TEST(FindingsPanel, ATraceWithoutASearchIsNotVerified) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"tictactoe", "-d", "2"});
  sql(trace, "DELETE FROM search");
  const ProgramResult told = plytrace({"verify", trace});
  EXPECT_EQ(told.exit_code, 3) << told.out;
  Asker ask({trace});
  ask.ask("findings?start=1");
  explore::Response answer = ask.ask("findings");
  while (answer.body.find("running") != std::string::npos) answer = ask.ask("findings");
  EXPECT_EQ(told.err, "plytrace: " + parse_json(answer.body).value("error", "") + "\n");
}

// The job's thread is stopped and joined when the explorer ends.
TEST(FindingsPanel, AJobEndsWithWhoAskedForIt) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "9", "--table", "1"});
  Asker ask({trace});
  ask("findings?start=1");
}

}  // namespace
}  // namespace plytrace::test
