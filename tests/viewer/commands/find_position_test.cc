// SPDX-License-Identifier: MIT
//
// Covers viewer/answers/find*.cc and viewer/analysis/same_position.cc: find --same-as, --key and
// --before list all nodes of a position, and the nodes that stored and used its entry.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/json_schema.h"
#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

std::vector<std::int64_t> ids_of(const nlohmann::json& answer) {
  std::vector<std::int64_t> ids;
  for (const auto& node : answer["matches"]) ids.push_back(node["node"]);
  return ids;
}

class FindPosition : public ::testing::Test {
 protected:
  void record(const std::string& capture) {
    ASSERT_EQ(plytrace({"search", "connect4", "-d", "6", "--iterative", "--table", "1", "--capture",
                        capture, "-o", "t.db", "--force"},
                       folder_.path())
                  .exit_code,
              0);
  }
  nlohmann::json find(std::vector<std::string> options) {
    options.insert(options.begin(), {"find", "t.db"});
    options.insert(options.end(), {"--limit", "0", "--format", "json"});
    const ProgramResult result = plytrace(options, folder_.path());
    EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 1) << result.err;
    EXPECT_EQ(output_problems("find", result.out), "");
    return parse_json(result.out);
  }
  std::vector<std::int64_t> by_sql(const std::string& query) {
    const ProgramResult result =
        plytrace({"sql", "t.db", query, "--format", "csv", "--limit", "0"}, folder_.path());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::vector<std::int64_t> ids;
    std::istringstream lines(result.out);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) ids.push_back(std::stoll(line));
    return ids;
  }

  ScratchFolder folder_;
};

TEST_F(FindPosition, IsWhatSqlSaysOfItsKeyInAllPasses) {
  record("skipped,probes,stores,keys");
  const auto some = by_sql(
      "SELECT min(id) FROM node GROUP BY key HAVING count(*) > 3 ORDER BY count(*) DESC LIMIT 4");
  ASSERT_EQ(some.size(), 4U);
  for (const std::int64_t id : some) {
    const std::string name = std::to_string(id);
    const auto expected =
        by_sql("SELECT id FROM node WHERE key = (SELECT key FROM node WHERE id = " + name +
               ") ORDER BY id");
    const auto found = find({"--same-as", name});
    EXPECT_EQ(ids_of(found), expected);
    const std::string key =
        sql_value(folder_ / "t.db", "SELECT printf('%x', key) FROM node WHERE id = " + name);
    EXPECT_EQ(ids_of(find({"--key", key})), expected);
    EXPECT_EQ(ids_of(find({"--key", "0x" + key})), expected);
    // Only one pass, and only nodes before the last one.
    const std::string last = std::to_string(expected.back());
    auto before = expected;
    before.pop_back();
    EXPECT_EQ(ids_of(find({"--same-as", name, "--before", last})), before);
    const auto in_pass = by_sql(
        "SELECT id FROM node_text WHERE pass = 6 AND id IN (SELECT id FROM "
        "node WHERE key = (SELECT key FROM node WHERE id = " +
        name + ")) ORDER BY id");
    EXPECT_EQ(ids_of(find({"--key", key, "--pass", "6"})), in_pass);
  }
}

TEST_F(FindPosition, AnIndexChangesNoAnswer) {
  record("skipped,probes,stores,keys");
  const auto before = find({"--same-as", "/d/d"});
  EXPECT_GT(before["found"], 1);
  ASSERT_EQ(plytrace({"find", "t.db", "--index"}, folder_.path()).exit_code, 0);
  EXPECT_EQ(find({"--same-as", "/d/d"}), before);
}

// Without recorded keys the moves are replayed, and the game's hashes equal the keys that would
// have been recorded.
TEST_F(FindPosition, WithoutKeysTheMovesAreReplayed) {
  record("skipped,probes,stores,keys");
  std::vector<std::int64_t> some = by_sql(
      "SELECT min(id) FROM node GROUP BY key HAVING count(*) > 1 ORDER BY count(*) DESC LIMIT 5");
  std::vector<nlohmann::json> with_keys;
  for (const std::int64_t id : some) with_keys.push_back(find({"--same-as", std::to_string(id)}));
  const std::string key =
      sql_value(folder_ / "t.db", "SELECT printf('%x', key) FROM node WHERE id = 5");
  const auto of_key = ids_of(find({"--key", key}));
  record("skipped,probes,stores");
  ASSERT_EQ(sql_value(folder_ / "t.db", "SELECT count(key) FROM node"), "0");
  for (std::size_t i = 0; i < some.size(); ++i) {
    EXPECT_EQ(ids_of(find({"--same-as", std::to_string(some[i])})), ids_of(with_keys[i]));
  }
  EXPECT_EQ(ids_of(find({"--key", key})), of_key);
}

TEST_F(FindPosition, SaysWhoStoredAndWhoUsedTheEntry) {
  record("skipped,probes,stores,keys");
  const auto storing = by_sql(
      "SELECT stored_by FROM table_probe WHERE used > 0 AND stored_by IS NOT "
      "NULL GROUP BY stored_by ORDER BY count(DISTINCT node) DESC LIMIT 3");
  ASSERT_EQ(storing.size(), 3U);
  for (const std::int64_t id : storing) {
    const std::string name = std::to_string(id);
    const auto users =
        by_sql("SELECT DISTINCT node FROM table_probe WHERE used > 0 AND stored_by = " + name +
               " ORDER BY node");
    const auto answer = find({"--same-as", name});
    std::set<std::int64_t> using_it;
    for (const auto& node : answer["matches"]) {
      if (node["node"] == id) {
        EXPECT_EQ(node["used_by"]["total"], users.size());
        EXPECT_EQ(node["used_by"]["node_ids"].size(), std::min<std::size_t>(users.size(), 12));
        EXPECT_EQ(
            std::to_string(node["stores"].size()),
            sql_value(folder_ / "t.db", "SELECT count(*) FROM table_store WHERE node = " + name));
      }
      for (const auto& use : node["uses"]) {
        if (use["stored_by"] == id) using_it.insert(node["node"].get<std::int64_t>());
      }
    }
    // The nodes that used the entry have the same position.
    EXPECT_EQ(std::vector<std::int64_t>(using_it.begin(), using_it.end()), users);
    const ProgramResult text = plytrace({"find", "t.db", "--same-as", name}, folder_.path());
    EXPECT_THAT(text.out, HasSubstr("what it stored was used by #"));
    EXPECT_THAT(text.out, HasSubstr(", from #" + name));
  }
}

TEST_F(FindPosition, OtherConditionsHoldBesides) {
  record("skipped,probes,stores,keys");
  const auto all = find({"--same-as", "/d/d"});
  const auto answered = find({"--same-as", "/d/d", "--kind", "table"});
  std::size_t tables = 0;
  for (const auto& node : all["matches"]) tables += node["kind"] == "table" ? 1U : 0U;
  EXPECT_EQ(answered["matches"].size(), tables);
  EXPECT_THAT(ids_of(find({"--ply", "0", "--before", "3"})), ::testing::IsEmpty());
}

TEST_F(FindPosition, WhatCannotBeAskedIsRefused) {
  record("skipped,probes,stores,keys");
  const auto code = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"find", "t.db"});
    return plytrace(options, folder_.path()).exit_code;
  };
  EXPECT_EQ(code({"--key", "xyz"}), 2);
  EXPECT_EQ(code({"--key", "12345678901234567"}), 2);
  EXPECT_EQ(code({"--key", "5", "--same-as", "/d"}), 2);
  EXPECT_EQ(code({"--same-as", "/z"}), 3);
  EXPECT_EQ(code({"--key", "5"}), 1);  // nothing found
  make_trace(folder_ / "t.db", unknown_game_sql());
  const ProgramResult unknown = plytrace({"find", "t.db", "--same-as", "/"}, folder_.path());
  EXPECT_EQ(unknown.exit_code, 4);
  EXPECT_THAT(unknown.err, HasSubstr("the nodes have no keys"));
}

}  // namespace
}  // namespace plytrace::test
