// SPDX-License-Identifier: MIT
//
// Compares two collections of traces (reader/collection.h), a baseline and a new build: which
// positions got worse, in which ply, and whether chance could explain it. Thread rule: as the
// collections'.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/answers/compare/search_result.h"
#include "viewer/format/json.h"
#include "viewer/format/statistics.h"
#include "viewer/reader/collection.h"

namespace plytrace {

// A search that both collections have.
struct ComparedSearch {
  answers::SearchResultRow a{}, b{};
  std::string trace_a{}, trace_b{};
  // The ply whose nodes grew most; nullopt if none grew.
  std::optional<std::int64_t> ply{};
  std::int64_t ply_nodes_a = 0, ply_nodes_b = 0;
  std::vector<answers::ResultChange> worse{};  // all changes, except fewer nodes
};

struct ComparedPly {
  std::int64_t ply = 0, nodes_a = 0, nodes_b = 0, positions_worse = 0;
  std::optional<text::Wilcoxon> test;
};

// Searches of a collection that are not compared.
struct LeftOut {
  std::int64_t unfinished = 0;
  std::int64_t without_value = 0;
  std::int64_t repeated = 0;  // an earlier one of the collection asked the same
};

struct CollectionComparison {
  LeftOut left_out_a, left_out_b;
  std::int64_t compared = 0, only_a = 0, only_b = 0, better = 0;
  std::int64_t not_comparable = 0;   // the same question, but for example another side to move
  std::string first_not_comparable;  // why
  // Compared searches; one that is REFUTED in B alone is in `worse`, too.
  std::int64_t refuted_a = 0, refuted_b = 0;
  std::int64_t verdicts_not_compared = 0;  // one of the two has none, and B is not REFUTED
  std::vector<ComparedSearch> worse;       // the largest growth first
  std::vector<ComparedPly> plies;
  std::optional<double> ratio;  // geometric mean of nodes of B / nodes of A
  text::Interval interval;
  std::optional<text::Wilcoxon> test;  // of the differences in nodes, over all positions

  bool is_ok() const { return worse.empty() && refuted_b == 0; }
};

// `seed`: of the bootstrap interval.
CollectionComparison compare_collections(const Collection& a, const Collection& b,
                                         const answers::BaselineLimits& limits, std::uint64_t seed);
std::string lines(const CollectionComparison& found, std::size_t limit);
text::Json json(const CollectionComparison& found, std::size_t limit);

}  // namespace plytrace
