// SPDX-License-Identifier: MIT
//
// What a recorded node claims about its true value: exact, at least or at most. The engine's own
// word where it gave one, else what value and window say (schemas/trace.sql, node.bound). MAX's
// view. Whoever shows, compares or judges a claim asks here.
// Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>

#include "core/score.h"
#include "schemas/rows.h"

namespace plytrace {

struct Claim {
  Bound bound = Bound::kExact;
  Score value = 0;

  bool operator==(const Claim&) const = default;
};

// What the value is: nullopt without a value, and where the value of a search says nothing, for
// want of a window on entry, or because that was empty.
std::optional<Bound> claimed_bound(const NodeRow& node);
// The same with `window` for the node's own; `may_be_clamped`: a leaf without score at an end of
// the window may have been clamped to it.
std::optional<Bound> claimed_bound(const NodeRow& node, const std::optional<Window>& window,
                                   bool may_be_clamped = false);

// nullopt for a node without a usable value, or whose value claims nothing.
std::optional<Claim> claim_of(const NodeRow& node);

// True where no value satisfies both claims.
bool exclude_each_other(const Claim& a, const Claim& b);

// "exactly 5", "at least 3", "at most -2".
std::string claim_text(const Claim& claim);

}  // namespace plytrace
