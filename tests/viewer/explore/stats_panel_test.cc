// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/viewer/explore/asking.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

json summed(Asker& ask, const std::string& node, json& ranks) {
  json plies = json::object();
  for (std::string from;;) {
    const json part = ask("stats?node=" + node + from);
    for (const json& row : part["plies"]) {
      json& sum = plies.emplace(row["ply"].dump(), json::object()).first.value();
      for (const auto& [name, value] : row.items()) {
        if (!value.is_number_integer()) continue;
        sum[name] = name == "ply" ? value.get<int>() : sum.value(name, 0) + value.get<int>();
      }
    }
    const json& by_rank = part["scan"]["cut_ranks"]["by_rank"];
    for (std::size_t i = 0; i < by_rank.size(); ++i) {
      const std::string rank = std::to_string(i + 1);
      ranks[rank] = ranks.value(rank, 0) + by_rank[i].get<int>();
    }
    if (part["until"] == part["last"]) return plies;
    from = "&from=" + std::to_string(part["until"].get<std::int64_t>() + 1);
  }
}

// A pass that needs several requests.
TEST(StatsPanel, PartsAddUpToWhatStatsCounts) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "9", "--table", "4"});
  ASSERT_EQ(sql_value(trace, "SELECT count(*) > 100000 FROM node"), "1");
  Asker ask({trace});
  json ranks = json::object();
  const json plies = summed(ask, "1", ranks);
  const json told = parse_json(plytrace({"stats", trace, "--format", "json"}).out);
  ASSERT_EQ(plies.size(), told["plies"].size());
  for (const json& row : told["plies"]) {
    const json& sum = plies[row["ply"].dump()];
    for (const char* name : {"nodes", "interior", "horizon", "terminal", "table", "alpha_cutoffs",
                             "beta_cutoffs", "skipped"}) {
      EXPECT_EQ(sum[name], row[name]) << row["ply"] << name;
    }
  }
  int all = 0;
  for (const auto& [rank, cutoffs] : ranks.items()) all += cutoffs.get<int>();
  EXPECT_EQ(std::to_string(all),
            sql_value(trace, "SELECT count(*) FROM cutoff WHERE kind < 2 AND child IS NOT NULL"));
  EXPECT_EQ(std::to_string(ranks["1"].get<int>()),
            sql_value(trace, "SELECT count(*) FROM cutoff WHERE kind < 2 AND child = node + 1"));
}

// A range dragged in the overview.
TEST(StatsPanel, ARangeOfIdsIsCountedAlone) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "5"});
  Asker ask({trace});
  const json answer = ask("stats?node=1&from=20&to=219");
  EXPECT_EQ(answer["until"], 219);
  EXPECT_EQ(answer["last"], 219);
  json plies = json::object();
  for (const json& row : answer["plies"]) plies[row["ply"].dump()] = row["nodes"];
  for (const json& ply : column(trace, "DISTINCT ply AS x FROM node WHERE id BETWEEN 20 AND 219")) {
    EXPECT_EQ(plies[ply.dump()].dump(),
              sql_value(trace, "SELECT count(*) FROM node WHERE id BETWEEN 20 AND 219 AND ply = " +
                                   ply.dump()));
  }
}

TEST(StatsPanel, APassHasASummaryThatTakesNoScan) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "5", "--iterative"});
  Asker ask({trace});
  const std::string root = sql_value(trace, "SELECT root FROM pass WHERE ordinal = 5");
  const json whole = ask("stats?summary=1&node=" + root);
  const json counted = ask("stats?node=" + root);
  EXPECT_EQ(whole["plies"], counted["plies"]);
  EXPECT_EQ(whole["until"], whole["last"]);
  EXPECT_EQ(whole["scan"], nullptr);
  const std::string child = sql_value(trace, "SELECT root + 1 FROM pass WHERE ordinal = 5");
  EXPECT_EQ(ask.failure("stats?summary=1&node=" + child).substr(0, 3), "400");
}

TEST(StatsPanel, ASubtreeHasNothingOfItsParents) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "6"});
  Asker ask({trace});
  const std::string node =
      sql_value(trace, "SELECT node FROM child WHERE parent = 1 ORDER BY n DESC LIMIT 1");
  json ranks = json::object();
  const json plies = summed(ask, node, ranks);
  const std::string below = " FROM cutoff WHERE node BETWEEN " + node +
                            " AND (SELECT last FROM node WHERE id = " + node + ")";
  int skipped = 0;
  for (const auto& [ply, row] : plies.items()) skipped += row["skipped"].get<int>();
  EXPECT_EQ(std::to_string(skipped), sql_value(trace, "SELECT coalesce(sum(skipped), 0)" + below));
  EXPECT_EQ(plies.begin().value()["ply"], 1);
  EXPECT_EQ(plies.begin().value()["nodes"], 1);
}

}  // namespace
}  // namespace plytrace::test
