// SPDX-License-Identifier: MIT
#include "viewer/answers/stats_facts.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace plytrace::test {
namespace {

PassStats scanned_pass() {
  PassStats stats;
  stats.total.nodes = 40;
  stats.total.interior = 10;
  stats.total.beta_cutoffs = stats.total.cut_by_first = 3;
  stats.total.table = 2;
  stats.total.re_searches = 1;
  TreeMeasures measures;
  measures.tree = {40, 30};
  measures.cut_ranks = {3, 1};
  measures.ranked_cutoffs = 4;
  measures.rank_sum = 5;
  measures.forward[2] = {1, 5};
  measures.stages.at(measures.stages.place_of("killer")) = {"killer", 2, 1};
  measures.minimal_tree = TreeSize{10, 6};
  measures.uniform = TreeMeasures::Uniform{3, 3};
  stats.measures = measures;
  return stats;
}

std::vector<std::pair<std::string, std::string>> report(const PassStats& stats) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const StatsFact& fact : stats_facts(stats, {})) {
    if (fact.page == StatsFact::Page::kStats || fact.cell.heading.empty()) continue;
    rows.emplace_back(fact.cell.heading, fact.cell.words);
  }
  return rows;
}

// A report shows two searches side by side, so each pass has the same rows, whatever it contains.
TEST(StatsFacts, EveryPassHasTheSameRowsInAReport) {
  const auto full = report(scanned_pass());
  const auto empty = report(PassStats{});
  ASSERT_EQ(full.size(), empty.size());
  for (std::size_t i = 0; i < full.size(); ++i) EXPECT_EQ(full[i].first, empty[i].first);
}

TEST(StatsFacts, WhatNeedsAScanIsNotGuessed) {
  text::Json written;
  const auto facts = stats_facts(scanned_pass(), {});
  put_facts(written, facts, true);
  EXPECT_EQ(written.dump(),
            R"({"tree":{"nodes":40,"leaves":30},)"
            R"("cut_ranks":{"cutoffs":4,"mean":1.25,"by_rank":[3,1,0,0,0,0,0,0]},)"
            R"("stages":[{"stage":"killer","nodes":2,"cutoffs":1}],"extensions":[],)"
            R"("forward":[{"ply":2,"cutoffs":1,"skipped":5}],)"
            R"("minimal_tree":{"nodes":10,"leaves":6,"share":0.25},)"
            R"("uniform":{"branching":3,"depth":3,"knuth_moore_leaves":11},)"
            R"("re_search_nodes":0,"probes":{"found":0,"answered":0,"narrowed":0}})");
  for (const auto& [heading, words] : report(PassStats{})) {
    const bool scanned =
        heading.find("rank") != std::string::npos || heading.find("minimal") != std::string::npos;
    EXPECT_EQ(words == "not computed", scanned) << heading;
  }
}

}  // namespace
}  // namespace plytrace::test
