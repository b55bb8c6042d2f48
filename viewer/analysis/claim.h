// SPDX-License-Identifier: MIT
//
// What a recorded node claims about its true value: exact, at least or at most. The engine's own
// word where it gave one, else what the trace format derives from the window on entry. MAX's view.
// Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>

#include "core/score.h"
#include "viewer/trace_reader.h"

namespace plytrace {

struct Claim {
  Bound bound = Bound::kExact;
  Score value = 0;

  bool operator==(const Claim&) const = default;
};

// nullopt for a node without a usable value, or whose value claims nothing (text::claim_of).
std::optional<Claim> claim_of(const NodeRow& node);

// True where no value satisfies both claims.
bool exclude_each_other(const Claim& a, const Claim& b);

// "exactly 5", "at least 3", "at most -2".
std::string claim_text(const Claim& claim);

}  // namespace plytrace
