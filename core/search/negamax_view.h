// SPDX-License-Identifier: MIT
//
// How searches that count from the side to move (negamax, pvs) look to observers and to the shared
// steps, which count from MAX: at MIN nodes values are negated, windows negated and swapped, a beta
// cutoff is an alpha cutoff. The conversion is its own inverse. Thread rule: values.
#pragma once

#include "core/observer.h"
#include "core/score.h"

namespace plytrace {

// A score, window or cutoff of MAX's view as `side` sees it, and the other way round.
template <class T>
constexpr T seen_by(Side side, T value) {
  return side == Side::kMax ? value : turned(value);
}

}  // namespace plytrace
