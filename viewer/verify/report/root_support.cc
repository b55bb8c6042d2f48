// SPDX-License-Identifier: MIT
#include "viewer/verify/report/root_support.h"

#include <algorithm>
#include <utility>

#include "viewer/meaning/claim.h"

namespace plytrace::verify {
namespace {

constexpr std::size_t kMostNodes = 20'000;  // per walk

// Assumptions about unsearched moves, which could only be better for the side to move.
bool is_of_missing_moves(Assumption kind) {
  return kind == Assumption::kMoveList || kind == Assumption::kForward;
}

// The children whose search counts, in the order of the moves: the last search of each move.
std::vector<NodeRow> counted_children(const TraceReader& reader, const NodeRow& node) {
  std::vector<NodeRow> children;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (!child.counts()) return true;
    const auto same = std::find_if(children.begin(), children.end(), [&](const NodeRow& other) {
      return child.move.value_or(0) > 0 && other.move == child.move;
    });
    if (same == children.end()) {
      children.push_back(child);
    } else {
      *same = child;
    }
    return true;
  });
  return children;
}

}  // namespace

RootSupport::RootSupport(const TraceReader& reader, const Facts& facts,
                         std::vector<AssumedAt> assumed)
    : reader_(reader), facts_(facts), assumed_(std::move(assumed)), counted_(assumed_.size()) {
  std::stable_sort(assumed_.begin(), assumed_.end(),
                   [](const AssumedAt& a, const AssumedAt& b) { return a.node < b.node; });
}

bool RootSupport::reaches(const NodeRow& node, const Goal& goal) const {
  if (node.credited) {
    return goal.lower ? *node.credited >= goal.threshold : *node.credited <= goal.threshold;
  }
  std::optional<Window> window;
  if (node.alpha && node.beta) window = Window{*node.alpha, *node.beta};
  // Without a window the row does not show its claim, although it was found to be proven.
  const Bound bound =
      claimed_bound(node, window, facts_.may_clamp_leaves()).value_or(Bound::kExact);
  const Interval claim = claimed_interval(*node.value, bound, facts_.range);
  return goal.lower ? claim.lower >= goal.threshold : claim.upper <= goal.threshold;
}

std::optional<AssumptionCounts> RootSupport::find(const std::vector<std::int64_t>& roots,
                                                  const Interval& proven) {
  for (const Goal& goal : {Goal{true, proven.lower}, Goal{false, proven.upper}}) {
    // No score lies beyond the range, so its ends need no proof.
    const bool is_open =
        goal.lower ? goal.threshold <= facts_.range.lower : goal.threshold >= facts_.range.upper;
    if (is_open) continue;
    const auto shows = [&](std::int64_t id) {
      const auto root = reader_.node(id);
      return root && root->value && reaches(*root, goal);
    };
    // The last pass that proves this end.
    const auto root = std::find_if(roots.rbegin(), roots.rend(), shows);
    if (root == roots.rend() || !walk(*root, goal)) return std::nullopt;
  }
  return counts_;
}

bool RootSupport::walk(std::int64_t root, const Goal& goal) {
  met_ = {};
  open_ = {root};
  while (!open_.empty()) {
    const std::int64_t id = open_.back();
    open_.pop_back();
    if (met_.contains(id)) continue;
    met_.insert(id);
    const auto node = reader_.node(id);
    if (++visited_ > kMostNodes || !node || !node->side || !visit(*node, goal)) return false;
  }
  return true;
}

void RootSupport::count(std::int64_t node, bool needs_all) {
  auto at = std::lower_bound(assumed_.begin(), assumed_.end(), node,
                             [](const AssumedAt& a, std::int64_t id) { return a.node < id; });
  for (; at != assumed_.end() && at->node == node; ++at) {
    const auto place = static_cast<std::size_t>(at - assumed_.begin());
    if (counted_[place] || (is_of_missing_moves(at->kind) && !needs_all)) continue;
    counted_[place] = true;
    counts_[static_cast<std::size_t>(at->kind)] += at->count;
  }
}

bool RootSupport::visit(const NodeRow& node, const Goal& goal) {
  const bool needs_all = (node.side == format::Side::kMax) != goal.lower;
  count(node.id, needs_all);
  if (node.kind != format::NodeKind::kInterior) {
    push_entries(node);
    return true;
  }
  return push_children(node, goal);
}

// Adds the nodes that stored the entries used here. Returns false if there are none.
bool RootSupport::push_entries(const NodeRow& node) {
  bool has_any = false;
  for (const TableProbeRow& probe : reader_.events_of<TableProbeRow>(node)) {
    const bool is_used =
        probe.used == format::TableUse::kAnswered || probe.used == format::TableUse::kNarrowed;
    if (!is_used || !probe.stored_by) continue;
    push(*probe.stored_by);
    has_any = true;
  }
  return has_any;
}

bool RootSupport::push_children(const NodeRow& node, const Goal& goal) {
  const std::vector<NodeRow> children = counted_children(reader_, node);
  const auto shows = [&](const NodeRow& child) { return child.value && reaches(child, goal); };
  if (!children.empty() && children.back().role == format::Role::kHandOver) {
    push(children.back().id);
    return true;
  }
  if ((node.side == format::Side::kMax) != goal.lower) {
    const bool all = std::all_of(children.begin(), children.end(), shows);
    for (const NodeRow& child : children) push(child.id);
    return (all && !children.empty()) || has_other_ground(node);
  }
  const bool is_own =
      node.score && (goal.lower ? *node.score >= goal.threshold : *node.score <= goal.threshold);
  if (is_own) return true;
  auto chosen = std::find_if(children.begin(), children.end(), [&](const NodeRow& child) {
    return child.id == node.best && shows(child);
  });
  if (chosen == children.end()) chosen = std::find_if(children.begin(), children.end(), shows);
  if (chosen != children.end()) {
    push(chosen->id);
    return true;
  }
  return has_other_ground(node);
}

// If no child proves it, a table entry does, or a cutoff or bound update with another cause (null
// move, static bound), whose assumption was counted at the node itself.
bool RootSupport::has_other_ground(const NodeRow& node) {
  if (push_entries(node)) return true;
  const auto updates = reader_.events_of<BoundUpdateRow>(node);
  return !reader_.events_of<CutoffRow>(node).empty() ||
         std::any_of(updates.begin(), updates.end(), [](const BoundUpdateRow& update) {
           return update.cause != format::Cause::kChild;
         });
}

}  // namespace plytrace::verify
