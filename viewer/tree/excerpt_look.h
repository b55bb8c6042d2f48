// SPDX-License-Identifier: MIT
//
// Working data while an excerpt is chosen: one Look per node examined, with the places of its
// skipped moves. excerpt.cc chooses among the looks; excerpt_places.h builds the excerpt from the
// chosen ones. Thread rule: plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "viewer/tree/excerpt.h"

namespace plytrace::tree {

// The place of moves that a cutoff skipped, and the places shown below it.
struct PrunedPlace {
  ExcerptNode node;
  // The recorded node below which the place hangs, its level, and the moves from there; null if the
  // place stands for several moves.
  const NodeRow* cut = nullptr;
  std::int64_t cut_level = 0;
  PrunedMoves* unpruned = nullptr;  // for the trace that contains `cut`
  PrunedMoves::Line line;
  std::vector<PrunedPlace> below;
};

// A node that was examined; the excerpt contains it if `shown`.
struct Look : PlaceFacts {
  int parent = -1;
  std::int64_t level = 0, size = 1, other_size = 0;
  bool on_line = false;  // on the line of best moves below the excerpt's root
  bool shown = false, focus = false, loaded = false;
  std::vector<Skip> skips;
  std::int64_t child_count = 0, unread_before_last = 0;
  std::vector<int> children;  // indices of looks, in search order
  std::size_t place = 0;      // index among its parent's children
  std::size_t shown_children = 0, gaps = 0;
  std::vector<PrunedPlace> skipped;
};

// Neighbours may share a gap unless they differ in the known reason why only one search has them.
inline bool alike(const PlaceFacts& a, const PlaceFacts& b) {
  return a.skipped_by == b.skipped_by && a.skipped_by_other == b.skipped_by_other &&
         a.again == b.again && a.maybe_by_both == b.maybe_by_both;
}

// Number of children that are only counted, not read.
inline std::int64_t unread(const Look& look) {
  return look.child_count - static_cast<std::int64_t>(look.children.size());
}

// Name of the move that leads to a node; "=" if no move does.
inline std::string move_name(const Look& look, const TraceReader& reader,
                             const ExcerptOptions& options) {
  const TraceReader& of_row = look.by_first ? reader : options.other->reader;
  return look.row.move ? of_row.move_name(look.row) : std::string("=");
}

}  // namespace plytrace::tree
