// SPDX-License-Identifier: MIT
//
// The finished children of an open node, in the order of search, with what the rules ask of them:
// the last search of a move, and the best value. A node may have millions: no question walks over
// all of them for each child. Objects are reused from node to node. Thread rule: one thread an
// object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/interval.h"
#include "viewer/verify/scan/candidates.h"

namespace plytrace::verify {

// What a node tells its parent: its value, and what is proven about it.
struct Reading {
  Score value = 0;
  Interval proven;

  bool operator==(const Reading&) const = default;
};

struct ChildRecord {
  std::int64_t id = 0;
  std::int64_t last = 0;
  std::int64_t move = -1;  // -1 = none
  std::optional<std::int64_t> depth;
  format::Role role = format::Role::kMove;
  format::NodeKind kind = format::NodeKind::kUnknown;
  bool has_value = false;
  bool blamed = false;      // what its value proves is not asked again
  bool superseded = false;  // the move was searched again later
  bool is_of_end = false;   // as in Outcome
  bool has_depth = true;    // its depth says how deep it was searched
  // Than an earlier search of its move, which it replaces, or than a ply less than its parent.
  bool shallower = false;
  bool is_quiescence = false;
  bool was_empty = false;        // its window, on entry: what it returned proves nothing by itself
  std::optional<Window> window;  // on entry, in the view of its parent
  Candidates<Reading> readings;
  Flags flags = 0;

  bool counts() const { return format::counts(role, kind); }
};

class ChildList {
 public:
  auto begin() const { return children_.begin(); }
  auto end() const { return children_.end(); }
  auto begin() { return children_.begin(); }
  auto end() { return children_.end(); }
  auto rbegin() const { return children_.rbegin(); }
  auto rend() const { return children_.rend(); }
  bool empty() const { return children_.empty(); }
  std::size_t size() const { return children_.size(); }
  const ChildRecord& back() const { return children_.back(); }

  void clear();
  void add(const ChildRecord& record);
  // Its value counts no more, for a later search replaces it.
  void supersede(ChildRecord& child);

  ChildRecord* find(std::int64_t id);
  // Counted searches that are not superseded; null: there is none.
  ChildRecord* last_search();
  ChildRecord* last_search_of(std::int64_t move);
  bool has_hand_over() const { return !hand_overs_.empty(); }
  ChildRecord* last_hand_over() {
    return has_hand_over() ? &children_[hand_overs_.back()] : nullptr;
  }
  // A child of that move that is no null move; superseded or not.
  bool has_tried(std::int64_t move) const;
  // Whether a search of that move returned the value in one of its readings; superseded or not.
  bool has_returned(std::int64_t move, Score value) const;
  bool has_counted() const { return has_counted_; }
  // A counted child that returned no value, superseded or not; one of two readings, counted or not.
  bool has_stopped() const { return has_stopped_; }
  bool has_twofold() const { return has_twofold_; }
  // The best counted value, in the view of the node; empty = none yet.
  const Candidates<Score>& fold() const { return fold_; }

 private:
  static bool is_of_fold(const ChildRecord& child) {
    return child.counts() && !child.superseded && child.has_value;
  }
  void add_to_fold(const Candidates<Reading>& readings);
  void remake_fold();
  std::optional<Score> best_of(std::size_t reading);
  struct OfMove {
    std::size_t searched = kNone;  // the last that counts
    std::size_t last = kNone;      // of any kind
    bool tried = false;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  // Up to so many children a walk is faster than the index is made.
  static constexpr std::size_t kFew = 64;
  const std::unordered_map<std::int64_t, OfMove>& index() const;

  std::vector<ChildRecord> children_;
  std::vector<std::size_t> hand_overs_;  // counted, not superseded
  mutable std::unordered_map<std::int64_t, OfMove> by_move_;
  mutable std::vector<std::size_t> before_of_move_;  // of each: the child of its move before it
  mutable std::size_t indexed_ = 0;                  // so many children are in the index
  // A heap of (value, child) for each reading, made once a value that counted is superseded.
  using Heap = std::vector<std::pair<Score, std::size_t>>;
  std::array<Heap, 2> heaps_;
  std::size_t heaped_ = 0;  // so many children are in the heaps
  Candidates<Score> fold_;
  bool has_counted_ = false, has_stopped_ = false, has_twofold_ = false;
};

}  // namespace plytrace::verify
