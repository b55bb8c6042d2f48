// SPDX-License-Identifier: MIT
//
// The cost of a pass and the quality of its pruning; or the same counts for a subtree, in parts
// that add up. Thread rule: one thread per reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "viewer/analysis/pass_stats.h"
#include "viewer/format/json.h"

namespace plytrace::answers {

struct StatsQuestion {
  SearchRow search;
  PassRow pass;  // ordinal 0: the recorder died before the first pass
  TreeScan scan = TreeScan::kIfSmall;
  ScanControl control{};
};

struct StatsAnswer {
  std::string trace;
  SearchRow search;
  PassRow pass;
  PassStats stats;
  std::string value;  // of the pass, with its bound
};

StatsAnswer answer(const TraceReader& reader, StatsQuestion question);

text::Json json(const StatsAnswer& answer);
std::string lines(const StatsAnswer& answer);
// One row per ply.
std::string csv(const StatsAnswer& answer);

// One part of a subtree, in search order. For the root of a pass with a recorder's summary, the
// first part contains the counts by ply of the whole pass.
struct SubtreeQuestion {
  SearchRow search;
  PassRow pass;  // the pass that contains the node
  NodeRow node;
  std::int64_t from = 0;  // first node of the part; an earlier id means the node itself
  std::int64_t most_nodes = 50'000;
  std::optional<std::int64_t> to;  // counts no node behind this one, and uses no summary
  bool only_summary = false;       // if there is a summary, read no nodes
};

struct SubtreeStats {
  std::int64_t first = 0, last = 0;  // the subtree's first and last node
  std::int64_t until = 0;            // the last node counted
  PassStats counts;                  // counts by ply and in total
  std::optional<CutCounts> cuts;     // cutoffs of this part; nullopt if only the summary was read
};

// usage error: only_summary for a node that is not the root of a pass.
SubtreeStats answer(const TraceReader& reader, const SubtreeQuestion& question);

text::Json json(const SubtreeStats& answer);

}  // namespace plytrace::answers
