// SPDX-License-Identifier: MIT
//
// How much deeper a node was searched than the plies from its parent explain: an extension is above
// 0, a reduction below. Thread rule: pure function.
#pragma once

#include <cstdint>
#include <optional>

#include "schemas/rows.h"

namespace plytrace {

// nullopt where a depth is not told.
inline std::optional<std::int64_t> depth_gain(const NodeRow& parent, const NodeRow& child) {
  if (!parent.depth || !child.depth) return std::nullopt;
  return *child.depth - *parent.depth + (child.ply - parent.ply);
}

}  // namespace plytrace
