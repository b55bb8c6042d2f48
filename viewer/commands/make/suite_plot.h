// SPDX-License-Identifier: MIT
//
// The textbook figure of a suite: nodes (or leaves, time, the ratio to a reference) against depth,
// a curve for each searcher through its medians, with quartiles. Beside them the minimal tree:
// D. Knuth and R. Moore, An analysis of alpha-beta pruning (1975). With b moves at every node its
// level d has b^ceil(d/2) + b^floor(d/2) - 1 nodes; where the number of moves differs, the powers
// become products of the mean number of moves at odd and at even plies. Thread rule: pure
// functions.
#pragma once

#include <span>
#include <vector>

#include "viewer/commands/make/suite_summary.h"
#include "viewer/draw/curves.h"

namespace plytrace {

struct MinimalTree {
  std::vector<double> nodes, leaves;  // for depth 0, 1, ...
  bool is_uniform = true;             // every node has the same number of moves
};

// The minimal tree of a tree with `levels` nodes at ply 0, 1, ...
MinimalTree minimal_tree(std::span<const double> levels);

// Whether the curves show sizes or ratios to the reference.
draw::CurvePlot suite_curves(const SuiteSummary& summary, bool as_ratio);

}  // namespace plytrace
