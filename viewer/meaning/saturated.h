// SPDX-License-Identifier: MIT
//
// Saturating arithmetic for ids and counts, which a damaged or hostile trace may set to any value.
// Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <limits>

#include "schemas/trace_format.h"

namespace plytrace {

constexpr std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? std::numeric_limits<std::int64_t>::max()
               : std::numeric_limits<std::int64_t>::min();
}

constexpr std::int64_t saturated_difference(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? std::numeric_limits<std::int64_t>::max()
               : std::numeric_limits<std::int64_t>::min();
}

}  // namespace plytrace
