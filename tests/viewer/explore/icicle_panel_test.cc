// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/viewer/explore/asking.h"
#include "viewer/draw/icicle_looks.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

class IciclePanel : public testing::Test {
 protected:
  IciclePanel()
      : trace_(searched(folder_, "a.db", {"connect4", "-d", "5", "-e", "ways", "--iterative"})),
        ask_({trace_}) {}

  // Checks that the passes side by side fill the whole width.
  void expect_whole_rows(const json& answer) {
    std::int64_t roots = 0;
    for (const json& box : answer["boxes"]) {
      const std::string id = box["node"].dump();
      EXPECT_EQ(box["ply"].dump(), sql_value(trace_, "SELECT ply FROM node WHERE id = " + id));
      if (box["ply"] == 0) roots += width_of(box);
    }
    for (const json& run : answer["runs"]) {
      if (run["ply"] == 0) roots += width_of(run);
    }
    EXPECT_EQ(roots, width_of(answer));
  }
  static std::int64_t width_of(const json& place) {
    return place["last"].get<std::int64_t>() - place["first"].get<std::int64_t>() + 1;
  }

  ScratchFolder folder_;
  std::string trace_;
  Asker ask_;
};

TEST_F(IciclePanel, BoxesAreTheSubtreesWideEnoughToBeSeen) {
  const json answer = ask_("icicle?width=200");
  EXPECT_EQ(answer["first"], 1);
  EXPECT_EQ(answer["last"].dump(), sql_value(trace_, "SELECT max(id) FROM node"));
  expect_whole_rows(answer);
  json nodes = json::array();
  for (const json& box : answer["boxes"]) {
    nodes.push_back(box["node"]);
    EXPECT_EQ(box["first"], box["node"]);
    // Many nodes have the same move, so the box has the path, as in `show`.
    const std::string shown =
        plytrace({"show", trace_, box["node"].dump(), "--format", "json"}).out;
    EXPECT_EQ(box["path"], parse_json(shown)["path"]);
    EXPECT_EQ(box["last"].dump(),
              sql_value(trace_, "SELECT last FROM node WHERE id = " + box["node"].dump()));
  }
  std::sort(nodes.begin(), nodes.end());
  EXPECT_EQ(nodes, column(trace_,
                          "id AS x FROM node WHERE (last - id + 1) * 200.0 >= (SELECT count(*) "
                          "FROM node) ORDER BY id"));
  EXPECT_EQ(answer["capped"], nullptr);
}

TEST_F(IciclePanel, RunsAreTheOtherChildrenOfBoxes) {
  const json answer = ask_("icicle?width=200");
  std::int64_t nodes = 0, not_counted = 0;
  for (const json& run : answer["runs"]) {
    nodes += run["nodes"].get<std::int64_t>();
    if (run["subtrees"].is_null()) {
      ++not_counted;
      continue;
    }
    EXPECT_EQ(run["subtrees"].dump(),
              sql_value(trace_, "SELECT count(*) FROM node WHERE ply = " + run["ply"].dump() +
                                    " AND id BETWEEN " + run["first"].dump() + " AND " +
                                    run["last"].dump()));
  }
  // Runs at the end of their parent are not counted.
  EXPECT_GT(not_counted, 0);
  EXPECT_LT(not_counted, answer["runs"].size());
  const std::string large = "(last - id + 1) * 200.0 >= (SELECT count(*) FROM node)";
  const std::string hidden = "FROM node WHERE NOT " + large +
                             " AND (parent IS NULL OR parent IN (SELECT id FROM node WHERE " +
                             large + "))";
  EXPECT_EQ(std::to_string(nodes), sql_value(trace_, "SELECT sum(last - id + 1) " + hidden));
}

TEST_F(IciclePanel, CellsTellWhatTheRunsHold) {
  const json answer = ask_("icicle?width=200");
  ASSERT_FALSE(answer["cells"].empty());
  std::int64_t covered = 0, deepest = 0;
  for (const json& cell : answer["cells"]) {
    double sum = 0;
    for (const json& share : cell["shares"]) {
      ASSERT_LT(share[0].get<std::size_t>(), answer["legend"].size());
      sum += share[1].get<double>();
    }
    EXPECT_LE(sum, 1.01);
    deepest = std::max(deepest, cell["ply"].get<std::int64_t>());
    for (const json& run : answer["runs"]) {
      if (run["ply"] == cell["ply"] && run["first"] <= cell["first"] &&
          run["last"] >= cell["last"]) {
        covered += width_of(cell);
        EXPECT_GT(sum, 0.99);
      }
    }
  }
  std::int64_t in_runs = 0;
  for (const json& run : answer["runs"]) in_runs += width_of(run);
  EXPECT_EQ(covered, in_runs);
  EXPECT_EQ(deepest, answer["max_ply"]);
}

TEST_F(IciclePanel, APartIsCutAtItsEnds) {
  const json answer = ask_("icicle?first=100&last=299&width=400");
  EXPECT_EQ(answer["first"], 100);
  EXPECT_EQ(answer["last"], 299);
  expect_whole_rows(answer);
  for (const json& box : answer["boxes"]) {
    EXPECT_GE(box["first"], 100);
    EXPECT_LE(box["last"], 299);
  }
  const std::string node = sql_value(trace_, "SELECT id FROM node WHERE ply = 1 LIMIT 1 OFFSET 20");
  const json subtree = ask_("icicle?node=" + node);
  EXPECT_EQ(subtree["first"].dump(), node);
  EXPECT_EQ(subtree["last"].dump(), sql_value(trace_, "SELECT last FROM node WHERE id = " + node));
}

TEST_F(IciclePanel, WhatItIsTakenApartByIsInTheLegend) {
  for (const std::string by : {"kind", "role", "phase", "class", "cut-rank", "depth-gain"}) {
    const json answer = ask_("icicle?by=" + by);
    const auto looks = answer["legend"].size();
    ASSERT_GT(looks, 1U);
    // The page drew other patterns than the picture that it saves.
    const auto& saved = draw::icicle_looks(*draw::find_icicle_by(by));
    for (std::size_t i = 0; i < looks; ++i) {
      EXPECT_EQ(answer["legend"][i]["pattern"], draw::name_of(saved[i].pattern)) << by << i;
      EXPECT_EQ(answer["legend"][i]["fill"], draw::fill_of(saved[i].pattern, draw::Theme::kColor))
          << by << i;
    }
    for (const json& box : answer["boxes"]) EXPECT_LT(box["by"], looks);
  }
  const json answer = ask_("icicle?by=cut-rank");
  for (const json& box : answer["boxes"]) {
    const std::string cut =
        sql_value(trace_, "SELECT kind FROM cutoff_text WHERE node = " + box["node"].dump());
    EXPECT_EQ(box["cut"].is_null(), cut.empty());
    if (!cut.empty()) {
      EXPECT_EQ(box["cut"], cut);
    }
  }
  EXPECT_EQ(ask_.failure("icicle?by=size").substr(0, 8), "400: by:");
}

}  // namespace
}  // namespace plytrace::test
