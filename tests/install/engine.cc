// SPDX-License-Identifier: MIT
//
// The smallest engine in C++17.
#include <cmath>
#include <cstdio>
#include <plytrace/plytrace.hpp>

int main(int argc, char** argv) {
  plytrace::api::Trace trace(argc > 1 ? argv[1] : "");
  plytrace::api::Stream stream = trace.stream();
  {
    plytrace::api::Node root = stream.enter(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 1, -HUGE_VAL, HUGE_VAL);
    for (const char* const move : {"left", "right"}) {
      stream.enter(stream.move(move), PLYTRACE_MIN, 0, -HUGE_VAL, HUGE_VAL)
          .leave_leaf(PLYTRACE_HORIZON, 1);
    }
    root.leave(1);
  }
  stream.close();
  if (trace.close()) return 0;
  std::fprintf(stderr, "%s\n", trace.error().c_str());
  return 1;
}
