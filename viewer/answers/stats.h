// SPDX-License-Identifier: MIT
//
// What a pass cost and how good its pruning was; or, for a subtree, the same counts in parts that
// add up. Thread rule: one thread a reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "viewer/analysis/pass_stats.h"
#include "viewer/format/json.h"

namespace plytrace::answers {

struct StatsQuestion {
  SearchRow search;
  PassRow pass;  // ordinal 0: the recorder died before the first one
  TreeScan scan = TreeScan::kIfSmall;
  ScanControl control{};
};

struct StatsAnswer {
  std::string trace;
  SearchRow search;
  PassRow pass;
  PassStats stats;
};

Result<StatsAnswer> answer(const TraceReader& reader, StatsQuestion question);

text::Json json(const StatsAnswer& answer);
std::string lines(const StatsAnswer& answer);
// A row for each ply.
std::string csv(const StatsAnswer& answer);

// A part of a subtree, in the order of search. For the root of a pass whose recorder kept a summary
// the first part has the counts by ply of the whole pass.
struct SubtreeQuestion {
  SearchRow search;
  PassRow pass;  // that holds the node
  NodeRow node;
  std::int64_t from = 0;  // the part begins there; at the node where this is before it
  std::int64_t most_nodes = 50'000;
  bool only_summary = false;  // no part is read where there is a summary
};

struct SubtreeStats {
  std::int64_t first = 0, last = 0;  // of the subtree
  std::int64_t until = 0;            // the last node counted here
  PassStats counts;                  // those by ply and in total
  std::optional<CutCounts> cuts;     // of the part; none where only the summary was read
};

// usage: only_summary of a node that is no root of a pass.
Result<SubtreeStats> answer(const TraceReader& reader, const SubtreeQuestion& question);

text::Json json(const SubtreeStats& answer);

}  // namespace plytrace::answers
