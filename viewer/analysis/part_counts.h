// SPDX-License-Identifier: MIT
//
// Counts for a part of a subtree in search order, so that a subtree of any size can be counted in
// parts that add up. Thread rule: pure function over a reader.
#pragma once

#include <cstdint>
#include <vector>

#include "viewer/analysis/row_counts.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct PartCounts : CutCounts {
  std::vector<PlySummaryRow> plies;  // only plies with a node or an event
};

// Counts the nodes first..until within the subtree of `root`, and the events that happened while
// one of them was the last node entered.
PartCounts count_part(const TraceReader& reader, std::int64_t root, std::int64_t first,
                      std::int64_t until);

}  // namespace plytrace
