// SPDX-License-Identifier: MIT
//
// The other one of two traces, and what in it is the same line. Errors: usage (there is one trace
// only), bad_input (it has no search; no such node). Thread rule: one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "viewer/explore/panels.h"

namespace plytrace::explore {

// Its last search.
struct OtherTrace {
  const TraceReader* reader = nullptr;
  const SearchPasses* search = nullptr;
};
Result<OtherTrace> other_trace(Asked& asked);

// The longest part of a path that the other trace searched too.
struct MatchedPath {
  std::optional<NodeRow> node;  // of the whole path
  std::size_t moves = 0;
};
// The node of the same path in the pass of the other trace that is most like its own.
Result<MatchedPath> aligned(const Asked& asked, const OtherTrace& other, std::int64_t id);

}  // namespace plytrace::explore
