// SPDX-License-Identifier: MIT
//
// The finished children of an open node in search order, with the answers that the rules need: the
// last search of a move, and the best value. A node may have millions of children, so no question
// walks over all of them for each child. Objects are reused for further nodes. Thread rule: one
// thread an object.
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
#include "viewer/verify/scan/told_position.h"

namespace plytrace::verify {

// The reading that a node passes to its parent: a value, and what is proven about it.
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
  bool blamed = false;      // a finding or a gap: its proof is not checked again
  bool superseded = false;  // the move was searched again later
  bool is_of_end = false;   // see Outcome
  bool has_depth = true;    // its depth is the depth of its search
  // Shallower than an earlier search of its move that it replaces, or than its parent minus a ply.
  bool shallower = false;
  bool is_quiescence = false;
  bool was_empty = false;  // its window on entry was empty, so its value proves nothing by itself
  std::optional<Window> window;  // on entry, in the parent's view
  Candidates<Reading> readings;
  Flags flags = 0;

  bool counts() const { return format::counts(role, kind); }
  // A leaf at the horizon that reports no depth has none left.
  std::optional<std::int64_t> shown_depth() const {
    const bool is_horizon = kind == format::NodeKind::kHorizon && !is_quiescence;
    return depth || !is_horizon ? depth : 0;
  }
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
  // A later search replaces this child, so its value no longer counts.
  void supersede(ChildRecord& child);

  ChildRecord* find(std::int64_t id);
  // The last counting search that was not superseded; null if there is none.
  ChildRecord* last_search();
  ChildRecord* last_search_of(std::int64_t move);
  const ChildRecord* last_search_of(std::int64_t move) const;
  // Whether a child of that role and move searches the move again. A full search does so if the
  // last one of its move was reduced, and a reduced search if it directly follows a reduced one or
  // a re-search of its move.
  bool is_search_again(format::Role role, std::int64_t move) const;
  bool has_hand_over() const { return !hand_overs_.empty(); }
  ChildRecord* last_hand_over() {
    return has_hand_over() ? &children_[hand_overs_.back()] : nullptr;
  }
  // Whether there is a child with that move, except null moves; superseded or not.
  bool has_tried(std::int64_t move) const;
  // Whether a full search of that move is in the list, which a search of this role does not repeat:
  // two of the legal moves may share the name.
  bool has_namesake(format::Role role, std::int64_t move, std::optional<std::int64_t> legal) const;
  // Whether a search of that move returned the value in one of its readings; superseded or not.
  bool has_returned(std::int64_t move, Score value) const;
  bool has_counted() const { return has_counted_; }
  // Whether some counting child returned no value; and whether some child has two readings.
  bool has_stopped() const { return has_stopped_; }
  bool has_twofold() const { return has_twofold_; }
  // The moves that were searched, probes included (ToldPosition::moves).
  std::uint64_t moves() const { return moves_; }
  // The best counting value in the node's view; empty if there is none yet.
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
    std::size_t last = kNone;      // the last of any kind
    bool tried = false;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  // A walk over fewer children is faster than building the index.
  static constexpr std::size_t kFew = 64;
  const std::unordered_map<std::int64_t, OfMove>& index() const;

  std::vector<ChildRecord> children_;
  std::vector<std::size_t> hand_overs_;  // counting and not superseded
  mutable std::unordered_map<std::int64_t, OfMove> by_move_;
  // Indexed by child: the previous child of its move.
  mutable std::vector<std::size_t> before_of_move_;
  mutable std::size_t indexed_ = 0;  // number of children in the index
  // A heap of (value, child) for each reading, built when a counting value is superseded.
  using Heap = std::vector<std::pair<Score, std::size_t>>;
  std::array<Heap, 2> heaps_;
  std::size_t heaped_ = 0;  // number of children in the heaps
  Candidates<Score> fold_;
  bool has_counted_ = false, has_stopped_ = false, has_twofold_ = false, has_reduced_ = false;
  std::uint64_t moves_ = 0;
};

}  // namespace plytrace::verify
