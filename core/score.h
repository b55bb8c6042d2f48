// SPDX-License-Identifier: MIT
//
// Scores. In traces, events and reports every score and window is from MAX's point of view.
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

// How a value bounds the true value: equal, at least, at most.
using format::Bound;

// The open interval of values that a search distinguishes.
struct Window {
  Score alpha = -kInfinity;
  Score beta = kInfinity;

  bool operator==(const Window&) const = default;
};

// The bound type of a fail-soft or fail-hard value under the window that its node was entered with:
// at or below alpha an upper bound, at or above beta a lower bound, otherwise exact.
constexpr Bound bound_in(Score value, Window entry) {
  if (value <= entry.alpha) return Bound::kUpper;
  if (value >= entry.beta) return Bound::kLower;
  return Bound::kExact;
}

// turned() converts to the other side's view: it negates scores (never to -0), swaps the ends of a
// window, lower with upper bounds, and alpha with beta cutoffs. It is its own inverse.
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

// The shortest text that parses to the same score. Whole numbers have no exponent, -0 becomes 0,
// and the infinities are "-inf" and "+inf".
std::string score_text(Score score);

// Parses the text of score_text(), and "inf". NaN and trailing text are a usage error.
Result<Score> parse_score(std::string_view text);

}  // namespace plytrace
