// SPDX-License-Identifier: MIT
//
// A null window: beta is the next floating-point number above alpha, or alpha is a whole number and
// beta is alpha + 1. A search with it only tests whether the node is worth more than alpha. Thread
// rule: pure function.
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
