// SPDX-License-Identifier: MIT
//
// Compares the depth to which a table entry was searched with the depth that its reader required.
// Both may be reported by probe and store, or follow from the depths of the two nodes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {
namespace {

// The depth to which an entry was searched (stored) and had to be (asked), by source.
struct EntryDepths {
  struct By {
    std::optional<std::int64_t> probe, store, node;
  };
  By asked, stored;
  // Remaining depth of the storing node, if its value follows from ends of the game.
  std::optional<std::int64_t> found_at;
  std::optional<std::int64_t> left;   // remaining depth of the node that probed
  std::optional<std::int64_t> plies;  // of the storing node, by its pass, if it reports no depth
  bool any_store = false;             // the storing node reported a depth for some entry
  bool is_searched = false;    // reached the horizon, so that it has a depth, and has no finding
  bool is_uniform = false;     // without extensions and reductions, nodes show the depth best
  bool counts_to_end = false;  // the value counts the plies to the end of the game
  bool is_any_depth = false;   // the proof follows from ends of the game
  bool is_of_whole_games = false;  // so does each value of the search

  // From the rows, or from the nodes if the rows have no depth.
  std::optional<std::int64_t> stored_depth() const {
    const auto rows = stored.probe ? stored.probe : stored.store;
    if (!stored.node) return rows;
    return !rows || (is_uniform && *stored.node < *rows) ? stored.node : rows;
  }
  std::optional<std::int64_t> asked_depth() const {
    if (!stored.node || (asked.probe && !is_uniform)) return asked.probe;
    return !asked.probe || (asked.node && *asked.node > *asked.probe) ? asked.node : asked.probe;
  }
  // How many plies the required depth of the probe is below the node's remaining depth.
  std::int64_t plies_missing() const {
    const bool is_less = asked.probe && left && *asked.probe < *left;
    if (!is_less || is_any_depth || counts_to_end) return 0;
    const std::int64_t reached = std::max(*asked.probe, stored_depth().value_or(*asked.probe));
    return std::max<std::int64_t>(saturated_difference(*left, reached), 0);
  }
  bool has_both() const { return stored_depth() && asked_depth(); }
  // Whether a search to the required depth may have stopped above the ends of the game that the
  // value follows from.
  bool may_end_lower() const {
    const auto is_less = [&](const auto& depth) { return depth && *depth < *found_at; };
    const bool is_told = asked.probe || asked.node;
    return !found_at || !is_told || is_less(asked.probe) || is_less(asked.node);
  }
  // Whether rows, or nodes that are as reliable, report the depths.
  bool is_told() const {
    return (asked.probe && (stored.probe || stored.store)) || (stored.node && is_uniform);
  }
};

// The depth that a probe without one asks for: that of its node. An entry of another position (a
// child's) has another depth, and in quiescence any entry is deep enough.
std::optional<std::int64_t> implied_depth(const NodeRow& node, const TableProbeRow& row,
                                          const Origin* origin) {
  const bool is_own_key = !row.key || !node.key || row.key == node.key;
  const bool is_own_side = origin == nullptr || !origin->side || origin->side == node.side;
  const bool is_implied = is_own_key && is_own_side && node.phase != format::Phase::kQuiescence;
  return is_implied ? node.depth : std::nullopt;
}

EntryDepths entry_depths(const OpenNode& node, const TableProbeRow& row, const Origin* origin) {
  EntryDepths depths;
  depths.asked.probe = row.depth ? row.depth : implied_depth(node.row, row, origin);
  depths.asked.node = node.row.depth;
  depths.stored.probe = row.stored_depth;
  if (origin == nullptr) return depths;
  depths.any_store = origin->stored.has_depth();
  const StoredEntry* const same = origin->stored.find(row, [&](const StoredEntry& entry) {
    return entry.depth.has_value() && is_same_entry(entry, row);
  });
  if (same != nullptr) depths.stored.store = same->depth;
  depths.is_any_depth =
      (origin->flags & kHorizonBelow) == 0 && origin->has_value && !origin->blamed;
  if (depths.is_any_depth) depths.found_at = origin->limit;
  depths.is_searched = (origin->flags & kHorizonBelow) != 0 && !origin->blamed;
  if (depths.is_searched) depths.stored.node = origin->depth;
  if (depths.is_searched) depths.plies = origin->plies;
  return depths;
}

// The conclusion from the sources of an entry's depths: the first case that holds. If none does,
// the entry is too shallow.
struct DepthCase {
  bool (*holds)(const EntryDepths&);
  std::optional<Assumption> assumed;  // nullopt: it is deep enough
};
constexpr std::array<DepthCase, 9> kDepthCases{{
    // Only a store reports a depth, and the pass of its node was not that deep.
    {[](const EntryDepths& depths) {
       const auto asked = depths.asked_depth();
       return depths.plies && asked && *depths.plies < *asked;
     },
     Assumption::kReduced},
    // Only the probe reports more than the storing node shows.
    {[](const EntryDepths& depths) {
       const auto asked = depths.asked_depth(), stored = depths.stored_depth();
       const bool is_probes_word = depths.stored.node && *depths.stored.node < *stored;
       return is_probes_word && !depths.any_store && asked && *depths.stored.node < *asked;
     },
     Assumption::kReduced},
    // No row shows that it is deep enough.
    {[](const EntryDepths& depths) { return !depths.has_both() && depths.is_searched; },
     Assumption::kReduced},
    // A search to the requested depth would not have seen the ends of the game.
    {[](const EntryDepths& depths) {
       return !depths.has_both() && depths.is_any_depth && !depths.is_of_whole_games &&
              depths.may_end_lower();
     },
     Assumption::kDeeper},
    // A value from ends of the game has no depth, and a node with a finding shows none.
    {[](const EntryDepths& depths) { return !depths.has_both(); }, std::nullopt},
    {[](const EntryDepths& depths) { return *depths.stored_depth() == *depths.asked_depth(); },
     std::nullopt},
    {[](const EntryDepths& depths) { return *depths.stored_depth() > *depths.asked_depth(); },
     Assumption::kDeeper},
    // One of the two depths is from a node: extensions before the probe may explain the difference.
    {[](const EntryDepths& depths) { return !depths.is_told(); }, Assumption::kReduced},
    // A mate is a mate at any depth.
    {[](const EntryDepths& depths) { return depths.counts_to_end; }, Assumption::kMateDistance},
}};

}  // namespace

// Whether an entry counts plies to the end of the game: by the declaration of the search, by its
// shift between plies, or by the origin of its value.
bool NodeJudge::is_distance(const OpenNode& node, const TableProbeRow& row,
                            const Origin* origin) const {
  if (facts_.mate_score && row.value && std::abs(*row.value) >= *facts_.mate_score) return true;
  const bool is_shifted =
      node.row.ply > 0 && std::abs(entry_of(row).shift) == static_cast<Score>(node.row.ply);
  return is_shifted ||
         (origin != nullptr && origin->is_of_end && row.value && ends_.may_count_plies(*row.value));
}

// Checks that an answer was searched as deep as required.
void NodeJudge::check_entry_depth(const OpenNode& node, const TableProbeRow& row,
                                  const Origin* origin, EntryProof& proof) {
  EntryDepths depths = entry_depths(node, row, origin);
  depths.is_uniform = facts_.uniform;
  depths.is_of_whole_games = facts_.is_of_whole_games;
  // The depth of the node is one ply more than that of the move's position.
  if (origin != nullptr && is_of_child(node, row, *origin)) depths.asked.node.reset();
  depths.counts_to_end = is_distance(node, row, origin);
  depths.left = depths.asked.node || !node.row.depth ? depth_left(node.row) : std::nullopt;
  const auto found = std::find_if(kDepthCases.begin(), kDepthCases.end(),
                                  [&](const DepthCase& each) { return each.holds(depths); });
  if (found != kDepthCases.end()) {
    const std::int64_t missing = depths.plies_missing();
    const auto assumed = missing > 0 ? Assumption::kReduced : found->assumed;
    if (missing > 0) ledger_.note_shallow_answer(missing);
    if (!assumed) return;
    ledger_.assume(*assumed);
    proof.flags |= flag(*assumed);
    return;
  }
  proof.blamed = true;
  // The depth that the probe found is evidence by itself.
  const bool is_found = row.stored_depth && *row.stored_depth < *depths.asked_depth();
  ledger_.blame(
      Rule::kTableDepth, node.row.id,
      [&] {
        return Words{
            fmt::format("{}: the table entry was stored for depth {}, but depth {} was asked for",
                        ledger_.name(node.row), *depths.stored_depth(), *depths.asked_depth()),
            fmt::format(">= {}", *depths.asked_depth()), std::to_string(*depths.stored_depth())};
      },
      is_found ? info(Rule::kTableDepth).needs : needs_of_origin(Rule::kTableDepth));
}

}  // namespace plytrace::verify
