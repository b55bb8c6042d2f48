// SPDX-License-Identifier: MIT
//
// Finds the same line in the other one of two traces. Errors: usage (there is only one trace),
// bad_input (it has no search, or no such node). Thread rule: one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "viewer/explore/panels.h"

namespace plytrace::explore {

// The other trace's last search.
struct OtherTrace {
  const TraceReader* reader = nullptr;
  const SearchPasses* search = nullptr;
};
OtherTrace other_trace(Asked& asked);

// The longest part of a path that the other trace also searched.
struct MatchedPath {
  std::optional<NodeRow> node;  // for the whole path, if the other trace searched it
  std::size_t moves = 0;
};
// The node of the same path in the most similar pass of the other trace.
MatchedPath aligned(const Asked& asked, const OtherTrace& other, std::int64_t id);

}  // namespace plytrace::explore
