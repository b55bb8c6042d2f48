// SPDX-License-Identifier: MIT
//
// Scores. In traces, events and reports every score and window is seen from MAX's point of view.
// Scores are finite doubles; -kInfinity and kInfinity occur only as window ends and as the value of
// a node before its first child. NaN never occurs. Thread rule: pure functions.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/status.h"
#include "schemas/trace_format.h"

namespace plytrace {

using Score = double;

inline constexpr Score kInfinity = std::numeric_limits<Score>::infinity();
// A finished game is worth +kWin, -kWin or 0, unless its evaluator says otherwise.
inline constexpr Score kWin = 1'000'000'000;

// What a value says about the true value: equal, at least, at most.
using format::Bound;

// The open interval that a search is asked about.
struct Window {
  Score alpha = -kInfinity;
  Score beta = kInfinity;

  bool operator==(const Window&) const = default;
};

// What a fail-soft or fail-hard value means under the window that its node was entered with:
// at or below alpha an upper bound, at or above beta a lower bound, otherwise exact.
constexpr Bound bound_in(Score value, Window entry) {
  if (value <= entry.alpha) return Bound::kUpper;
  if (value >= entry.beta) return Bound::kLower;
  return Bound::kExact;
}

// Seen from the other side: scores have the other sign (never -0), the ends of a window and lower
// and upper change places, a beta cutoff is an alpha cutoff. Its own inverse.
constexpr Score turned(Score score) { return 0 - score; }
constexpr Window turned(Window window) { return {turned(window.beta), turned(window.alpha)}; }
constexpr Bound turned(Bound bound) {
  if (bound == Bound::kExact) return bound;
  return bound == Bound::kLower ? Bound::kUpper : Bound::kLower;
}
constexpr format::CutoffKind turned(format::CutoffKind kind) {
  using format::CutoffKind;
  if (kind == CutoffKind::kForward) return kind;
  return kind == CutoffKind::kBeta ? CutoffKind::kAlpha : CutoffKind::kBeta;
}
template <class T>
constexpr std::optional<T> turned(const std::optional<T>& value) {
  return value ? std::optional<T>(turned(*value)) : std::nullopt;
}

// The shortest text that reads back as the same score; whole numbers without exponent, -0 as 0,
// the infinities as "-inf" and "+inf".
std::string score_text(Score score);

// Reads what score_text writes (and "inf"). NaN and trailing text are a usage error.
Result<Score> parse_score(std::string_view text);

}  // namespace plytrace
