// SPDX-License-Identifier: MIT
//
// PLYTRACE_PER_NODE marks a function that is called for each node. In a release build the rules
// that it calls are inlined into it, except those marked noinline, which few nodes need.
// docs/performance.md states the gain. With assertions or sanitizers inlining would only triple the
// compile time.
#pragma once

#ifdef NDEBUG
#define PLYTRACE_PER_NODE [[gnu::flatten]]
#else
#define PLYTRACE_PER_NODE
#endif
