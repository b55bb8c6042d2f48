// SPDX-License-Identifier: MIT
//
// PLYTRACE_PER_NODE marks a function of the judge that is called once a node: a release build takes
// the rules that it calls into it, but for those marked noinline, which few nodes ask for.
// docs/performance.md has what that gains; where assertions or sanitizers are on it would only take
// three times as long to compile.
#pragma once

#ifdef NDEBUG
#define PLYTRACE_PER_NODE [[gnu::flatten]]
#else
#define PLYTRACE_PER_NODE
#endif
