// SPDX-License-Identifier: MIT
//
// Scores in half of their bits, where the other half says nothing: the upper 32 of a double hold
// whole numbers to 2^21, many larger ones, infinities and what is no number. Most engines have no
// others, and a tape of half the length costs the search less. Thread rule: pure functions.
#pragma once

#include <bit>
#include <cstdint>

#include "core/score.h"

namespace plytrace {

inline std::uint64_t bits_of(Score score) { return std::bit_cast<std::uint64_t>(score); }

// Is the lower half of each 0?
inline std::uint32_t lower_half(Score score) { return static_cast<std::uint32_t>(bits_of(score)); }
inline bool is_short(Score score) { return lower_half(score) == 0; }
inline bool is_short(Window window) {
  return (lower_half(window.alpha) | lower_half(window.beta)) == 0;
}

inline std::uint32_t upper_half(Score score) {
  return static_cast<std::uint32_t>(bits_of(score) >> 32U);
}
// A word has room for two of them, or for one above another number of 32 bits.
inline std::uint64_t short_window(Window window) {
  return bits_of(window.beta) | bits_of(window.alpha) >> 32U;
}
inline std::uint64_t short_score(Score score, std::uint32_t below) {
  return bits_of(score) | below;
}
inline Score upper_score(std::uint64_t word) { return std::bit_cast<Score>(word >> 32U << 32U); }
inline Score lower_score(std::uint64_t word) { return std::bit_cast<Score>(word << 32U); }

}  // namespace plytrace
