// SPDX-License-Identifier: MIT
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
  EXPECT_EQ(answer["total"], 0);
  // What was found is kept until it is asked for anew.
  sql(trace, "UPDATE node SET value = value + 1000 WHERE kind = 1 AND id % 50 = 0");
  EXPECT_EQ(ask("findings")["verdict"], "verified");
  answer = ended(ask, "findings");
  const json told = parse_json(
      plytrace({"verify", trace, "--max-findings", "200", "--format", "json"}).out)["results"][0];
  EXPECT_EQ(answer["verdict"], "refuted");
  EXPECT_EQ(answer["total"], told["findings_total"]);
  ASSERT_GT(told["findings"].size(), 3U);
  ASSERT_EQ(answer["findings"].size(), told["findings"].size());
  for (std::size_t i = 0; i < told["findings"].size(); ++i) {
    for (const char* name : {"check", "rule", "node", "path", "pass", "expected", "actual"}) {
      EXPECT_EQ(answer["findings"][i][name], told["findings"][i][name]) << name;
    }
    EXPECT_EQ(answer["findings"][i]["text"], told["findings"][i]["message"]);
  }
}

// The thread is told to stop, and waited for.
TEST(FindingsPanel, AJobEndsWithWhoAskedForIt) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "9", "--table", "1"});
  Asker ask({trace});
  ask("findings?start=1");
}

}  // namespace
}  // namespace plytrace::test
