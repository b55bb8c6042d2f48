/* SPDX-License-Identifier: MIT
 *
 * The smallest engine in C99: three nodes into the trace named on the command line. */
#include <math.h>
#include <plytrace/plytrace.h>
#include <stdio.h>

int main(int argc, char** argv) {
  plytrace_trace* trace = plytrace_open(argc > 1 ? argv[1] : "", NULL);
  plytrace_stream* stream = plytrace_open_stream(trace);
  plytrace_node root =
      plytrace_enter(stream, PLYTRACE_NO_MOVE, PLYTRACE_MAX, 1, -HUGE_VAL, HUGE_VAL);
  for (plytrace_move move = 0; move < 2; ++move) {
    plytrace_node child = plytrace_enter(stream, move, PLYTRACE_MIN, 0, -HUGE_VAL, HUGE_VAL);
    plytrace_leave_leaf(stream, child, PLYTRACE_HORIZON, move);
  }
  plytrace_leave(stream, root, 1);
  if (plytrace_error(stream) != NULL) fprintf(stderr, "%s\n", plytrace_error(stream));
  if (plytrace_close(trace) == 0) return 0;
  fprintf(stderr, "%s\n", plytrace_trace_error(trace));
  return 1;
}
