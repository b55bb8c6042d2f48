// SPDX-License-Identifier: MIT
//
// The part of a search tree that a picture shows: nodes chosen within a budget, with exact counts
// of what was left out. First come the principal variation and the path asked for, then the root's
// moves, cut nodes and the children that decided a node's value, then the largest subtrees. Of a
// trace of any size only the chosen nodes and their children are read (a small tree in one scan).
// Guaranteed: nodes shown + nodes left out = size of the subtree of the excerpt's root.
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewer/trace_reader.h"

namespace plytrace::tree {

struct ExcerptNode {
  NodeRow row;
  int parent = -1;            // index; -1 for the root
  std::vector<int> children;  // indices, in the order searched
  std::string move;           // "" for none
  bool principal = false;     // on the principal variation from the excerpt's root
  std::vector<CutoffRow> cutoffs;
  std::vector<BoundUpdateRow> updates;  // with ExcerptOptions::with_updates
  std::int64_t hidden_children = 0;     // direct children left out
  std::int64_t hidden_nodes = 0;        // those and all below them
};

struct Excerpt {
  std::vector<ExcerptNode> nodes;  // pre-order
  std::int64_t total = 0;          // nodes of the subtree of nodes[0]
};

struct ExcerptOptions {
  enum class Only { kAll, kPrincipal, kCutoffs, kPath };
  Only only = Only::kAll;
  std::optional<std::int64_t> focus;  // the node at the end of the path, with Only::kPath
  std::size_t max_nodes = 60;
  std::size_t max_across = 14;           // places side by side, those of ghosts and marks included
  std::int64_t max_levels = 8;           // below the excerpt's root
  std::size_t max_children = 13;         // of one node, where it has a few more than that
  bool with_updates = false;             // read the bound updates of the nodes shown
  std::vector<std::string> reported_pv;  // of the search, if the excerpt's root is its root
  // How many places side by side the skipped moves of a cutoff take.
  std::function<std::size_t(const CutoffRow&)> ghost_places;
};

// bad_input if the focus is not below the root.
Result<Excerpt> take_excerpt(const TraceReader& reader, const NodeRow& root,
                             const ExcerptOptions& options);

}  // namespace plytrace::tree
