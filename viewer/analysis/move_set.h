// SPDX-License-Identifier: MIT
//
// The set of different moves that a node has searched, by the definition of ply_summary
// (schemas/ply_counts.h). Uses a hash table only for the few large sets. Thread rule: a plain
// value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "schemas/ply_counts.h"

namespace plytrace {

class MoveSet {
 public:
  // Adds a child of the node, in the order of the search.
  void insert(const NodeRow& child) {
    if (!format::searches_move(child.role, child.kind)) return;
    if (const std::int64_t move = child.move.value_or(kUnnamed); move != kUnnamed) {
      insert(move);
    } else if (is_further_unnamed(child.role, size())) {
      ++unnamed_;
    }
  }
  std::int64_t size() const {
    return unnamed_ + static_cast<std::int64_t>(many_.empty() ? few_.size() : many_.size());
  }
  // The place of the last move in the order of the search, from 1. nullopt: no move was searched,
  // or the node has children that were not recorded.
  std::optional<std::int64_t> rank_in(const NodeRow& node) const {
    if (node.unrecorded > 0 || size() == 0) return std::nullopt;
    return size();
  }

 private:
  static constexpr std::int64_t kUnnamed = 0;  // the id of '?'
  static constexpr std::size_t kFew = 64;

  void insert(std::int64_t move) {
    if (!many_.empty()) {
      many_.insert(move);
      return;
    }
    if (std::find(few_.begin(), few_.end(), move) != few_.end()) return;
    few_.push_back(move);
    if (few_.size() > kFew) many_.insert(few_.begin(), few_.end());
  }

  std::int64_t unnamed_ = 0;
  std::vector<std::int64_t> few_;
  std::unordered_set<std::int64_t> many_;
};

}  // namespace plytrace
