// SPDX-License-Identifier: MIT
//
// Reduces traces to less than the engine knows: columns and events are left out in any combination,
// and subtrees are not recorded. What is left out is no longer declared as captured. Thread rule:
// pure functions.
#pragma once

#include "tests/viewer/verify/foreign/random.h"
#include "tests/viewer/verify/foreign/trace_lines.h"

namespace plytrace::test::foreign {

// Removes some kinds of event and some columns.
void forget(Random& random, Trace& trace);
// Drops the nodes below `ply`, counts them in `unrecorded`, and renumbers the rest. Returns the
// number of nodes left.
std::int64_t record_to_ply(Trace& trace, std::int64_t ply);

}  // namespace plytrace::test::foreign
