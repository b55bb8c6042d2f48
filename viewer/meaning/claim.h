// SPDX-License-Identifier: MIT
//
// What a recorded node claims about its true value: exact, at least or at most. It is the bound
// that the engine reported, or else follows from value and window (schemas/trace.sql, node.bound).
// From MAX's point of view. All code that shows, compares or judges claims uses this. Thread rule:
// pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/score.h"
#include "schemas/rows.h"

namespace plytrace {

struct Claim {
  Bound bound = Bound::kExact;
  Score value = 0;

  bool operator==(const Claim&) const = default;
};

// The bound of the node's value. nullopt without a value, or if the value of a search proves
// nothing because its window on entry is unknown or was empty.
std::optional<Bound> claimed_bound(const NodeRow& node);
// The same with `window` in place of the node's own. `may_be_clamped`: a leaf without a score at a
// window bound may have been clamped to it.
std::optional<Bound> claimed_bound(const NodeRow& node, const std::optional<Window>& window,
                                   bool may_be_clamped = false);

// nullopt for a node without a usable value, or if the value claims nothing.
std::optional<Claim> claim_of(const NodeRow& node);

// The same about the position with all its moves. More moves may only raise the value of a MAX node
// and lower that of a MIN node, so a node that leaves moves out on purpose claims one end.
std::optional<Claim> claim_for_position(const NodeRow& node);

// The ends of the range in which a search claims its true value. Both are nullopt if it claims
// nothing. The ends need not include the value that the search gave.
struct ClaimedRange {
  std::optional<Score> lower, upper;

  enum class Kind { kNone, kExact, kLower, kUpper, kInterval };
  Kind kind() const;
  bool operator==(const ClaimedRange&) const = default;
};
ClaimedRange range_of(const Claim& claim);
// "exact", "lower", "upper", "interval"; "" without a claim.
std::string_view word(ClaimedRange::Kind kind);
// "exactly 5", "between 4 and 6", "without a claim".
std::string range_words(const ClaimedRange& range);
// The value and the claim about it: "exactly 5", "at least 5", "5 (between 4 and 6)",
// "5 without a claim".
std::string range_words(const ClaimedRange& range, Score value);

// True if no value satisfies both claims.
bool exclude_each_other(const Claim& a, const Claim& b);

// "exactly 5", "at least 3", "at most -2".
std::string claim_text(const Claim& claim);

}  // namespace plytrace
