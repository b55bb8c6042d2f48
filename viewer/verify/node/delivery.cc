// SPDX-License-Identifier: MIT
//
// What a parent takes from a finished child: its readings in the parent's view, replacing the
// result of an earlier search of the same move.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/per_node.h"

namespace plytrace::verify {
namespace {

using format::NodeKind;
using format::Role;

// The interval proven about a child whose value the parent used in another form (`credited`, such
// as a mate distance). A bound that equals the value becomes the new number. A weaker bound moves
// by at most the same amount. A stronger bound is dropped, because the engine shifted the value
// that it returned and not what it had proven.
Interval shifted(const Interval& proven, Score value, Score credited, const Interval& range) {
  const Score most = std::abs(credited - value);
  return {proven.lower >= value ? credited : std::max(range.lower, proven.lower - most),
          proven.upper <= value ? credited : std::min(range.upper, proven.upper + most)};
}

// Whether the rows of a node that is called illegal show a search or a result. An engine that
// captures the king to notice an illegal move writes such rows.
bool shows_result(const OpenNode& node) {
  const bool is_narrowed = !node.entry.is_empty() && !node.current.is_empty() &&
                           node.current.front() != node.entry.front();
  return is_narrowed || node.constrained || node.cut || node.has_forward || !node.stores.empty() ||
         std::any_of(node.children.begin(), node.children.end(),
                     [](const ChildRecord& each) { return each.has_value; });
}

}  // namespace

// Whether there may be an earlier search that this one repeats.
bool NodeJudge::may_repeat(const OpenNode& parent, const ChildRecord& record) const {
  return parent.children.is_search_again(record.role, record.move) ||
         parent.children.has_hand_over() || !facts_.captures(kCapRoles);
}

// The search of the same move, or the last search if moves have no names. A hand-over that is
// followed by moves was really a probe.
ChildRecord* NodeJudge::earlier_search(OpenNode& parent, const ChildRecord& record) {
  ChildRecord* const hand_over =
      record.role == Role::kHandOver ? nullptr : parent.children.last_hand_over();
  ChildRecord* const last = parent.children.last_search();
  if (last == nullptr || last == hand_over) return hand_over;
  const bool is_again = parent.children.is_search_again(record.role, record.move);
  if (!is_again && facts_.captures(kCapRoles)) return nullptr;
  // Moves may share a name. Then a reduced search is of another move, and a full one repeats the
  // search directly before it.
  const bool follows = parent.children.back().move == record.move;
  const bool may_be_other =
      record.role == Role::kReduced || (record.role == Role::kMove && !follows);
  if (learned_.has_namesakes && facts_.captures(kCapRoles) && may_be_other) return nullptr;
  if (record.move <= 0) {
    const bool is_unnamed = last->move <= 0 && record.role == Role::kReSearch;
    return is_unnamed ? last : nullptr;
  }
  // Returns the later of the two.
  ChildRecord* const same = parent.children.last_search_of(record.move);
  if (same == nullptr || hand_over == nullptr) return same == nullptr ? hand_over : same;
  return same->id > hand_over->id ? same : hand_over;
}

// The last search of a move counts. What an earlier search of equal depth proves remains valid.
void NodeJudge::supersede(OpenNode& parent, ChildRecord& record, const OpenNode& child) {
  ChildRecord* earlier = earlier_search(parent, record);
  if (earlier == nullptr) return;
  parent.children.supersede(*earlier);
  if (earlier->role == Role::kHandOver) return;
  if (record.move <= 0) {
    // It is unknown which move was searched.
    ledger_.assume(Assumption::kMoveList);
    record.flags |= flag(Assumption::kMoveList);
  }
  const bool knows_depths = earlier->depth && record.depth;
  record.shallower = knows_depths && (*record.depth < *earlier->depth ||
                                      (earlier->shallower && *record.depth == *earlier->depth));
  // The later search stands alone.
  if (child.differing != Differing::kNothing) return;
  // If moves share a name, only a re-search that follows directly is of the same move.
  const bool follows = record.role == Role::kReSearch && !parent.children.empty() &&
                       parent.children.back().id == earlier->id;
  if (learned_.has_namesakes && !follows) return;
  const bool same_depth = knows_depths ? *earlier->depth == *record.depth : true;
  if (!same_depth || !earlier->has_value || !record.has_value || record.readings.size() > 1) {
    return;
  }
  const Reading& now = record.readings.front();
  const Interval before = earlier->readings.front().proven;
  const Interval both = intersection(before, now.proven);
  if (!knows_depths && earlier->role == Role::kReduced) {
    // The depth may differ, because it is unknown.
    if (both.is_empty() || both == now.proven) return;
    ledger_.assume(Assumption::kReduced);
    record.flags |= flag(Assumption::kReduced);
  }
  if (!both.is_empty()) {
    record.readings = Reading{now.value, both};
  } else if (learned_.has_namesakes) {
    ledger_.assume(Assumption::kMoveList);
    record.flags |= flag(Assumption::kMoveList);
  } else if (facts_.uniform && is_firm(earlier->flags | record.flags)) {
    ledger_.blame(Rule::kContradiction, record.id, [&] {
      return Words{fmt::format("{}: it proves {}, an earlier search of this move proved {}",
                               ledger_.name(child.row), interval_text(parent.view(now.proven)),
                               interval_text(parent.view(before))),
                   "agreement", "contradiction"};
    });
    record.flags |= kFindingBelow;
  } else {
    ledger_.assume(Assumption::kInstability);
    record.flags |= flag(Assumption::kInstability);
    // Each search proves one side, and the value lies between them. Keep both contradicting sides,
    // so that a parent whose claim rests on both is also found to be unstable.
    const bool is_between = now.value >= both.upper && now.value <= both.lower;
    if (is_between) record.readings = Reading{now.value, both};
  }
}

// The proof about the position in its parent's sense by a child that excludes moves on purpose, in
// MAX's view.
Interval NodeJudge::proven_to_parent(const OpenNode& parent, const OpenNode& child,
                                     const Interval& proven) const {
  const bool is_same_position = child.row.role == Role::kHandOver;
  const auto wanted = is_same_position ? left_out(parent.row) : std::vector<std::string>{};
  return child.view(
      of_other_moves(child.view(proven), left_out(child.row), wanted, child.view(facts_.range)));
}

// A record with the columns of the child's row; its result is added later.
ChildRecord NodeJudge::record_of(const OpenNode& parent, const NodeRow& child) {
  ChildRecord record;
  record.id = child.id;
  record.last = child.last.value_or(child.id);
  record.move = child.move.value_or(-1);
  record.depth = child.depth;
  record.role = child.role;
  record.kind = child.kind;
  record.is_quiescence = child.phase == format::Phase::kQuiescence;
  if (child.alpha && child.beta) record.window = parent.view(Window{*child.alpha, *child.beta});
  // The depth of these kinds is what was left, not what was searched.
  record.has_depth = child.phase == format::Phase::kMain && child.kind != NodeKind::kTerminal &&
                     child.kind != NodeKind::kDraw && child.kind != NodeKind::kKnown;
  return record;
}

PLYTRACE_PER_NODE void NodeJudge::deliver(OpenNode& parent, const OpenNode& child,
                                          const Outcome& outcome) {
  ChildRecord record = record_of(parent, child.row);
  record.was_empty = child.is_empty_on_entry();
  record.has_value = outcome.has_value;
  // The value may have been clamped to an unknown window, so its proof is not used.
  record.blamed =
      outcome.blamed || has_hole(outcome.flags) || (child.entry.is_empty() && !facts_.soft);
  record.flags = outcome.flags;
  record.is_of_end = outcome.is_of_end;
  for (const Reading& told : outcome.readings) {
    const Interval proven =
        child.row.excluded ? proven_to_parent(parent, child, told.proven) : told.proven;
    Reading reading{parent.view(told.value), parent.view(proven)};
    if (child.row.credited) {
      const Score credited = parent.view(*child.row.credited);
      reading.proven = shifted(reading.proven, reading.value, credited, parent.view(facts_.range));
      reading.value = credited;
    }
    record.readings.add(reading);
  }
  if (child.row.credited) {
    ledger_.assume(Assumption::kCredited);
    record.flags |= flag(Assumption::kCredited);
  }
  if (record.counts()) {
    if (may_repeat(parent, record)) supersede(parent, record, child);
    parent.flags |= record.flags;
  }
  const bool hides_move =
      child.row.kind == NodeKind::kIllegal && replay_ == nullptr && shows_result(child);
  parent.may_hide_move =
      parent.may_hide_move || hides_move || child.differing == Differing::kLegality;
  parent.children.add(record);
}

}  // namespace plytrace::verify
