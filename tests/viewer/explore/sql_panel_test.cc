// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/viewer/explore/asking.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

TEST(SqlPanel, GivesWhatSqlGives) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "3"});
  Asker ask({trace});
  const std::string query = "SELECT id, path, alpha, value, NULL AS none FROM node_text LIMIT 40";
  const json told = parse_json(plytrace({"sql", trace, query, "--format", "json"}).out);
  const json answer =
      ask("sql?q=SELECT%20id,%20path,%20alpha,%20value,%20NULL%20AS%20none%20FROM%20node_text%"
          "20LIMIT%2040");
  EXPECT_EQ(answer["columns"], told["columns"]);
  EXPECT_EQ(answer["rows"], told["rows"]);
  EXPECT_EQ(answer["truncated"], false);
  const json few = ask("sql?q=SELECT%20board(id)%20FROM%20node&limit=3");
  EXPECT_EQ(few["rows"].size(), 3U);
  EXPECT_EQ(few["truncated"], true);
  EXPECT_EQ(few["rows"][1][0],
            parse_json(plytrace({"show", trace, "2", "--format", "json"}).out)["board"]);
}

TEST(SqlPanel, WritesNothingAndEndsWhatNeverEnds) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "2"});
  Asker ask({trace});
  for (const char* query : {"DELETE%20FROM%20node", "", "SELECT", "ATTACH%20'x'%20AS%20x"}) {
    EXPECT_EQ(ask.failure(std::string("sql?q=") + query).substr(0, 3), "400") << query;
  }
  const std::string endless =
      "WITH%20RECURSIVE%20x(n)%20AS%20(SELECT%201%20UNION%20ALL%20SELECT%20n%2B1%20FROM%20x)%20";
  EXPECT_NE(
      ask.failure("sql?q=" + endless + "SELECT%20count(*)%20FROM%20x").find("stopped after 500 ms"),
      std::string::npos);
  const json bounded =
      ask("sql?q=" + endless + "SELECT%20printf('%259999d',n)%20FROM%20x&limit=1000");
  EXPECT_EQ(bounded["truncated"], true);
  EXPECT_LT(bounded.dump().size(), 1'300'000U);
}

}  // namespace
}  // namespace plytrace::test
