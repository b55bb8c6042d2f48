// SPDX-License-Identifier: MIT
//
// The open path of a scan, with the moves searched so far at each of its nodes, from which the rank
// of a cutting move is read. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/analysis/move_set.h"
#include "viewer/analysis/stage_counts.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

class OpenPath {
 public:
  struct Open {
    NodeRow row;
    MoveSet moves;
    LastStage stage;     // of the children that count
    bool noted = false;  // free for the owner's use

    std::optional<std::int64_t> rank() const { return moves.rank_in(row); }
  };

  void enter(const NodeRow& node) {
    if (node.parent) leave_below(*node.parent);
    if (!open_.empty() && node.parent == open_.back().row.id && node.counts()) {
      open_.back().moves.insert(node);
      open_.back().stage.enter(node);
    }
    open_.push_back({node, {}, {}, false});
  }
  // The node of an event at the current point; null if it was entered before the scan began.
  Open* at(std::int64_t node) {
    leave_below(node);
    return open_.empty() ? nullptr : &open_.back();
  }
  // The parent of the node that at() returned; null if it was entered before the scan began.
  Open* above() {
    if (open_.size() < 2) return nullptr;
    Open& parent = open_[open_.size() - 2];
    return open_.back().row.parent == parent.row.id ? &parent : nullptr;
  }

 private:
  void leave_below(std::int64_t node) {
    while (!open_.empty() && open_.back().row.id != node) open_.pop_back();
  }
  std::vector<Open> open_;
};

}  // namespace plytrace
