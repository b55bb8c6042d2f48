// SPDX-License-Identifier: MIT
//
// run_on_deep_stack() runs a recursive search: one frame a ply, and trees may be 100,000 plies
// deep. Small depths run on the calling thread; deep ones on a POSIX thread with a stack of the
// right size (its pages take memory only when touched) while the caller waits. An exception of
// `work` reaches the caller; std::bad_alloc means that there is no memory for the stack. Thread
// rule: any thread.
#pragma once

#include <functional>

namespace plytrace {

// Stack that one ply of any search may use, with sanitizers and without optimisation too.
inline constexpr unsigned long kStackPerPly = 4096;

void run_on_deep_stack(long plies, const std::function<void()>& work);

}  // namespace plytrace
