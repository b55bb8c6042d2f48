// SPDX-License-Identifier: MIT
//
// What one scan over a pass tells of its tree beyond the counts that the recorder kept: the rank of
// the moves that cut, the smallest part of the tree that proves the root's value, and whether the
// tree is uniform. Counts per ply are made anew from the rows, for traces without a summary.
//
// Definitions
//   rank of a cutoff   row_counts.h
//   minimal tree       the fewest recorded nodes from which the root's claim follows: where "at
//                      least v" is needed one move at MAX nodes and all moves at MIN nodes, where
//                      "at most v" is needed the mirror, for an exact value both. In a full tree
//                      this is the critical tree of Knuth and Moore (Artificial Intelligence 6,
//                      1975), with the best choice of moves
//   uniform            every inner node has the same number b of moves, every leaf the same ply d;
//                      its minimal tree has b^ceil(d/2) + b^floor(d/2) - 1 leaves
//
// Memory follows the depth. Errors: damaged file, interrupted. Thread rule: one thread a call.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/status.h"
#include "viewer/analysis/row_counts.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

// Adds the counts of `row` to `total`; its pass and ply stay.
void add_counts(PlySummaryRow& total, const PlySummaryRow& row);

struct TreeSize {
  std::uint64_t nodes = 0, leaves = 0;
};

struct TreeMeasures : CutCounts {
  std::vector<PlySummaryRow> plies;   // of the recorded nodes
  std::uint64_t re_search_nodes = 0;  // within re-searches
  std::uint64_t probes = 0, probes_answered = 0, probes_narrowed = 0;
  TreeSize tree;                         // all recorded nodes
  std::optional<TreeSize> minimal_tree;  // none: the recorded nodes do not prove the claim
  struct Uniform {
    std::int64_t branching = 0, depth = 0;
  };
  std::optional<Uniform> uniform;
};

struct ScanControl {
  std::function<void(std::uint64_t nodes)> progress;
  const std::atomic<bool>* interrupt = nullptr;
};

Result<TreeMeasures> measure_tree(const TraceReader& reader, const PassRow& pass,
                                  const ScanControl& control);

// b^ceil(d/2) + b^floor(d/2) - 1; infinity where that is beyond a double.
double knuth_moore_leaves(double branching, std::int64_t depth);

// The b for which 1 + b + b^2 + ... + b^depth = nodes; none without a depth or below depth + 1
// nodes.
std::optional<double> effective_branching_factor(double nodes, std::int64_t depth);

}  // namespace plytrace
