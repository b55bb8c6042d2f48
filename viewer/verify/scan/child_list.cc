// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/child_list.h"

#include <algorithm>

namespace plytrace::verify {

void ChildList::clear() {
  children_.clear();
  hand_overs_.clear();
  // An index is the exception: most nodes have few children.
  if (indexed_ > 0) by_move_.clear();
  indexed_ = 0;
  fold_ = {};
  has_counted_ = has_stopped_ = has_twofold_ = false;
}

void ChildList::add(const ChildRecord& record) {
  children_.push_back(record);
  children_.back().fold_before = fold_;
  has_twofold_ = has_twofold_ || record.readings.size() == 2;
  if (!record.counts()) return;
  has_counted_ = true;
  has_stopped_ = has_stopped_ || !record.has_value;
  if (record.role == format::Role::kHandOver) hand_overs_.push_back(children_.size() - 1);
  if (record.has_value) add_to_fold(record.readings);
}

// A maximum cannot be taken back: it is made again from the superseded child on, which is almost
// always the last.
void ChildList::supersede(ChildRecord& child) {
  child.superseded = true;
  const auto first = static_cast<std::size_t>(&child - children_.data());
  std::erase(hand_overs_, first);
  fold_ = child.fold_before;
  for (std::size_t i = first; i < children_.size(); ++i) {
    ChildRecord& each = children_[i];
    each.fold_before = fold_;
    if (each.counts() && !each.superseded && each.has_value) add_to_fold(each.readings);
  }
}

// Keeps the two readings apart, position by position.
void ChildList::add_to_fold(const Candidates<Reading>& readings) {
  if (fold_.size() == 1 && readings.size() == 1) {
    fold_ = std::max(fold_.front(), readings.front().value);
    return;
  }
  if (fold_.is_empty()) {
    fold_.add(readings[0].value);
    if (readings.size() == 2) fold_.add(readings[1].value);
    return;
  }
  fold_ = Candidates<Score>(std::max(fold_[0], readings[0].value),
                            std::max(fold_[1], readings[1].value));
}

// Children finish in the order of their ids.
ChildRecord* ChildList::find(std::int64_t id) {
  const auto found = std::lower_bound(
      children_.begin(), children_.end(), id,
      [](const ChildRecord& child, std::int64_t wanted) { return child.id < wanted; });
  return found == children_.end() || found->id != id ? nullptr : &*found;
}

ChildRecord* ChildList::last_search() {
  for (auto child = children_.rbegin(); child != children_.rend(); ++child) {
    if (child->counts() && !child->superseded) return &*child;
  }
  return nullptr;
}

const std::unordered_map<std::int64_t, ChildList::OfMove>& ChildList::index() const {
  // Only what has come since the last question.
  for (; indexed_ < children_.size(); ++indexed_) {
    const ChildRecord& child = children_[indexed_];
    OfMove& entry = by_move_[child.move];
    entry.tried = entry.tried || child.role != format::Role::kNullMove;
    if (child.counts()) entry.searched = indexed_;
  }
  return by_move_;
}

ChildRecord* ChildList::last_search_of(std::int64_t move) {
  if (children_.size() > kFew) {
    const auto found = index().find(move);
    if (found == by_move_.end() || found->second.searched == kNone) return nullptr;
    ChildRecord& child = children_[found->second.searched];
    // What came before the last one was superseded before it.
    return child.superseded ? nullptr : &child;
  }
  const auto found = std::find_if(children_.rbegin(), children_.rend(), [&](const auto& child) {
    return child.move == move && child.counts() && !child.superseded;
  });
  return found == children_.rend() ? nullptr : &*found;
}

bool ChildList::has_tried(std::int64_t move) const {
  if (children_.size() > kFew) {
    const auto found = index().find(move);
    return found != by_move_.end() && found->second.tried;
  }
  return std::any_of(children_.begin(), children_.end(), [&](const ChildRecord& child) {
    return child.move == move && child.role != format::Role::kNullMove;
  });
}

}  // namespace plytrace::verify
