// SPDX-License-Identifier: MIT
//
// The cutoffs of a pass that left most unsearched: first those of the nodes with most depth left,
// whose skipped moves lead to the largest subtrees, then those that skipped most moves. What such a
// subtree would have cost a trace alone does not say; another trace may (comparison.h).
//
// One scan over the cutoffs; memory: `limit` entries. Errors: damaged file, interrupted.
// Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <vector>

#include "viewer/analysis/tree_measures.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct LargeCut {
  NodeRow node;  // that was cut
  CutoffRow cutoff;
};

struct LargestCuts {
  std::vector<LargeCut> cuts;
  std::uint64_t total = 0;  // cutoffs that skipped a move
};

Result<LargestCuts> largest_cuts(const TraceReader& reader, const PassRow& pass, std::size_t limit,
                                 const ScanControl& control);

}  // namespace plytrace
