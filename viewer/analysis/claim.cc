// SPDX-License-Identifier: MIT
#include "viewer/analysis/claim.h"

#include "viewer/text/format.h"

namespace plytrace {

std::optional<Claim> claim_of(const NodeRow& node) {
  const auto bound = text::claim_of(node);
  if (!node.value || !bound) return std::nullopt;
  return Claim{*bound, *node.value};
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
