// SPDX-License-Identifier: MIT
//
// Tidy positions for a tree whose nodes differ in size: parents centred over their children,
// subtrees as close as they can be without touching, equal subtrees drawn equally. Linear in the
// number of nodes and without recursion, so that neither 10^5 nodes nor 10^5 plies are a problem.
//
// Method: A. van der Ploeg, "Drawing non-layered tidy trees in linear time" (2014), an extension
// of Reingold and Tilford's contours to nodes of any height.
// Thread rule: pure function.
#pragma once

#include <vector>

namespace plytrace::draw {

// One node, in an order where a parent stands before its children and siblings from left to right.
struct LayoutNode {
  int parent = -1;    // index of the parent, smaller than the own one; -1 for the root (index 0)
  double width = 0;   // across, with the free space wanted around the node
  double top = 0;     // along: where it starts; at or after the bottom of its parent
  double bottom = 0;  // along: where it ends
};

// The left edge of each node; the smallest is 0. Neighbours of different parents keep clear of each
// other by `between_families` more than siblings do.
std::vector<double> tidy_positions(const std::vector<LayoutNode>& nodes,
                                   double between_families = 0);

}  // namespace plytrace::draw
