// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "tests/viewer/explore/asking.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

// The node that a key jumps to; null: none.
json next(Asker& ask, const std::string& question) {
  json answer = ask("next?" + question);
  while (answer["until"].is_object()) {
    const json& until = answer["until"];
    answer =
        ask("next?" + question + "&at=" + until["at"].dump() + "&event=" + until["event"].dump());
  }
  return answer["node"];
}

// The nodes that repeated presses of a key reach, beginning with this one.
json walked(Asker& ask, json from, const std::string& what) {
  json nodes = json::array();
  for (;;) {
    from = next(ask, "id=" + from.dump() + "&what=" + what);
    if (from.is_null() || nodes.size() > 5000) return nodes;
    nodes.push_back(from);
  }
}

json turned(json list) {
  std::reverse(list.begin(), list.end());
  return list;
}

TEST(NextPanel, CutoffsComeInOrderOfTimeBothWays) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "4", "-e", "ways"});
  Asker ask({trace});
  const json all = column(trace, "node AS x FROM cutoff WHERE skipped > 0 ORDER BY id");
  ASSERT_GT(all.size(), 100U);
  EXPECT_EQ(walked(ask, 1, "cutoff"), all);
  json before = turned(all);
  const json last = before.front();
  before.erase(before.begin());
  EXPECT_EQ(walked(ask, last, "cutoff&back=1"), before);
}

// The answer said that there is none in the searched part, but no key continued the search.
TEST(NextPanel, WhatIsFarAwayIsReachedInParts) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "4", "-e", "ways"});
  Asker ask({trace});
  Asker hurried({trace}, std::chrono::milliseconds(0));
  const json last = column(trace, "max(id) AS x FROM node")[0];
  for (const std::string what : {"cutoff", "late-cutoff"}) {
    EXPECT_EQ(walked(hurried, 1, what), walked(ask, 1, what));
    EXPECT_EQ(walked(hurried, last, what + "&back=1"), walked(ask, last, what + "&back=1"));
  }
  sql(trace, "DELETE FROM cutoff");
  EXPECT_TRUE(hurried("next?id=1&what=cutoff")["until"].is_object());
  EXPECT_EQ(next(hurried, "id=1&what=cutoff"), nullptr);
  EXPECT_EQ(next(hurried, "id=" + last.dump() + "&what=cutoff&back=1"), nullptr);
}

TEST(NextPanel, LateCutoffsAreThoseThatALaterMoveEarned) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "4", "-e", "ways"});
  Asker ask({trace});
  const json all =
      column(trace,
             "node AS x FROM cutoff AS c WHERE (SELECT count(*) FROM node WHERE parent = c.node "
             "AND id <= c.child) > 1 ORDER BY id");
  ASSERT_GT(all.size(), 20U);
  EXPECT_EQ(walked(ask, 1, "late-cutoff"), all);
}

TEST(NextPanel, APassBeforeOrAfterHasTheSameLineOrItsRoot) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "3", "--iterative"});
  Asker ask({trace});
  const auto at = [&](const std::string& path, int pass) {
    return column(trace, "id AS x FROM node_text WHERE path = '" + path +
                             "' AND pass = " + std::to_string(pass))[0];
  };
  const json line = at("/d/c", 2);
  EXPECT_EQ(ask("next?id=" + line.dump() + "&what=pass")["node"], at("/d/c", 3));
  EXPECT_EQ(ask("next?id=" + line.dump() + "&what=pass&back=1")["node"], at("/", 1));
  EXPECT_EQ(ask("next?id=" + at("/", 1).dump() + "&what=pass&back=1")["node"], nullptr);
  EXPECT_EQ(ask("next?id=" + at("/", 3).dump() + "&what=pass")["node"], nullptr);
}

TEST(WhyPanel, SaysWhatTheCommandSays) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "3", "--iterative"});
  Asker ask({trace});
  for (const std::string id : {"3", "30", "60", "90"}) {
    const json answer = ask("why?id=" + id);
    EXPECT_EQ(answer["text"], plytrace({"why", trace, id, "--no-oracle"}).out) << id;
    EXPECT_EQ(answer["json"],
              parse_json(plytrace({"why", trace, id, "--no-oracle", "--format", "json"}).out));
  }
}

}  // namespace
}  // namespace plytrace::test
