/* SPDX-License-Identifier: MIT
 *
 * Searches a tree of branching 4 with a bound update at every third node, and reports it: what an
 * event costs on the search thread, by plytrace_emit.h and by libplytrace. Nodes and nanoseconds a
 * node go to stdout; instructions are those of callgrind, less those without the variable:
 *
 *   cmake --build --preset release --target plytrace_emit_cost_header plytrace_emit_cost_library
 *   PLYTRACE=cost.plt build/release/bench/plytrace_emit_cost_header 11
 *   PLYTRACE=cost.db build/release/bench/plytrace_emit_cost_library 11
 *   PLYTRACE=cost.plt valgrind --tool=callgrind build/release/bench/plytrace_emit_cost_header 7
 *
 * A second argument leaves the bounds out. */
#include "plytrace_emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static plytrace_stream* s;
static long nodes;
static int has_bounds = 1;

static int search(unsigned move, int side, int depth, int alpha, int beta, unsigned path) {
  const plytrace_node node = plytrace_enter(s, move, side, depth, alpha, beta);
  int best = (int)(path * 2654435761u >> 25);
  ++nodes;
  if (depth == 0) {
    plytrace_leave_leaf(s, node, PLYTRACE_HORIZON, best);
    return best;
  }
  for (unsigned i = 0; i < 4; ++i) {
    const int value = search(i, 1 - side, depth - 1, alpha, beta, path * 4 + i);
    if (value <= best) continue;
    best = value;
    if (has_bounds) plytrace_bound(s, node, PLYTRACE_BY_CHILD, best, beta);
  }
  plytrace_leave(s, node, best);
  return best;
}

int main(int argc, char** argv) {
  plytrace_trace* const trace = plytrace_open(NULL, NULL);
  clock_t begun;
  double seconds;
  int value;
  s = plytrace_open_stream(trace);
  has_bounds = argc < 3;
  begun = clock();
  value = search(PLYTRACE_NO_MOVE, 0, argc > 1 ? atoi(argv[1]) : 10, 0, 200, 1);
  seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
  printf("%ld nodes, %.1f ns each, value %d, %s\n", nodes, 1e9 * seconds / (double)nodes, value,
         s == NULL ? "not recorded" : "recorded");
  (void)plytrace_close(trace);
  return 0;
}
