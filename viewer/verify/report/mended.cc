// SPDX-License-Identifier: MIT
#include "viewer/verify/report/mended.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/meaning/claim.h"

namespace plytrace::verify {
namespace {

using format::Cause;
using format::Role;
using format::TableUse;

constexpr Interval kNothing{-kInfinity, -kInfinity};  // before the first child, in the node's view

// Whether the rule doubts only the moves of the node, and not the values of those searched.
bool leaves_moves(Rule rule) {
  return rule == Rule::kCutoff || rule == Rule::kCount || rule == Rule::kMoveList ||
         rule == Rule::kAfterCutoff || rule == Rule::kMissedCutoff;
}

// Whether the finding is about the row of a pass, of the search, or about the file, not a node.
bool is_of_a_row(const Fault& fault) {
  return fault.node <= 0 || fault.rule == Rule::kPass || fault.rule == Rule::kSearch ||
         fault.rule == Rule::kSearchValue || fault.rule == Rule::kContradiction ||
         fault.rule == Rule::kAltered;
}

bool is_known(const Interval& interval) {
  return interval.lower != -kInfinity || interval.upper != kInfinity;
}

// The child's value as its parent used it: a mate distance counts plies.
Interval as_taken(const Interval& right, const NodeRow& child, std::optional<Score> mate_score) {
  if (!child.credited || !child.value || *child.credited == *child.value) return right;
  const Score nearer = std::abs(*child.credited) - std::abs(*child.value);
  const auto taken = [&](Score score) {
    if (score == *child.value) return *child.credited;
    const bool is_mate = mate_score && std::abs(score) >= *mate_score && std::isfinite(score);
    return is_mate ? std::copysign(std::abs(score) + nearer, score) : score;
  };
  return {taken(right.lower), taken(right.upper)};
}

void widen(Interval& best, const Interval& own) {
  best.lower = std::max(best.lower, own.lower);
  best.upper = std::max(best.upper, own.upper);
}

}  // namespace

Mender::Mender(const TraceReader& reader, const Facts& facts, std::vector<Fault> faults,
               const std::vector<std::int64_t>& roots, const NodeSet& used)
    : reader_(reader),
      facts_(facts),
      faults_(std::move(faults)),
      roots_(roots.begin(), roots.end()),
      used_(used) {
  std::erase_if(faults_, is_of_a_row);
  choose_sets();
  std::stable_sort(faults_.begin(), faults_.end(),
                   [](const Fault& a, const Fault& b) { return a.node < b.node; });
}

// Chooses the sets: all findings, and, if there are several rules, those of the most frequent ones.
void Mender::choose_sets() {
  std::array<std::uint64_t, static_cast<std::size_t>(Rule::kRuleCount)> counts{};
  for (const Fault& fault : faults_) ++counts[static_cast<std::size_t>(fault.rule)];
  sets_.push_back({std::nullopt, faults_.size()});
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) sets_.push_back({static_cast<Rule>(i), counts[i]});
  }
  if (sets_.size() == 2) sets_.pop_back();
  std::stable_sort(sets_.begin() + 1, sets_.end(),
                   [](const Set& a, const Set& b) { return a.findings > b.findings; });
  if (sets_.size() > kMostSets) sets_.resize(kMostSets);
}

Mender::Sets Mender::sets_of(const Fault& fault) const {
  Sets sets = 1;
  for (std::size_t i = 1; i < sets_.size(); ++i) {
    if (sets_[i].rule == fault.rule) sets |= Sets{1} << i;
  }
  return sets;
}

void Mender::run(std::int64_t first, std::int64_t last) {
  const auto scan = reader_.scan(first, last);
  while (scan->next()) {
    if (const auto* row = scan->get<NodeRow>()) enter(*row);
    if (const auto* row = scan->get<CutoffRow>()) note(*row);
    if (const auto* row = scan->get<TableProbeRow>()) note(*row);
  }
  while (!path_.empty()) leave();
}

void Mender::enter(const NodeRow& row) {
  // Uses the parent if it is recorded, because a node that was never left has no `last`.
  while (!path_.empty() && (!row.parent || path_.back().row.id > *row.parent)) leave();
  Open node;
  node.row = row;
  node.best.fill(kNothing);
  while (next_fault_ < faults_.size() && faults_[next_fault_].node < row.id) ++next_fault_;
  node.faults = next_fault_;
  Sets sets = 0;
  while (next_fault_ < faults_.size() && faults_[next_fault_].node == row.id) {
    sets |= sets_of(faults_[next_fault_++]);
  }
  node.faults_end = next_fault_;
  traits_.note(row, path_.empty() ? nullptr : &path_.back().row, sets);
  path_.push_back(std::move(node));
}

Mender::Open* Mender::find(std::int64_t node) {
  const auto at =
      std::lower_bound(path_.begin(), path_.end(), node,
                       [](const Open& open, std::int64_t id) { return open.row.id < id; });
  return at != path_.end() && at->row.id == node ? &*at : nullptr;
}

void Mender::note(const CutoffRow& row) {
  Open* const node = find(row.node);
  // Like the search, assumes that moves dropped without a proof are not better.
  if (node == nullptr) return;
  if (row.kind == format::CutoffKind::kForward) {
    node->given_up += row.skipped.value_or(0);
    return;
  }
  node->left_moves = node->left_moves || row.skipped != 0;
  if (row.cause == Cause::kNullMove) node->null_cut = row.value ? row.value : node->row.value;
}

void Mender::note(const TableProbeRow& row) {
  Open* const node = find(row.node);
  const bool used = row.used == TableUse::kNarrowed || row.used == TableUse::kAnswered;
  if (node == nullptr || !used) return;
  node->stored_by = row.stored_by;
  node->is_answered = row.used == TableUse::kAnswered;
  if (row.value) {
    node->entry = claimed_interval(*row.value, row.bound.value_or(Bound::kExact), facts_.range);
  }
}

void Mender::fold_last_child(Open& node) {
  if (!node.has_last_child) return;
  const SideView view{node.row.side == format::Side::kMin};
  for (std::size_t i = 0; i < node.best.size(); ++i) widen(node.best[i], view(node.last_child[i]));
  node.has_last_child = false;
}

void Mender::leave() {
  Open node = std::move(path_.back());
  path_.pop_back();
  fold_last_child(node);
  Sets changed = 0;
  const Intervals right = right_of(node, changed);
  if (changed != 0 && used_.contains(node.row.id)) entries_[node.row.id] = {right, changed};
  // In a damaged trace the parent need not be open.
  if (!path_.empty() && node.row.parent != path_.back().row.id) return;
  if (!path_.empty()) return deliver(path_.back(), node.row, right, changed);
  if (roots_.count(node.row.id) == 0) return;
  met_root_ = true;
  for (std::size_t i = 0; i < right.size(); ++i) {
    of_roots_[i] = intersection(of_roots_[i], right[i]);
  }
  claim_of_roots_ = intersection(claim_of_roots_, claim_of(node.row).value_or(Interval{}));
}

void Mender::deliver(Open& parent, const NodeRow& child, const Intervals& right,
                     Sets changed) const {
  if (child.role == Role::kHandOver) {
    parent.other_search = right;
    parent.has_other_search = true;
    parent.changed |= changed;
    return;
  }
  if (child.role == Role::kNullMove) {
    parent.null_child = right;
    parent.null_changed = changed;
    return;
  }
  if (!child.counts()) return;
  // If a move was searched several times, the last search counts.
  const bool is_again = parent.has_last_child && child.move && child.move == parent.last_move;
  if (!is_again) {
    fold_last_child(parent);
    ++parent.moves;
  }
  parent.last_move = child.move;
  parent.has_children = parent.has_last_child = true;
  for (std::size_t i = 0; i < right.size(); ++i)
    parent.last_child[i] = as_taken(right[i], child, facts_.mate_score);
  parent.changed |= changed;
}

std::optional<Interval> Mender::claim_of(const NodeRow& row) const {
  std::optional<Window> window;
  if (row.alpha && row.beta) window = Window{*row.alpha, *row.beta};
  const auto bound = claimed_bound(row, window, facts_.may_clamp_leaves());
  if (!bound || !row.value) return std::nullopt;
  return claimed_interval(*row.value, *bound, facts_.range);
}

// The right value for each set, and the recorded one. `changed`: the sets in which it differs.
Mender::Intervals Mender::right_of(const Open& node, Sets& changed) const {
  Intervals right;
  right.fill(claim_of(node.row).value_or(from_children(node, kAsRecorded, false)));
  const auto entry = node.stored_by ? entries_.find(*node.stored_by) : entries_.end();
  Sets touched = node.changed | (node.null_cut ? node.null_changed : 0);
  if (entry != entries_.end()) touched |= entry->second.changed;
  for (std::size_t i = node.faults; i < node.faults_end; ++i) touched |= sets_of(faults_[i]);
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    const Sets bit = Sets{1} << set;
    if ((touched & bit) == 0) continue;
    const bool by_entry = entry != entries_.end() && (entry->second.changed & bit) != 0;
    if (by_entry && node.is_answered && !node.has_children) {
      right[set] = entry->second.right[set];
    } else if (by_entry) {
      right[set] = from_children(node, set, false);
    } else {
      right[set] = mended(node, set, (node.changed & bit) != 0);
      const bool has_entry = node.entry && !is_entry_wrong(node, set);
      const Interval both = intersection(right[set], has_entry ? *node.entry : facts_.range);
      if (!both.is_empty()) right[set] = both;
    }
    if (right[set] != right[kAsRecorded]) changed |= bit;
  }
  return right;
}

// Whether a finding of the set is about the node's table entry, which says nothing about the node.
bool Mender::is_entry_wrong(const Open& node, std::size_t set) const {
  return std::any_of(faults_.begin() + static_cast<std::ptrdiff_t>(node.faults),
                     faults_.begin() + static_cast<std::ptrdiff_t>(node.faults_end),
                     [&](const Fault& fault) {
                       const bool is_of_entry =
                           fault.rule == Rule::kTableDepth || fault.rule == Rule::kTablePosition ||
                           fault.rule == Rule::kTableEntry || fault.rule == Rule::kAbortedUsed;
                       return is_of_entry && (sets_of(fault) & (Sets{1} << set)) != 0;
                     });
}

// `is_below`: some value below the node differs.
Interval Mender::mended(const Open& node, std::size_t set, bool is_below) const {
  const SideView view{node.row.side == format::Side::kMin};
  bool is_open = false;
  std::optional<Interval> told;
  for (std::size_t i = node.faults; i < node.faults_end; ++i) {
    const Fault& fault = faults_[i];
    if ((sets_of(fault) & (Sets{1} << set)) == 0) continue;
    if (fault.right && is_known(*fault.right)) {
      told = fault.right;
    } else if (leaves_moves(fault.rule)) {
      is_open = true;
    } else {
      return facts_.range;  // no rule could determine the right value
    }
  }
  if (told && !is_below) return *told;
  if (!is_below && !is_open) {
    // The search below its null move has another value: does it still cut?
    const Score cut = view(*node.null_cut);
    if (view(node.null_child[set]).lower >= cut) {
      return claim_of(node.row).value_or(facts_.range);
    }
    return from_children(node, set, true);
  }
  return from_children(node, set, is_open);
}

Interval Mender::from_children(const Open& node, std::size_t set, bool is_open) const {
  if (!node.row.side) return facts_.range;
  if (node.has_other_search) return node.other_search[set];
  const SideView view{node.row.side == format::Side::kMin};
  Interval own = node.best[set];
  if (node.row.score) {
    const Score score = view(*node.row.score);
    widen(own, {score, score});
  }
  // Nothing below the node gives it a value.
  if (!node.has_children && !node.row.score) return facts_.range;
  const bool has_all =
      node.row.legal ? *node.row.legal <= node.moves + node.given_up : facts_.captures(kCapCutoffs);
  if (is_open || node.left_moves || !has_all || node.row.unrecorded > 0) {
    own.upper = std::max(own.upper, view(facts_.range).upper);
  }
  return view(own);
}

Effect Mender::effect_of(const Interval& mended, const Interval& claimed) const {
  if (intersection(mended, claimed).is_empty()) return Effect::kRoot;
  return mended.is_inside(claimed) ? Effect::kNone : Effect::kPossible;
}

// The ends of the score range carry no information.
Interval Mender::without_range(Interval interval) const {
  if (interval.is_exact()) return interval;
  if (interval.lower <= facts_.range.lower) interval.lower = -kInfinity;
  if (interval.upper >= facts_.range.upper) interval.upper = kInfinity;
  return interval;
}

std::vector<MendedRoot> Mender::results(const Interval& claimed) const {
  std::vector<MendedRoot> results;
  if (!met_root_ || faults_.empty()) return results;
  const Interval claim{claimed.lower == -kInfinity ? claim_of_roots_.lower : claimed.lower,
                       claimed.upper == kInfinity ? claim_of_roots_.upper : claimed.upper};
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    MendedRoot result;
    result.rule = sets_[set].rule;
    result.findings = sets_[set].findings;
    result.root = without_range(of_roots_[set]);
    result.claimed = without_range(claim);
    result.effect =
        of_roots_[set].is_empty() ? Effect::kNotKnown : effect_of(of_roots_[set], claim);
    result.in_common = traits_.of(set, reader_);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace plytrace::verify
