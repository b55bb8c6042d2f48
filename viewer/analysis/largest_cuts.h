// SPDX-License-Identifier: MIT
//
// The cutoffs of a pass that probably saved most: first by the remaining depth of the cut node,
// whose skipped moves lead to larger subtrees, then by the number of skipped moves. A single trace
// does not show what such a subtree would have cost; another trace may (comparison.h).
//
// One scan over the cutoffs; memory: `limit` entries. Errors: damaged file, interrupted. Thread
// rule: one thread a call.
#pragma once

#include <cstdint>
#include <vector>

#include "viewer/analysis/subtree_scan.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct LargeCut {
  NodeRow node;  // the node that was cut
  CutoffRow cutoff;
};

struct LargestCuts {
  std::vector<LargeCut> cuts;
  std::uint64_t total = 0;  // number of cutoffs that skipped a move
};

Result<LargestCuts> largest_cuts(const TraceReader& reader, const PassRow& pass, std::size_t limit,
                                 const ScanControl& control);

}  // namespace plytrace
