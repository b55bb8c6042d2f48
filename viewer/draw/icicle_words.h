// SPDX-License-Identifier: MIT
//
// The texts of the boxes of an icicle chart: labels of decreasing length, and a tooltip with
// everything known about a box. Thread rule: one thread per reader.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::draw {

struct IcicleWords {
  const TraceReader& reader;
  std::map<std::int64_t, PassRow> passes;  // keyed by root node, for boxes that are whole passes

  void name(const PassRow& pass);
  // Candidate labels, the longest first.
  std::vector<std::string> labels(const IcicleBox& box) const;
  // "#12 d: 1,234 nodes (3.4 %), interior, depth 4, = 3, window (-inf, 5), CUT expected, was CUT".
  std::string tooltip(const Icicle& icicle, const IcicleBox& box) const;
};

// "16,041 nodes: 420 have a box, 9,100 lie in 80 runs", and which nodes are not shown.
std::string icicle_counts(const Icicle& icicle);

}  // namespace plytrace::draw
