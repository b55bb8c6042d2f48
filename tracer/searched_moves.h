// SPDX-License-Identifier: MIT
//
// SearchedMoves counts the different moves that a node has searched, as far as the table
// ply_summary needs it: none, one, or more. Thread rule: a plain value.
#pragma once

#include <cstdint>

#include "core/buffer_records.h"
#include "schemas/ply_counts.h"

namespace plytrace {

class SearchedMoves {
 public:
  // Adds a child that was left.
  void add(MoveId move, format::Role role, format::NodeKind kind) {
    if (has_several() || !format::searches_move(role, kind)) return;
    const bool is_named = move != kUnnamedMoveId && move != kNoMoveId;
    if (is_named ? count_ == 1 && move == first_ : !is_further_unnamed(role, count_)) return;
    if (count_++ == 0) first_ = move;
  }
  std::int32_t count() const { return count_; }
  bool has_several() const { return count_ > 1; }
  // The first move, if there is one.
  MoveId first() const { return first_; }

 private:
  MoveId first_ = kUnnamedMoveId;
  std::int32_t count_ = 0;
};

}  // namespace plytrace
