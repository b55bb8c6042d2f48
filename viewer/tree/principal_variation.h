// SPDX-License-Identifier: MIT
//
// The principal variation as it stands in the recorded nodes: from the root, each time the child
// whose value was taken, a search of the same position by other means included. It ends where a
// node's value is its own: a leaf's, a stand pat, an answer of the table, a bound by null move or
// static knowledge. What was searched below such a node was declined.
// Thread rule: pure functions over a reader.
#pragma once

#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace::tree {

struct PrincipalVariation {
  std::vector<NodeRow> nodes;      // the root first; hand-overs included
  std::vector<std::string> moves;  // of the nodes that a move led to
  bool cut_short = false;          // longer than kMostSteps
  bool ends_by_own_value = false;  // of the last node; else the trace tells no more
};

inline constexpr std::size_t kMostSteps = 1000;

// Where a node does not say which child it took, the next move of `reported` (the line that the
// search gave) is followed, as long as that is the line walked so far; in a search that gave no
// line, the first child with the node's value.
PrincipalVariation principal_variation(const TraceReader& reader, const NodeRow& root,
                                       const std::vector<std::string>& reported);

}  // namespace plytrace::tree
