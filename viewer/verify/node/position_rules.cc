// SPDX-License-Identifier: MIT
//
// Rows that stand for one position must not report two: a node and its hand-over or its probe
// without a move, two searches of one move, nodes with one key.
#include <fmt/format.h>

#include <algorithm>

#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {

using format::Role;

ToldPosition NodeJudge::told_position(const OpenNode& node) const {
  const NodeRow& row = node.row;
  ToldPosition told;
  if (replay_ != nullptr) return told;  // it knows the position
  told.side = row.side;
  told.moves = node.children.moves();
  const ChildRecord* const handed = node.hand_over();
  if (handed != nullptr) told.moves |= handed->told.moves;
  // Such a node may have a key of its own, and its number of moves is smaller.
  if (row.excluded) return told;
  told.has_key = row.key.has_value();
  told.key = row.key.value_or(0);
  // In quiescence the engine chooses the list.
  const bool is_counted = row.legal && row.kind == format::NodeKind::kInterior &&
                          row.phase == format::Phase::kMain && !node.is_doubted(kDoubtSkipped) &&
                          !is_silent(Rule::kCount, node.doubts);
  if (is_counted) told.legal = *row.legal;
  if (handed != nullptr) {
    if (told.legal < 0) told.legal = handed->told.legal;
    told.has_all_moves = handed->told.has_all_moves && handed->told.moves == told.moves;
    return told;
  }
  if (!is_counted || node.cut || node.has_forward) return told;
  const auto named =
      std::count_if(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
        return child.counts() && !child.superseded && child.move > 0;
      });
  told.has_all_moves = named == *row.legal;
  return told;
}

// Compares two searches of one position and reports the difference; the later one has the id
// `later`. Where only the lists of moves differ, the search may have filters of its own, unless it
// declares itself uniform.
Differing NodeJudge::compare_positions(const ToldPosition& earlier, const ToldPosition& later,
                                       bool have_depth_left, std::int64_t later_id,
                                       std::string_view what) {
  const Differing found = difference(earlier, later, facts_.is_key_of_more);
  switch (found) {
    case Differing::kNothing:
      return found;
    case Differing::kSide:
      ledger_.incomplete(
          fmt::format("{} with another side to move, though both have one position: "
                      "report one side, or the role null_move for a pass",
                      what));
      return found;
    case Differing::kKey:
      ledger_.incomplete(
          fmt::format("{} with another key, though both have one position: report "
                      "one key, or declare \"key_of\" in the options of the search",
                      what));
      return found;
    case Differing::kMoves:
      break;
  }
  const bool is_wrong = facts_.uniform && facts_.captures(kCapLegal | kCapCutoffs | kCapRoles) &&
                        have_depth_left && earlier.legal >= 0 && later.legal >= 0 &&
                        earlier.legal != later.legal;
  if (is_wrong) {
    ledger_.blame(Rule::kCount, later_id, [&] {
      return Words{fmt::format("#{}: {} legal, but an earlier search of this position had {}",
                               later_id, later.legal, earlier.legal),
                   std::to_string(earlier.legal), std::to_string(later.legal)};
    });
  }
  return found;
}

// Nodes with one key have one position, so they have one side to move and the same moves. A search
// may filter its moves by depth. The assumption key_side does not weaken the proof of the node (its
// flags): a key without the side is common, and what follows from it must be found.
void NodeJudge::compare_by_key(const OpenNode& node) {
  if (replay_ != nullptr || !node.row.key) return;
  const OfKey here{told_position(node), node.row.depth, node.row.id};
  OfKey* const seen = of_keys_.find_or_keep(static_cast<std::uint64_t>(*node.row.key), here);
  if (seen == nullptr) return;
  if (seen->told.side != here.told.side) return ledger_.assume(Assumption::kKeySide);
  if (here.told.legal < 0) return;
  if (seen->told.legal < 0) {
    *seen = here;
    return;
  }
  const bool may_be_filtered = !facts_.uniform && seen->depth != here.depth;
  if (may_be_filtered || !differ_in_moves(seen->told, here.told)) return;
  do_keys_clash_ = true;
  ledger_.warn(Rule::kWarnKeyClash, node.row.id, [&] {
    return fmt::format("{}: it has the key of #{}, but other moves ({} legal instead of {})",
                       ledger_.name(node.row), seen->node, here.told.legal, seen->told.legal);
  });
}

// Called after the scan: the keys are all that ties table answers to positions.
void NodeJudge::assume_keys() {
  if (do_keys_clash_ && habits_.table_answers > 0) {
    ledger_.assume(Assumption::kTableOrigin, habits_.table_answers);
  }
}

// A node, and the children that have its position.
void NodeJudge::compare_with_own_children(OpenNode& node) {
  if (!node.children.has_same_position()) return;
  const ToldPosition own = told_position(node);
  for (const ChildRecord& child : node.children) {
    if (!child.has_same_position()) continue;
    const bool is_probe = child.role == Role::kProbe;
    const bool have_depth_left = node.row.depth.value_or(0) > 0 && child.depth.value_or(0) > 0;
    const Differing found = compare_positions(child.told, own, have_depth_left, node.row.id,
                                              is_probe ? "probes without a move" : "hand-overs");
    if (found == Differing::kNothing) continue;
    if (found == Differing::kMoves && is_probe) {
      node.may_hide_move = true;
      continue;
    }
    if (found == Differing::kMoves) {
      ledger_.incomplete(
          "hand-overs with other moves than their node, though both have one position: report one "
          "`legal`, and the moves left out by `exclude`");
    }
    if (!is_probe) node.flags |= kIncompleteBelow;
  }
}

}  // namespace plytrace::verify
