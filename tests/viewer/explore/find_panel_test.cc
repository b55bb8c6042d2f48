// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "tests/viewer/explore/asking.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

// All answers, one per page.
json answers(Asker& ask, const std::string& conditions) {
  json pages = json::array();
  std::string after;
  for (int page = 0; page < 100'000; ++page) {
    pages.push_back(ask("find?" + conditions + after));
    if (!pages.back()["truncated"].get<bool>()) break;
    after = "&after=" + pages.back()["until"].dump();
  }
  return pages;
}

// All nodes found, by id.
json found(Asker& ask, const std::string& conditions) {
  json nodes = json::array();
  for (const json& answer : answers(ask, conditions)) {
    for (const json& row : answer["matches"]) nodes.push_back(row["node"]);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

class FindPanel : public testing::Test {
 protected:
  FindPanel()
      : trace_(searched(folder_, "a.db", {"connect4", "-d", "4", "-e", "ways", "--iterative"})),
        ask_({trace_}) {}
  json by_sql(const std::string& condition) const {
    return column(trace_, "id AS x FROM node_text WHERE " + condition + " ORDER BY id");
  }

  ScratchFolder folder_;
  std::string trace_;
  Asker ask_;
};

// The number of nodes found in each part of a range, over all parts of the search.
json hits(Asker& ask, const std::string& question) {
  json counts = json::object();
  for (std::string after;;) {
    const json answer = ask("hits?" + question + after);
    for (const json& count : answer["counts"]) {
      const std::string bin = count[0].dump();
      counts[bin] = counts.value(bin, 0) + count[1].get<int>();
    }
    if (answer["until"].is_null()) return counts;
    after = "&after=" + answer["until"].dump();
  }
}

// The overview and the tree mark them, however many they are.
TEST_F(FindPanel, HitsAreCountedWhereTheyAre) {
  const std::string range = "&first=10&last=109&bins=10";
  for (const auto& [conditions, sql] : std::vector<std::pair<std::string, std::string>>{
           {"kind=horizon", "kind = 'horizon'"},
           {"where=ply%20=%203", "ply = 3"},
           {"cutoff=any&sort=-size", "id IN (SELECT node FROM cutoff)"}}) {
    json expected = json::object();
    for (const json& id : by_sql("(" + sql + ") AND id BETWEEN 10 AND 109")) {
      const std::string bin = std::to_string((id.get<int>() - 10) / 10);
      expected[bin] = expected.value(bin, 0) + 1;
    }
    ASSERT_FALSE(expected.empty()) << sql;
    EXPECT_EQ(hits(ask_, conditions + range), expected) << sql;
    Asker hasty({trace_}, std::chrono::milliseconds(0));
    EXPECT_EQ(hits(hasty, conditions + range), expected) << sql;
  }
  // Never more parts than ids.
  EXPECT_EQ(ask_("hits?first=10&last=12&bins=10")["bins"], 3);
  EXPECT_EQ(ask_.failure("hits?first=9&last=3"), "400: last: is less than first");
}

TEST_F(FindPanel, FindsWhatSqlFinds) {
  const std::string cut = "id IN (SELECT node FROM cutoff_text WHERE kind = 'beta')";
  const std::string rank =
      "(SELECT count(*) FROM node n WHERE n.parent = node_text.id AND n.id <= (SELECT child FROM "
      "cutoff WHERE node = node_text.id))";
  for (const auto& [conditions, sql] : std::vector<std::pair<std::string, std::string>>{
           {"", "1"},
           {"kind=interior&ply=2..3", "kind = 'interior' AND ply BETWEEN 2 AND 3"},
           {"kind=interior,horizon&move=d", "move = 'd'"},
           {"value=..-3", "value <= -3"},
           {"value=5", "value = 5"},
           {"min-size=20", "size >= 20"},
           {"role=move", "role = 'move'"},
           {"cutoff=beta", cut},
           {"cutoff=any&ply=1", "ply = 1 AND id IN (SELECT node FROM cutoff)"},
           {"cutoff=none&ply=..2", "ply <= 2 AND id NOT IN (SELECT node FROM cutoff)"},
           {"cut-rank=2..", rank + " >= 2"},
           {"cut-rank=1&min-size=3", rank + " = 1 AND size >= 3"},
           {"where=value%20%3E%20beta%20OR%20ply%3D0", "value > beta OR ply = 0"},
           {"where=ply%20%3D%203&cutoff=alpha",
            "ply = 3 AND id IN (SELECT node FROM cutoff_text WHERE kind = 'alpha')"},
           {"node=2", "id BETWEEN 2 AND (SELECT last FROM node WHERE id = 2)"}}) {
    const json wanted = by_sql(sql);
    EXPECT_GT(wanted.size(), 0U) << sql;
    EXPECT_EQ(found(ask_, conditions + "&limit=7"), wanted) << conditions;
    EXPECT_EQ(found(ask_, conditions + "&limit=200"), wanted) << conditions;
  }
}

TEST_F(FindPanel, InAnotherOrderGivesTheFirstOnesOfAll) {
  const json answer = ask_("find?sort=-size&limit=5&min-size=2");
  EXPECT_EQ(answer["truncated"], false);
  json sizes = json::array();
  for (const json& row : answer["matches"]) sizes.push_back(row["node"]);
  EXPECT_EQ(sizes, column(trace_, "id AS x FROM node ORDER BY last - id DESC, id LIMIT 5"));
  EXPECT_EQ(answer["found"].dump(), sql_value(trace_, "SELECT count(*) FROM node WHERE last > id"));
  const json values = ask_("find?sort=value&limit=3&kind=horizon");
  EXPECT_EQ(values["matches"][0]["value"].dump(),
            sql_value(trace_,
                      "SELECT CAST(min(value) AS INTEGER) FROM node_text WHERE kind = "
                      "'horizon'"));
}

TEST_F(FindPanel, WithoutTimeGoesOnNodeByNode) {
  Asker hurried({trace_}, std::chrono::milliseconds(0));
  for (const std::string conditions : {"kind=interior", "cutoff=beta", "where=ply%20%3D%202"}) {
    EXPECT_EQ(found(hurried, conditions), found(ask_, conditions)) << conditions;
  }
  EXPECT_GT(answers(hurried, "").size(), 3U);
}

TEST_F(FindPanel, RowsSayWhereAndWhichMoveCut) {
  const json rows = ask_("find?cutoff=any&limit=20")["matches"];
  for (const json& row : rows) {
    const std::string id = row["node"].dump();
    EXPECT_EQ(row["path"], sql_value(trace_, "SELECT path FROM node_text WHERE id = " + id));
    EXPECT_EQ(
        row["cut_rank"].dump(),
        sql_value(trace_, "SELECT count(*) FROM node WHERE parent = " + id +
                              " AND id <= (SELECT child FROM cutoff WHERE node = " + id + ")"));
  }
}

TEST_F(FindPanel, SaysWhatIsWrong) {
  EXPECT_EQ(ask_.failure("find?kind=leaf").substr(0, 26), "400: kind: takes some of i");
  EXPECT_EQ(ask_.failure("find?ply=a"),
            "400: ply: 'a' is not a range of whole numbers from 0; write "
            "5, 3..9, 3.. or ..9");
  EXPECT_EQ(ask_.failure("find?where=1)%20OR%20(1").substr(0, 5), "400: ");
  EXPECT_EQ(ask_.failure("find?where=1;DELETE%20FROM%20node").substr(0, 5), "400: ");
  EXPECT_EQ(ask_.failure("find?limit=201").substr(0, 11), "400: limit:");
  EXPECT_EQ(ask_.failure("find?cutoff=maybe").substr(0, 12), "400: cutoff:");
}

TEST_F(FindPanel, AnExpressionWithoutEndIsEnded) {
  const std::string endless =
      "(WITH%20RECURSIVE%20n(x)%20AS%20(SELECT%201%20UNION%20ALL%20SELECT%20x%2B1%20FROM%20n)%20"
      "SELECT%20max(x)%20FROM%20n)%20%3E%200";
  EXPECT_EQ(
      ask_.failure("find?where=" + endless),
      "400: where: the condition takes more than half a second for 500 nodes; use plytrace sql");
}

}  // namespace
}  // namespace plytrace::test
