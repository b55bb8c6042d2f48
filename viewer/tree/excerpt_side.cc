// SPDX-License-Identifier: MIT
#include <cstddef>
#include <optional>

#include "viewer/meaning/claim.h"
#include "viewer/tree/excerpt.h"

namespace plytrace::tree {
namespace {

// Copies the second search's data of the place.
void take_second(const ExcerptNode& from, ExcerptNode& node) {
  node.principal = from.other_principal;
  if (!from.by_first) return;
  if (from.other) node.row = *from.other;
  node.size.nodes = from.other_nodes;
  node.cutoffs = from.other_cutoffs;
}

// Turns a place that this search skipped and the other visited into a pruned one.
void prune(const ExcerptNode& from, bool same_values, ExcerptNode& node) {
  // A gap below a pruned node stays a gap.
  const bool is_skipped = node.skipped_by || from.fate == Fate::kSearched;
  node.fate = is_skipped ? Fate::kPruned : Fate::kLeftOut;
  node.cutoffs.clear();
  node.principal = false;
  if (!same_values || claimed_bound(node.row) != Bound::kExact) node.row.value.reset();
}

// The cutoff of this search that skipped a place. A node that only one search visited has only that
// search's cutoffs.
std::optional<std::size_t> own_cutoff(const ExcerptNode& from, const ExcerptNode& above,
                                      Side side) {
  if (above.by_both()) return side == Side::kFirst ? from.skipped_by : from.skipped_by_other;
  const bool is_its_own = above.by_first == (side == Side::kFirst);
  return is_its_own ? from.skipped_by : std::nullopt;
}

}  // namespace

Excerpt side_of(const Excerpt& both, Side side, bool same_values) {
  const bool is_second = side == Side::kSecond;
  Excerpt one;
  for (const ExcerptNode& from : both.nodes) {
    ExcerptNode node = from;
    const auto parent = static_cast<std::size_t>(from.parent);
    const ExcerptNode* const above = from.parent < 0 ? nullptr : &one.nodes[parent];
    const bool is_below_skipped = above != nullptr && above->fate == Fate::kPruned;
    node.skipped_by = above == nullptr || is_below_skipped
                          ? std::nullopt
                          : own_cutoff(from, both.nodes[parent], side);
    if (above != nullptr && above->fate == Fate::kAbsent) {
      node.fate = Fate::kAbsent;
    } else if (from.fate == Fate::kPruned) {
      // A move that only the other search skipped is absent from this one.
      if (!is_below_skipped && !node.skipped_by) node.fate = Fate::kAbsent;
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
