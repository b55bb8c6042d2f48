// SPDX-License-Identifier: MIT
//
// run_on_deep_stack: the searches are recursive, one frame a ply, and trees may be 100,000 plies
// deep. Small depths run where they are; deep ones on a POSIX thread whose stack is sized for them
// (its pages are only taken when touched). The caller waits, so nothing runs at the same time.
// An exception of `work` is thrown on to the caller; std::bad_alloc if there is no such stack.
// Thread rule: any thread.
#pragma once

#include <functional>

namespace plytrace {

// Stack that one ply of any search may use, with sanitizers and without optimisation too.
inline constexpr unsigned long kStackPerPly = 4096;

void run_on_deep_stack(long plies, const std::function<void()>& work);

}  // namespace plytrace
