// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/open_node.h"
#include "viewer/verify/per_node.h"

#include <algorithm>

namespace plytrace::verify {

bool makes_a_move(const NodeRow& row, std::int64_t parent_ply) {
  if (row.move || row.role == format::Role::kNullMove) return true;
  // These may have the parent's position; other nodes made an unreported move.
  const bool may_stay = row.role == format::Role::kHandOver || row.role == format::Role::kProbe;
  return !may_stay && row.ply > parent_ply;
}

std::vector<std::string> left_out(const NodeRow& row) {
  std::vector<std::string> moves = excluded_texts(row);
  std::sort(moves.begin(), moves.end());
  return moves;
}

Interval of_other_moves(Interval proven, const std::vector<std::string>& without,
                        const std::vector<std::string>& wanted, const Interval& range) {
  const auto holds_all_of = [](const auto& many, const auto& few) {
    return std::includes(many.begin(), many.end(), few.begin(), few.end());
  };
  if (!holds_all_of(wanted, without)) proven.upper = range.upper;
  if (!holds_all_of(without, wanted)) proven.lower = range.lower;
  return proven;
}

PLYTRACE_PER_NODE void OpenNode::begin() {
  static const NodeState kFresh;  // copying takes half as long as constructing
  static_cast<NodeState&>(*this) = kFresh;
  children.clear();
  skipped_names.clear();
  probes.clear();
  stores.clear();
  entries.clear();
  entry_sum = {};
  if (bounds_read_of > 0) {
    bounds_read.clear();
    bounds_read_of = 0;
  }
  if (own_entries_of > 0) {
    own_entries = {};
    own_entries_of = 0;
  }
  if (row.unrecorded > 0) doubt(kDoubtUnrecorded);
  view.min = row.side == format::Side::kMin;
  window_known = row.alpha.has_value() && row.beta.has_value();
  if (window_known) {
    const Window window = view(Window{*row.alpha, *row.beta});
    entry = current = frame = window;
  }
}

bool OpenNode::has_unvalued_child() const {
  return children.has_stopped() &&
         std::any_of(children.begin(), children.end(), [](const ChildRecord& child) {
           return child.counts() && !child.superseded && !child.has_value;
         });
}

bool OpenNode::proves_at_least(Score bound) const {
  if (row.score && view(*row.score) >= bound) return true;
  if (constrained && constraint.lower >= bound) return true;
  return std::any_of(children.begin(), children.end(), [&](const ChildRecord& child) {
    if (!child.counts() || child.superseded) return false;
    for (std::size_t i = 0; i < child.readings.size(); ++i) {
      if (child.readings[i].proven.lower >= bound) return true;
    }
    return false;
  });
}

std::optional<Score> OpenNode::own_score() const {
  if (row.score) return view(*row.score);
  const bool is_leaf = row.kind != format::NodeKind::kInterior;
  if (is_leaf && row.value) return view(*row.value);
  return std::nullopt;
}

const ChildRecord* OpenNode::hand_over() const {
  for (auto child = children.rbegin(); child != children.rend(); ++child) {
    if (child->counts()) return child->role == format::Role::kHandOver ? &*child : nullptr;
  }
  return nullptr;
}

}  // namespace plytrace::verify
