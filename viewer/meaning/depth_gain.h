// SPDX-License-Identifier: MIT
//
// How much deeper a node was searched than its parent's depth and the plies between them predict:
// positive for an extension, negative for a reduction. Thread rule: pure function.
#pragma once

#include <cstdint>
#include <optional>

#include "schemas/rows.h"

namespace plytrace {

// nullopt if a depth is not recorded.
inline std::optional<std::int64_t> depth_gain(const NodeRow& parent, const NodeRow& child) {
  if (!parent.depth || !child.depth) return std::nullopt;
  return *child.depth - *parent.depth + (child.ply - parent.ply);
}

}  // namespace plytrace
