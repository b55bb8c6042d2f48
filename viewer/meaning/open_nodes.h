// SPDX-License-Identifier: MIT
//
// Functions of a scan that keeps its open path. The rows come in order of time, so the path is
// sorted by id. Thread rule: pure functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "schemas/rows.h"

namespace plytrace {

// Whether a node lies below another that was entered earlier.
inline bool is_below(const NodeRow& row, const NodeRow& above) {
  // Uses the parent if it is recorded, because a node that was never left has no `last`.
  return row.parent ? above.id <= *row.parent : !above.last || *above.last >= row.id;
}

// The node with that id on the path, whose elements have a `row`; null if it is not there.
template <class Open>
Open* find_open(std::vector<Open>& path, std::int64_t id) {
  const auto at =
      std::lower_bound(path.begin(), path.end(), id,
                       [](const Open& open, std::int64_t i) { return open.row.id < i; });
  return at != path.end() && at->row.id == id ? &*at : nullptr;
}

}  // namespace plytrace
