// SPDX-License-Identifier: MIT
//
// The counts of a part of a subtree in the order of search, so that a subtree of any size can be
// counted in parts that add up. Thread rule: pure function over a reader.
#pragma once

#include <cstdint>
#include <vector>

#include "viewer/analysis/row_counts.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct PartCounts : CutCounts {
  std::vector<PlySummaryRow> plies;  // those with a node or an event
};

// Of the nodes first..until, and what happened while the last node entered was among them, within
// the subtree of `root`.
PartCounts count_part(const TraceReader& reader, std::int64_t root, std::int64_t first,
                      std::int64_t until);

}  // namespace plytrace
