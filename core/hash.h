// SPDX-License-Identifier: MIT
//
// splitmix64 (Sebastiano Vigna, public domain): a 64-bit mixing function without state, for
// position keys and reproducible trees. Equal input gives equal output on every machine. Thread
// rule: pure functions.
#pragma once

#include <cstdint>

namespace plytrace {

// The output of splitmix64 for the state `x`.
constexpr std::uint64_t splitmix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EB;
  return x ^ (x >> 31U);
}

// A value that depends on both arguments and on their order.
constexpr std::uint64_t hash_combine(std::uint64_t seed, std::uint64_t value) {
  return splitmix64(seed ^ splitmix64(value));
}

}  // namespace plytrace
