// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/child_list.h"

#include <algorithm>

namespace plytrace::verify {

void ChildList::clear() {
  children_.clear();
  hand_overs_.clear();
  // Most nodes have few children and no index.
  if (indexed_ > 0) {
    by_move_.clear();
    before_of_move_.clear();
  }
  if (heaped_ > 0) heaps_ = {};
  indexed_ = heaped_ = 0;
  fold_ = {};
  has_counted_ = has_stopped_ = has_twofold_ = has_reduced_ = false;
  moves_ = 0;
}

void ChildList::add(const ChildRecord& record) {
  children_.push_back(record);
  has_twofold_ = has_twofold_ || record.readings.size() == 2;
  const bool is_move = record.counts() || record.role == format::Role::kProbe;
  if (is_move && record.kind != format::NodeKind::kIllegal) moves_ |= bit_of_move(record.move);
  if (!record.counts()) return;
  has_counted_ = true;
  has_reduced_ = has_reduced_ || record.role == format::Role::kReduced;
  has_stopped_ = has_stopped_ || !record.has_value;
  if (record.role == format::Role::kHandOver) hand_overs_.push_back(children_.size() - 1);
  if (record.has_value) add_to_fold(record.readings);
}

void ChildList::supersede(ChildRecord& child) {
  const bool was_in_fold = is_of_fold(child);
  child.superseded = true;
  std::erase(hand_overs_, static_cast<std::size_t>(&child - children_.data()));
  if (!was_in_fold) return;
  // Below the maximum in both readings it had decided nothing.
  const auto decided = [&](std::size_t i) { return child.readings[i].value >= fold_[i]; };
  if (decided(0) || decided(1)) remake_fold();
}

void ChildList::remake_fold() {
  fold_ = {};
  if (children_.size() <= kFew) {
    for (const ChildRecord& child : children_) {
      if (is_of_fold(child)) add_to_fold(child.readings);
    }
    return;
  }
  for (; heaped_ < children_.size(); ++heaped_) {
    const ChildRecord& child = children_[heaped_];
    if (!is_of_fold(child)) continue;
    for (std::size_t i = 0; i < heaps_.size(); ++i) {
      heaps_[i].emplace_back(child.readings[i].value, heaped_);
      std::push_heap(heaps_[i].begin(), heaps_[i].end());
    }
  }
  const auto first = best_of(0), second = best_of(1);
  if (first && second) fold_ = Candidates<Score>(*first, *second);
}

// Superseded children are removed from the heap when they reach its top.
std::optional<Score> ChildList::best_of(std::size_t reading) {
  Heap& heap = heaps_[reading];
  while (!heap.empty() && children_[heap.front().second].superseded) {
    std::pop_heap(heap.begin(), heap.end());
    heap.pop_back();
  }
  return heap.empty() ? std::nullopt : std::optional(heap.front().first);
}

// Combines the two readings separately.
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
  // Adds only the children that are not in the index yet.
  for (; indexed_ < children_.size(); ++indexed_) {
    const ChildRecord& child = children_[indexed_];
    OfMove& entry = by_move_[child.move];
    entry.tried = entry.tried || child.role != format::Role::kNullMove;
    if (child.counts()) entry.searched = indexed_;
    before_of_move_.push_back(std::exchange(entry.last, indexed_));
  }
  return by_move_;
}

const ChildRecord* ChildList::last_search_of(std::int64_t move) const {
  if (children_.size() > kFew) {
    const auto found = index().find(move);
    if (found == by_move_.end() || found->second.searched == kNone) return nullptr;
    const ChildRecord& child = children_[found->second.searched];
    // All searches before the last one were superseded earlier.
    return child.superseded ? nullptr : &child;
  }
  const auto found = std::find_if(children_.rbegin(), children_.rend(), [&](const auto& child) {
    return child.move == move && child.counts() && !child.superseded;
  });
  return found == children_.rend() ? nullptr : &*found;
}

ChildRecord* ChildList::last_search_of(std::int64_t move) {
  return const_cast<ChildRecord*>(std::as_const(*this).last_search_of(move));
}

bool ChildList::is_search_again(format::Role role, std::int64_t move) const {
  using format::Role;
  if (role == Role::kReSearch || move <= 0) return role == Role::kReSearch;
  if (role != Role::kReduced && role != Role::kMove) return false;
  // Some engines search all moves reduced first, and then some of them again.
  if (role == Role::kMove && has_reduced_) {
    const ChildRecord* const earlier = last_search_of(move);
    if (earlier != nullptr && earlier->role == Role::kReduced) return true;
  }
  const auto last = std::find_if(children_.rbegin(), children_.rend(),
                                 [](const ChildRecord& child) { return child.counts(); });
  if (last == children_.rend() || last->move != move) return false;
  return last->role == Role::kReduced || (last->role == Role::kReSearch && role == Role::kReduced);
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

bool ChildList::has_namesake(format::Role role, std::int64_t move,
                             std::optional<std::int64_t> legal) const {
  if (role != format::Role::kMove || move <= 0 || !has_tried(move)) return false;
  if (is_search_again(role, move)) return false;
  const auto is_full = [](const ChildRecord& child) { return child.role == format::Role::kMove; };
  const bool is_tried = std::any_of(children_.begin(), children_.end(), [&](const auto& child) {
    return is_full(child) && child.move == move;
  });
  const auto full = std::count_if(children_.begin(), children_.end(), [&](const auto& child) {
    return is_full(child) && child.counts();
  });
  return is_tried && (!legal || full < *legal);
}

bool ChildList::has_returned(std::int64_t move, Score value) const {
  const auto returned = [&](const ChildRecord& child) {
    return child.move == move &&
           std::any_of(child.readings.begin(), child.readings.end(),
                       [&](const Reading& each) { return each.value == value; });
  };
  if (children_.size() <= kFew) return std::any_of(children_.begin(), children_.end(), returned);
  const auto found = index().find(move);
  if (found == by_move_.end()) return false;
  for (std::size_t i = found->second.last; i != kNone; i = before_of_move_[i]) {
    if (returned(children_[i])) return true;
  }
  return false;
}

}  // namespace plytrace::verify
