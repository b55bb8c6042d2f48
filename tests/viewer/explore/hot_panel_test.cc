// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/viewer/analysis/explosive_search.h"
#include "tests/viewer/explore/asking.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

// Checks that the answer has all fields of the command's, and beside them only texts.
void expect_as_told(const json& answer, const json& told) {
  for (const auto& [name, value] : told.items()) {
    if (name == "trace" || name == "search" || name == "pass") continue;
    json seen = answer[name];
    if (name == "accounts") {
      for (json& account : seen) account.erase("text");
    }
    EXPECT_EQ(seen, value) << name;
  }
}

json told_hot(const std::string& trace, const std::string& pass) {
  return parse_json(plytrace({"hot", trace, "--pass", pass, "--format", "json"}).out);
}

TEST(HotPanel, SaysWhatHotSays) {
  const ScratchFolder folder;
  const std::string trace =
      searched(folder, "a.db", {"connect4", "-d", "5", "--iterative", "--table", "1"});
  Asker ask({trace});
  EXPECT_EQ(ask("hot?search=1&pass=5"), (json{{"state", "none"}, {"done", 0}}));
  expect_as_told(ended(ask, "hot?search=1&pass=5"), told_hot(trace, "5"));
  expect_as_told(ended(ask, "hot?search=1"), told_hot(trace, "all"));
  // The answers for one pass and for all are kept separately.
  EXPECT_EQ(ask("hot?search=1&pass=5")["passes"], 1);
  EXPECT_EQ(ask("hot?search=1")["passes"], 5);
  EXPECT_EQ(ask("hot?search=1&pass=4")["state"], "none");
}

TEST(HotPanel, NamesTheTriggerInWords) {
  const ScratchFolder folder;
  ExplosiveOptions options;
  options.seed = 3;
  options.explosion = Explosion::kExtension;
  options.branching = options.depth = 6;
  options.wild_nodes = 40'000;
  options.most_nodes = 250'000;
  options.checks = options.iterations = true;
  options.table = options.quiescence = options.null_moves = options.reductions = false;
  const ExplosiveResult wild = record_explosive(folder / "wild.db", options);
  Asker ask({folder / "wild.db"});
  const json answer = ended(ask, "hot");
  expect_as_told(answer, told_hot(folder / "wild.db", "all"));
  ASSERT_FALSE(answer["trigger"].is_null());
  EXPECT_EQ(answer["trigger"]["node"], wild.planted);
  EXPECT_NE(answer["trigger_text"].get<std::string>().find("usual are "), std::string::npos);
  EXPECT_NE(answer["path_end"], "");
}

TEST(HotPanel, WhatTheTraceLacksIsReported) {
  const ScratchFolder folder;
  Asker ask({searched(folder, "a.db", {"connect4", "-d", "2"})});
  EXPECT_EQ(ask.failure("hot?pass=7").substr(0, 4), "404:");
  EXPECT_EQ(ask.failure("hot?search=2").substr(0, 4), "404:");
  EXPECT_EQ(ask.failure("hot?pass=x").substr(0, 4), "400:");
}

}  // namespace
}  // namespace plytrace::test
