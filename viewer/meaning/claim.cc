// SPDX-License-Identifier: MIT
#include "viewer/meaning/claim.h"

#include <array>

namespace plytrace {

std::optional<Bound> claimed_bound(const NodeRow& node) {
  if (!node.alpha || !node.beta) return claimed_bound(node, std::nullopt);
  return claimed_bound(node, Window{*node.alpha, *node.beta});
}

std::optional<Bound> claimed_bound(const NodeRow& node, const std::optional<Window>& window,
                                   bool may_be_clamped) {
  using format::NodeKind;
  if (!node.value) return std::nullopt;
  const bool is_leaf = node.kind != NodeKind::kInterior && node.kind != NodeKind::kUnknown;
  const bool is_empty = window && window->alpha >= window->beta;
  if (node.bound) {
    // In an empty window every value looks like a bound, so only a reported exact value counts,
    // and a bound on the side of a window of one value that the value lies on.
    const bool lies_beside = is_empty && window->alpha == window->beta &&
                             *node.value != window->alpha &&
                             node.bound == bound_in(*node.value, *window);
    const bool means_nothing =
        is_empty && !lies_beside && node.kind == NodeKind::kInterior && node.bound != Bound::kExact;
    return means_nothing ? std::nullopt : node.bound;
  }
  const Score value = *node.value;
  if (is_leaf) {
    // A clamped leaf is a bound: its score lies beyond the end it was clamped to.
    if (node.score && *node.score < value) return Bound::kUpper;
    if (node.score && *node.score > value) return Bound::kLower;
    const bool at_end = window && (value == window->alpha || value == window->beta);
    const bool is_clamped = may_be_clamped && !node.score && at_end;
    // A table answer holds relative to the window it was requested for. A leaf with unrecorded
    // nodes below it was also a search.
    const bool is_asked = node.kind == NodeKind::kTable && window;
    if (!is_clamped && !is_asked && node.unrecorded <= 0) return Bound::kExact;
  }
  if (!window || is_empty) return std::nullopt;
  return bound_in(value, *window);
}

std::optional<Claim> claim_of(const NodeRow& node) {
  const auto bound = claimed_bound(node);
  if (!node.value || !bound) return std::nullopt;
  return Claim{*bound, *node.value};
}

std::optional<Claim> claim_for_position(const NodeRow& node) {
  const auto claim = claim_of(node);
  if (!claim || !node.excluded) return claim;
  if (!node.side) return std::nullopt;
  const bool is_max = *node.side == format::Side::kMax;
  if (claim->bound == (is_max ? Bound::kUpper : Bound::kLower)) return std::nullopt;
  return Claim{is_max ? Bound::kLower : Bound::kUpper, claim->value};
}

ClaimedRange::Kind ClaimedRange::kind() const {
  if (lower && upper) return *lower == *upper ? Kind::kExact : Kind::kInterval;
  return lower ? Kind::kLower : upper ? Kind::kUpper : Kind::kNone;
}

ClaimedRange range_of(const Claim& claim) {
  ClaimedRange range;
  if (claim.bound != Bound::kUpper) range.lower = claim.value;
  if (claim.bound != Bound::kLower) range.upper = claim.value;
  return range;
}

std::string_view word(ClaimedRange::Kind kind) {
  static constexpr std::array<std::string_view, 5> kWords{"", "exact", "lower", "upper",
                                                          "interval"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string range_words(const ClaimedRange& range) {
  using Kind = ClaimedRange::Kind;
  switch (range.kind()) {
    case Kind::kExact:
      return "exactly " + score_text(*range.lower);
    case Kind::kLower:
      return "at least " + score_text(*range.lower);
    case Kind::kUpper:
      return "at most " + score_text(*range.upper);
    case Kind::kInterval:
      return "between " + score_text(*range.lower) + " and " + score_text(*range.upper);
    case Kind::kNone:
      break;
  }
  return "without a claim";
}

std::string range_words(const ClaimedRange& range, Score value) {
  std::string words = range_words(range);
  if (range == ClaimedRange()) return score_text(value) + " " + words;
  const bool is_at_end = range.kind() != ClaimedRange::Kind::kInterval &&
                         (range.lower == value || range.upper == value);
  return is_at_end ? words : score_text(value) + " (" + words + ")";
}

bool exclude_each_other(const Claim& a, const Claim& b) {
  const auto floor_over_ceiling = [](const Claim& floor, const Claim& ceiling) {
    return floor.bound != Bound::kUpper && ceiling.bound != Bound::kLower &&
           floor.value > ceiling.value;
  };
  return floor_over_ceiling(a, b) || floor_over_ceiling(b, a);
}

std::string claim_text(const Claim& claim) {
  switch (claim.bound) {
    case Bound::kLower:
      return "at least " + score_text(claim.value);
    case Bound::kUpper:
      return "at most " + score_text(claim.value);
    case Bound::kExact:
      break;
  }
  return "exactly " + score_text(claim.value);
}

}  // namespace plytrace
