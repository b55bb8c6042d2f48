// SPDX-License-Identifier: MIT
//
// The part of two aligned trees that a picture of their union shows: nodes that both searched,
// nodes that one searched and the other did not, chosen within a budget, with counts of what was
// left out. What only one side searched below a node is one node, however many moves it was,
// with the size of their subtrees. Nodes below which the two differ most in size are opened first,
// and read only then. Thread rule: one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/trace_reader.h"

namespace plytrace::tree {

struct UnionNode {
  std::optional<NodeRow> a, b;  // at least one
  std::int64_t size_a = 0, size_b = 0;
  int parent = -1;
  std::string move;  // "" for the root, a hand-over or a probe of the same position
  // Of one side only: the moves that it stands for, the first kMostNames of them by name.
  std::vector<std::string> moves;
  std::int64_t moves_total = 1;
  bool principal = false;  // on the line of A's best moves
  bool expanded = false;   // its children are shown, all but the hidden ones
  std::vector<CutoffRow> cutoffs_a, cutoffs_b;
  std::int64_t hidden_children = 0, hidden_nodes_a = 0, hidden_nodes_b = 0;
  static constexpr std::size_t kMostNames = 20;

  bool in_both() const { return a && b; }
};

struct UnionExcerpt {
  std::vector<UnionNode> nodes;  // parents before children; siblings in the order of A, then of B
};

struct UnionLimits {
  std::size_t max_nodes = 60;
  std::size_t max_across = 14;    // leaves side by side
  std::size_t max_children = 12;  // of one node
};

UnionExcerpt take_union(const TraceReader& reader_a, const NodeRow& root_a,
                        const TraceReader& reader_b, const NodeRow& root_b,
                        const UnionLimits& limits);

}  // namespace plytrace::tree
