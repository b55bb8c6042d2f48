// SPDX-License-Identifier: MIT
//
// Records the search of an explicit tree in a trace that stays (made_trace.h: in a temporary one).
// Errors: those of `plytrace search`. Thread rule: one thread.
#pragma once

#include <cstdint>

#include "core/status.h"
#include "tracer/destination.h"
#include "viewer/commands/made_trace.h"

namespace plytrace {

// Returns the number of nodes.
Result<std::uint64_t> record_tree(const TreeSearch& asked, const Destination& destination);

}  // namespace plytrace
