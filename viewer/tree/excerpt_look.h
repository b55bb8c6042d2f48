// SPDX-License-Identifier: MIT
//
// What is known of a node while an excerpt is chosen, and of the places of what a cutoff skipped
// there; excerpt.cc chooses among them, excerpt_places.h makes the excerpt of those that are shown.
// Thread rule: plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/tree/excerpt.h"

namespace plytrace::tree {

// What a cutoff kept the search from, and what is shown below it.
struct PrunedPlace {
  ExcerptNode node;
  // The node of the trace where it hangs, its level, and the moves from there on; null where the
  // place stands for several.
  const NodeRow* cut = nullptr;
  std::int64_t cut_level = 0;
  PrunedMoves* unpruned = nullptr;  // of the trace of `cut`
  PrunedMoves::Line line;
  std::vector<PrunedPlace> below;
};

// A node that was looked at. It is shown if `shown`.
struct Look {
  NodeRow row;
  // As in ExcerptNode.
  bool by_first = true, by_second = false, again = false, null_window = false;
  std::string part{};
  std::optional<NodeRow> other;
  std::optional<std::size_t> skipped_by, skipped_by_other;
  int parent = -1;
  std::int64_t level = 0, size = 1, other_size = 0, rank = 0;
  // On the line of best moves below the excerpt's root; on the principal variation of the pass.
  bool on_line = false, principal = false, other_principal = false;
  bool shown = false, focus = false, loaded = false;
  std::vector<CutoffRow> cutoffs, other_cutoffs;
  std::vector<Skip> skips;
  std::vector<BoundUpdateRow> updates;
  std::int64_t child_count = 0, unread_before_last = 0;
  std::vector<int> children;  // looks, in the order searched
  std::size_t place = 0;      // among its parent's children
  std::size_t shown_children = 0, gaps = 0;
  std::vector<PrunedPlace> skipped;

  bool by_both() const { return by_first && by_second; }
};

// Neighbours share a gap unless it is known why only one search has one of them.
template <class A, class B>
bool alike(const A& a, const B& b) {
  return a.skipped_by == b.skipped_by && a.skipped_by_other == b.skipped_by_other &&
         a.again == b.again;
}

// Children that are counted only.
inline std::int64_t unread(const Look& look) {
  return look.child_count - static_cast<std::int64_t>(look.children.size());
}

// The name of the move that leads to a node.
inline std::string move_name(const Look& look, const TraceReader& reader,
                             const ExcerptOptions& options) {
  const TraceReader& of_row = look.by_first ? reader : options.other->reader;
  return look.row.move ? of_row.move_text(look.row.move) : std::string("=");
}

}  // namespace plytrace::tree
