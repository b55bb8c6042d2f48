// SPDX-License-Identifier: MIT
//
// A window that no value fits in: it ends at the next number above its lower end, or at the next
// whole one. A node that is entered so only tells whether it is worth more.
// Thread rule: pure function.
#pragma once

#include <cmath>

#include "core/score.h"
#include "schemas/rows.h"

namespace plytrace {

inline bool has_null_window(const NodeRow& node) {
  if (!node.alpha || !node.beta || !(*node.alpha < *node.beta)) return false;
  if (std::nextafter(*node.alpha, kInfinity) == *node.beta) return true;
  return *node.beta - *node.alpha == 1 && *node.alpha == std::trunc(*node.alpha);
}

}  // namespace plytrace
