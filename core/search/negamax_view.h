// SPDX-License-Identifier: MIT
//
// Converts between the view of the side to move (negamax, pvs) and MAX's view, in which observers
// and the shared steps count. At MIN nodes values are negated, windows negated and swapped, and a
// beta cutoff becomes an alpha cutoff. The conversion is its own inverse. Thread rule: values.
#pragma once

#include "core/observer.h"
#include "core/score.h"

namespace plytrace {

// Converts a score, window or cutoff from MAX's view to that of `side`, or back.
template <class T>
constexpr T seen_by(Side side, T value) {
  return side == Side::kMax ? value : turned(value);
}

}  // namespace plytrace
