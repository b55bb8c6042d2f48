// SPDX-License-Identifier: MIT
//
// What one scan over a pass adds to the recorder's counts: the rank of the moves that cut, the
// smallest part of the tree that proves the root's value, and whether the tree is uniform. Counts
// per ply are also computed from the rows, for traces without a summary.
//
// Definitions
//   rank of a cutoff   row_counts.h; its stage: stage_counts.h
//   minimal tree       the fewest recorded nodes that prove the root's claim. "At least v" needs
//   one
//                      move at MAX nodes and all moves at MIN nodes, "at most v" the reverse, and
//                      an exact value both. For a full tree this is the critical tree of Knuth and
//                      Moore (Artificial Intelligence 6, 1975) with the best choice of moves
//                      A node whose children were not recorded has no known proof
//   uniform            every inner node has the same number b of moves, every leaf the same ply d;
//                      its minimal tree has b^ceil(d/2) + b^floor(d/2) - 1 leaves
//
// Memory is proportional to the depth. Errors: damaged file, interrupted. Thread rule: one thread a
// call.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/status.h"
#include "viewer/analysis/row_counts.h"
#include "viewer/analysis/subtree_scan.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

// Adds the counts of `row` to `total`, whose pass and ply are kept.
void add_counts(PlySummaryRow& total, const PlySummaryRow& row);

struct TreeSize {
  std::uint64_t nodes = 0, leaves = 0;
};

struct TreeMeasures : CutCounts {
  std::vector<PlySummaryRow> plies;   // counts of the recorded nodes
  std::uint64_t re_search_nodes = 0;  // within re-searches
  std::uint64_t probes = 0, probes_answered = 0, probes_narrowed = 0;
  TreeSize tree;                         // all recorded nodes
  std::optional<TreeSize> minimal_tree;  // nullopt: the recorded nodes do not prove the claim
  struct Uniform {
    std::int64_t branching = 0, depth = 0;
  };
  std::optional<Uniform> uniform;
};

Result<TreeMeasures> measure_tree(const TraceReader& reader, const PassRow& pass,
                                  const ScanControl& control);

// b^ceil(d/2) + b^floor(d/2) - 1; infinity if a double cannot hold it.
double knuth_moore_leaves(double branching, std::int64_t depth);

// The b for which 1 + b + b^2 + ... + b^depth = nodes; nullopt without a depth, or with fewer than
// depth + 1 nodes.
std::optional<double> effective_branching_factor(double nodes, std::int64_t depth);

}  // namespace plytrace
