// SPDX-License-Identifier: MIT
//
// The principal variation according to the recorded nodes. From the root, it follows the child
// whose value the node took, including hand-overs (searches of the same position by other means).
// It ends where a node's value is its own: a leaf, a stand pat, a table answer, a bound by null
// move or static knowledge. What such a node searched did not decide its value. Thread rule: pure
// functions over a reader.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace::tree {

struct PrincipalVariation {
  std::vector<NodeRow> nodes;      // starts with the root; includes hand-overs
  std::vector<std::string> moves;  // moves of the nodes that were reached by one
  bool cut_short = false;          // longer than kMostSteps
  // The last node's value is its own; else the trace does not record where it came from.
  bool ends_by_own_value = false;
};

inline constexpr std::size_t kMostSteps = 1000;

// If a node does not record which child it took, follows the next move of `reported` (the line that
// the search gave), provided the line so far agrees with it. Behind the reported line, takes the
// first child with the node's value.
PrincipalVariation principal_variation(const TraceReader& reader, const NodeRow& root,
                                       const std::vector<std::string>& reported);

// Whether the result of the search is that of this pass.
bool gave_result(const SearchRow& search, const PassRow& pass);

// The line to follow below the root of a pass: what was reported for the pass, or else the line or
// the best move that the search reported. Its moves have the names of the nodes.
std::vector<std::string> followed_line(const TraceReader& reader, const SearchRow& search,
                                       const PassRow& pass);

// The child that gave the node its value, found as in the principal variation. `reported`: the move
// of the followed line at this node.
std::optional<NodeRow> child_taken(const TraceReader& reader, const NodeRow& node,
                                   const std::optional<std::string>& reported);

}  // namespace plytrace::tree
