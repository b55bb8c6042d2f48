// SPDX-License-Identifier: MIT
//
// Tidy layout for a tree whose nodes differ in size: parents are centred over their children,
// subtrees are as close as they can be without touching, and equal subtrees are drawn equally.
// Linear in the number of nodes and without recursion, so 10^5 nodes or 10^5 plies are no problem.
//
// Method: A. van der Ploeg, "Drawing non-layered tidy trees in linear time" (2014), an extension
// of Reingold and Tilford's contours to nodes of any height.
// Thread rule: pure function.
#pragma once

#include <vector>

namespace plytrace::draw {

// One node. Parents come before their children, and siblings are ordered from left to right.
struct LayoutNode {
  int parent = -1;    // index of the parent, smaller than the node's own; -1 for the root (index 0)
  double width = 0;   // across the levels, including the free space around the node
  double top = 0;     // along the levels: its start, not before its parent's bottom
  double bottom = 0;  // along the levels: its end
};

// Returns the left edge of each node; the smallest is 0. Neighbours with different parents are
// separated by `between_families` more than siblings are.
std::vector<double> tidy_positions(const std::vector<LayoutNode>& nodes,
                                   double between_families = 0);

}  // namespace plytrace::draw
