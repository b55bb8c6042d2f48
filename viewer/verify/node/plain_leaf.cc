// SPDX-License-Identifier: MIT
//
// Plain leaves: most nodes of plytrace's own searches are leaves that no rule has anything to say
// about. Their row and the state of their parent show it, so that they are judged in one step, with
// the same result as by check_row(), enter(), leave() and deliver().
#include <algorithm>
#include <cmath>

#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/per_node.h"

namespace plytrace::verify {
namespace {

using format::NodeKind;

// Whether the row, by itself, is as plytrace writes that of a leaf that was not clamped.
bool is_own_leaf(const NodeRow& row) {
  const bool is_scored =
      row.kind == NodeKind::kHorizon ? row.depth == 0 : row.kind == NodeKind::kTerminal;
  return is_scored && row.last == row.id && row.move.value_or(0) > 0 && row.side && row.value &&
         std::isfinite(*row.value) && row.bound == Bound::kExact && row.alpha && row.beta &&
         *row.alpha < *row.beta && row.role == format::Role::kMove &&
         row.phase == format::Phase::kMain && row.unrecorded == 0 && !row.score && !row.credited &&
         !row.best && !row.legal && !row.excluded;
}

// Whether a value inside the window raised neither of its ends.
bool is_improved(const OpenNode& node) {
  if (node.fold().is_empty()) return false;
  const Window window = node.current.front();
  const Score value = node.fold().front();
  return value > window.alpha && !node.closes(value, window.beta);
}

}  // namespace

// Whether nothing about the node is in doubt, and check_going_on() has no finding.
bool NodeJudge::may_go_on(const OpenNode& node) const {
  const bool is_clear = node.doubts == 0 && !node.cut && node.window_known && node.row.side &&
                        node.row.depth && !node.row.excluded && node.current.size() == 1 &&
                        node.fold().size() <= 1 && !node.children.has_hand_over();
  if (!is_clear || node.fold().is_empty() || facts_.form == WindowForm::kFull) return is_clear;
  const Window window = node.current.front();
  const Score value = node.fold().front();
  return value <= window.alpha && !node.closes(value, window.beta);
}

PLYTRACE_PER_NODE bool NodeJudge::is_plain_leaf(const OpenNode& parent, const NodeRow& row) const {
  if (!is_own_leaf(row) || !may_go_on(parent)) return false;
  const bool is_judged_strictly = facts_.demands.exact_kinds && facts_.demands.game_positions &&
                                  facts_.exact_windows && facts_.captures(kCapRoles);
  const bool is_below = row.ply == saturated_sum(parent.row.ply, 1) && row.ply > parent.row.ply &&
                        row.depth == saturated_sum(*parent.row.depth, -1);
  const bool is_tried =
      std::any_of(parent.children.begin(), parent.children.end(),
                  [&](const ChildRecord& child) { return child.move == *row.move; });
  return is_judged_strictly && is_below && !is_tried && (row.key || !facts_.captures(kCapKeys)) &&
         !origins_.is_used(row.id) &&
         fits_window(parent, row, parent.current.front(),
                     parent.view(Window{*row.alpha, *row.beta}));
}

PLYTRACE_PER_NODE void NodeJudge::take_plain_leaf(OpenNode& parent, const NodeRow& row) {
  // As check_going_on() counts it; only minimax, whose windows stay open, gets here.
  if (is_improved(parent)) ++sums_.habits.improvable;
  ledger_.count(Check::kStructure);
  ledger_.count(Check::kProof);
  note_value(*row.value);
  ChildRecord record = record_of(parent, row);
  record.has_value = true;
  record.is_of_end = row.kind == NodeKind::kTerminal;
  if (record.is_of_end) {
    sums_.end_seen = true;
    note_end(row);
  } else {
    record.flags = kHorizonBelow;
    note_horizon_score(row);
  }
  const SideView view{row.side == format::Side::kMin};
  const Score value = view(*row.value);
  record.readings = Reading{parent.view(*row.value), parent.view(view(Interval{value, value}))};
  parent.flags |= record.flags;
  parent.children.add(record);
}

}  // namespace plytrace::verify
