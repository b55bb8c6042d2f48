// SPDX-License-Identifier: MIT
//
// A proven statement about a value: a closed interval, and the assumptions of the proof. Rules are
// written only for MAX. A MIN node is judged from its own view, where every score has the opposite
// sign and lower and upper are exchanged; SideView converts. Thread rule: plain values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/score.h"
#include "schemas/assumptions.h"
#include "schemas/trace_format.h"

namespace plytrace::verify {

struct Interval {
  Score lower = -kInfinity;
  Score upper = kInfinity;

  bool operator==(const Interval&) const = default;
  bool is_empty() const { return lower > upper; }
  bool is_exact() const { return lower == upper; }
  bool is_inside(const Interval& outer) const {
    return lower >= outer.lower && upper <= outer.upper;
  }
};

inline Interval intersection(const Interval& a, const Interval& b) {
  return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
}

// The interval that a value with this bound claims, within the range of possible scores. A bound at
// the end of the range is exact.
inline Interval claimed_interval(Score value, Bound bound, const Interval& range) {
  switch (bound) {
    case Bound::kLower:
      return {value, std::max(value, range.upper)};
    case Bound::kUpper:
      return {std::min(value, range.lower), value};
    default:
      return {value, value};
  }
}

// Converts from MAX's view to a side's own view or back (the same operation).
struct SideView {
  bool min = false;

  bool operator==(const SideView&) const = default;
  Score operator()(Score score) const { return min ? turned(score) : score; }
  Window operator()(Window window) const { return min ? turned(window) : window; }
  Interval operator()(Interval interval) const {
    return min ? Interval{turned(interval.upper), turned(interval.lower)} : interval;
  }
  Bound operator()(Bound bound) const { return min ? turned(bound) : bound; }
};

using format::Assumption;

// Sets of assumptions of a proof, which are passed up the tree and through table answers.
using Flags = std::uint32_t;
constexpr Flags flag(Assumption assumption) {
  return Flags{1} << static_cast<unsigned>(assumption);
}
// Not assumptions. In this order: a leaf lies more plies below the root than its pass is deep; a
// leaf at the horizon lies below, so the value holds for one depth only; a draw by history lies
// below; the proof has a gap; a finding lies below.
inline constexpr Flags kExtendedBelow = Flags{1} << 27;
inline constexpr Flags kHorizonBelow = Flags{1} << 28;
inline constexpr Flags kPathBelow = Flags{1} << 29;
inline constexpr Flags kIncompleteBelow = Flags{1} << 30;
inline constexpr Flags kFindingBelow = Flags{1} << 31;

// Something below was not recorded: less seems proven than is, so nothing contradicts a claim.
constexpr bool has_hole(Flags flags) {
  return (flags & (kIncompleteBelow | flag(Assumption::kUnrecorded))) != 0;
}

// Whether conclusions from the proof are certain.
constexpr bool is_firm(Flags flags) { return (flags & ~kHorizonBelow) == 0; }
static_assert(static_cast<unsigned>(Assumption::kCount) <= 27, "the other flags need their bits");

}  // namespace plytrace::verify
