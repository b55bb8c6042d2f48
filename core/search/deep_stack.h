// SPDX-License-Identifier: MIT
//
// run_on_deep_stack() runs a recursive search, which needs one stack frame per ply in trees of up
// to 100,000 plies. Small depths run on the calling thread. Deep ones run on a POSIX thread with a
// sufficiently large stack, whose pages take memory only when touched, while the caller waits.
// Exceptions of `work` reach the caller; std::bad_alloc means that memory for the stack ran
// out. Thread rule: any thread.
#pragma once

#include <functional>

namespace plytrace {

// Upper limit of the stack used per ply in any search, also with sanitizers and without
// optimisation.
inline constexpr unsigned long kStackPerPly = 4096;

void run_on_deep_stack(long plies, const std::function<void()>& work);

}  // namespace plytrace
