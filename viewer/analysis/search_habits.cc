// SPDX-License-Identifier: MIT
#include "viewer/analysis/search_habits.h"

#include <algorithm>

#include "viewer/meaning/depth_gain.h"

namespace plytrace {
namespace {

using format::Phase;
using format::Role;
using format::Side;

constexpr std::int32_t kLateMove = 3;
constexpr std::int64_t kReducible = 3;  // smallest depth at which engines reduce

// Whether a value closes a window at the end of the side to move.
bool closes(const std::optional<Side>& side, const std::optional<Score>& value,
            const std::optional<Score>& alpha, const std::optional<Score>& beta) {
  if (!side || !value) return false;
  return *side == Side::kMax ? beta && *value >= *beta : alpha && *value <= *alpha;
}

bool has_windows(const NodeRow& a, const NodeRow& b) {
  return a.alpha && a.beta && b.alpha && b.beta;
}

bool asks_only(const NodeRow& row) {
  return row.role == Role::kNullMove || row.role == Role::kProbe;
}

}  // namespace

HabitCount& HabitCount::operator+=(const HabitCount& other) {
  could += other.could;
  did += other.did;
  return *this;
}

void add(HabitCounts& sum, const HabitCounts& counts) {
  for (std::size_t i = 0; i < kHabits; ++i) sum[i] += counts[i];
}

std::optional<std::int64_t> plies_deeper(const NodeRow& parent, const NodeRow& child) {
  return child.phase == Phase::kMain ? depth_gain(parent, child) : std::nullopt;
}

void HabitWatch::count(Habit habit, bool did) {
  Small& small = by_child_[static_cast<std::size_t>(habit)];
  ++small.could;
  if (did) ++small.did;
}

void HabitWatch::probe(const TableProbeRow& row) {
  is_probed_ = true;
  if (row.move && row.used != format::TableUse::kNo) table_move_ = row.move;
}

// Enters a search of a move other than the last one.
void HabitWatch::enter_move(const NodeRow& node, const NodeRow& child) {
  if (is_closed_) went_on_ = true;
  if (++moves_ == 1) low_ = node.alpha, high_ = node.beta;
  // The last search of a move counts, because an earlier one may have been reduced.
  if (value_ && low_ && node.side == Side::kMax) low_ = std::max(*low_, *value_);
  if (value_ && high_ && node.side == Side::kMin) high_ = std::min(*high_, *value_);
  if (moves_ == 1) is_hash_move_late_ = table_move_ && child.move != table_move_;
  if (moves_ >= kLateMove && node.depth.value_or(0) >= kReducible) {
    count(Habit::kUnreduced, child.role != Role::kReduced);
  }
}

void HabitWatch::enter_child(const NodeRow& node, const NodeRow& child) {
  has_children_ = true;
  const auto deeper = plies_deeper(node, child);
  if (asks_only(child)) {
    if (deeper && *deeper >= 0) asks_fully_ = true;
    return;
  }
  if (!child.counts()) return;
  if (deeper) {
    count(Habit::kDeeper, *deeper > 0);
    count(Habit::kMuchDeeper, *deeper > 1);
  }
  const bool again = moves_ > 0 && child.move && move_ == child.move;
  if (!again) enter_move(node, child);
  if (has_windows(node, child)) {
    count(Habit::kWider, *child.alpha < *low_ || *child.beta > *high_);
  }
  count(Habit::kAgain, again && child.role == role_);
  const bool beaten = node.side == Side::kMax ? value_ && alpha_ && *value_ > *alpha_
                                              : value_ && beta_ && *value_ < *beta_;
  count(Habit::kUnasked, again && child.role == Role::kReSearch && value_ && !beaten);
  move_ = child.move;
  role_ = child.role;
  value_ = child.value;
  alpha_ = child.alpha;
  beta_ = child.beta;
  if (closes(node.side, child.value, node.alpha, node.beta)) is_closed_ = true;
}

HabitCounts HabitWatch::counts(const NodeRow& node) const {
  HabitCounts counts{};
  for (std::size_t i = 0; i < by_child_.size(); ++i) {
    counts[i] = {by_child_[i].could, by_child_[i].did};
  }
  // A move that is searched twice had one chance to be searched again without need.
  HabitCount& unasked = counts[static_cast<std::size_t>(Habit::kUnasked)];
  unasked.could =
      std::min<std::int64_t>(unasked.could, std::max<std::int64_t>(moves_, unasked.did));
  const auto once = [&](Habit habit, bool could, bool did) {
    counts[static_cast<std::size_t>(habit)] = {could ? 1 : 0, could && did ? 1 : 0};
  };
  const bool is_main = node.phase == Phase::kMain;
  once(Habit::kStandPatLeft, !is_main && closes(node.side, node.score, node.alpha, node.beta),
       has_children_);
  if (!has_children_) return counts;
  once(Habit::kFullProbe, is_main && node.depth, asks_fully_);
  once(Habit::kAfterCut, is_closed_, went_on_);
  once(Habit::kLateCut, cut_after_ > 0, cut_after_ >= kLateMove);
  once(Habit::kHashMoveLate, table_move_ && moves_ > 0, is_hash_move_late_);
  once(Habit::kUnstored, is_main && node.value, !is_stored_);
  once(Habit::kUnprobed, is_main, !is_probed_);
  return counts;
}

}  // namespace plytrace
