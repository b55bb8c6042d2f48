// SPDX-License-Identifier: MIT
#include <cstddef>

#include "viewer/meaning/claim.h"
#include "viewer/tree/excerpt.h"

namespace plytrace::tree {
namespace {

// The place as the second search has it.
void take_second(const ExcerptNode& from, ExcerptNode& node) {
  node.principal = from.other_principal;
  if (!from.by_first) return;
  if (from.other) node.row = *from.other;
  node.size.nodes = from.other_nodes;
  node.cutoffs = from.other_cutoffs;
}

// What a search skipped and the other visited.
void prune(const ExcerptNode& from, bool same_values, ExcerptNode& node) {
  // A gap below a pruned node stays one.
  const bool is_skipped = node.skipped_by || from.fate == Fate::kSearched;
  node.fate = is_skipped ? Fate::kPruned : Fate::kLeftOut;
  node.cutoffs.clear();
  node.principal = false;
  if (!same_values || claimed_bound(node.row) != Bound::kExact) node.row.value.reset();
}

}  // namespace

Excerpt side_of(const Excerpt& both, Side side, bool same_values) {
  const bool is_second = side == Side::kSecond;
  Excerpt one;
  for (const ExcerptNode& from : both.nodes) {
    ExcerptNode node = from;
    node.skipped_by = is_second ? from.skipped_by_other : from.skipped_by;
    const bool is_below_skipped =
        from.parent >= 0 && one.nodes[static_cast<std::size_t>(from.parent)].fate == Fate::kPruned;
    if (from.fate == Fate::kPruned) {
      node.principal = false;
    } else if (is_second ? from.by_second : from.by_first) {
      if (is_second) take_second(from, node);
      if (node.is_searched()) ++one.shown;
    } else if (node.skipped_by || is_below_skipped) {
      prune(from, same_values, node);
    } else {
      node.fate = Fate::kAbsent;
    }
    node.by_first = true;
    node.by_second = node.other_principal = false;
    node.other.reset();
    node.other_cutoffs.clear();
    node.skipped_by_other.reset();
    one.nodes.push_back(std::move(node));
  }
  one.total = static_cast<std::int64_t>(one.nodes[0].size.nodes);
  return one;
}

}  // namespace plytrace::tree
