// SPDX-License-Identifier: MIT
//
// Plain nodes: about nearly all nodes of plytrace's own searches no rule has anything to say. Their
// row and the state of the open nodes show it, so that they are judged in one step, with the same
// result: a leaf as by check_row(), enter(), leave() and deliver(), another node as by leave().
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

// Whether the search is one of plytrace's own, and its nodes need not be judged at length.
bool NodeJudge::may_be_plain() const {
  return takes_short_way_ && facts_.demands.exact_kinds && facts_.demands.game_positions;
}

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
  const bool is_below = row.ply == saturated_sum(parent.row.ply, 1) && row.ply > parent.row.ply &&
                        row.depth == saturated_sum(*parent.row.depth, -1);
  const bool is_tried =
      std::any_of(parent.children.begin(), parent.children.end(),
                  [&](const ChildRecord& child) { return child.move == *row.move; });
  return may_be_plain() && facts_.exact_windows && facts_.captures(kCapRoles) && is_below &&
         !is_tried && (row.key || !facts_.captures(kCapKeys)) && !origins_.is_used(row.id) &&
         fits_window(parent, row, parent.current.front(),
                     parent.view(Window{*row.alpha, *row.beta}));
}

PLYTRACE_PER_NODE void NodeJudge::take_plain_leaf(OpenNode& parent, const NodeRow& row) {
  // check_going_on() counts this, too; only minimax, whose windows stay open, gets here.
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

// Whether the children are the moves of the node, each searched once and fully, to a firm result.
bool NodeJudge::are_plain(const ChildList& children) {
  return !children.empty() &&
         std::all_of(children.begin(), children.end(), [](const ChildRecord& child) {
           return child.role == format::Role::kMove && child.counts() && child.has_value &&
                  child.move > 0 && !child.superseded && !child.blamed && !child.shallower &&
                  !child.is_quiescence && child.readings.size() == 1;
         });
}

// Whether the state of a node that is left, apart from its result, is that of a plain node.
bool NodeJudge::is_plain_interior(const OpenNode& node) const {
  const NodeRow& row = node.row;
  const bool is_own_row = row.kind == NodeKind::kInterior && row.depth && row.legal && row.bound &&
                          row.phase == format::Phase::kMain && !row.score && !row.excluded;
  // The replay has compared the list of its moves with the rules, so that no move occurs twice.
  const bool is_clear = node.doubts == 0 && (node.flags & ~kHorizonBelow) == 0 &&
                        node.is_list_replayed && !node.may_hide_move && !node.skipped_list_wrong &&
                        !node.constrained && !node.has_forward && !node.static_eval &&
                        node.probes.empty() && node.stores.empty() &&
                        !(node.cut && node.cut->cause != format::Cause::kChild);
  const bool is_in_one_window = node.entry.size() == 1 && node.current.size() == 1 &&
                                node.frame.size() == 1 &&
                                node.entry.front().alpha < node.entry.front().beta;
  return may_be_plain() && facts_.soft && facts_.uniform && is_own_row && is_clear &&
         is_in_one_window && !(facts_.loose_root && node.level == 0) && node.skipped >= 0 &&
         !origins_.is_used(row.id) && are_plain(node.children) &&
         saturated_sum(static_cast<std::int64_t>(node.children.size()), node.skipped) == *row.legal;
}

// The result of a node with a value and a side, if it is plain; else leave() finds it.
std::optional<Outcome> NodeJudge::plain_outcome(const OpenNode& node) const {
  if (!is_plain_interior(node)) return std::nullopt;
  const NodeRow& row = node.row;
  const Score value = node.view(*row.value);
  const Interval range = node.view(facts_.range);
  const ChildRecord* best = nullptr;  // the first with the value
  Interval proven{-kInfinity, -kInfinity};
  Outcome outcome;
  for (const ChildRecord& child : node.children) {
    const Reading& told = child.readings.front();
    proven.lower = std::max(proven.lower, told.proven.lower);
    proven.upper = std::max(proven.upper, told.proven.upper);
    if (told.value != value) continue;
    if (best == nullptr) best = &child;
    outcome.is_of_end = outcome.is_of_end || child.is_of_end;
  }
  if (best == nullptr || value != node.fold().front()) return std::nullopt;
  if (node.cut && node.cut->skips) proven.upper = range.upper;
  proven.lower = std::max(proven.lower, range.lower);
  proven.upper = std::max(std::min(proven.upper, range.upper), range.lower);
  const Interval claim = claimed_interval(value, node.view(*row.bound), range);
  const bool is_proven =
      !proven.is_empty() && proven.is_inside(claim) &&
      (claim.lower <= range.lower || best->readings.front().proven.lower >= claim.lower);
  // These are demands of blame_own_result(), check_first_best() and blame_missing_event().
  const bool fails_low = value <= node.frame.front().alpha;
  const bool is_told =
      *row.bound == bound_in(*row.value, node.view(node.entry.front())) &&
      row.best == (fails_low ? std::nullopt : std::optional(best->id)) &&
      (facts_.form == WindowForm::kFull || node.cut || value <= node.current.front().alpha);
  if (!is_proven || !is_told) return std::nullopt;
  outcome.has_value = true;
  outcome.flags = node.flags;
  outcome.readings = Reading{*row.value, node.view(proven)};
  return outcome;
}

}  // namespace plytrace::verify
