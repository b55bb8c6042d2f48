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
 * The second argument selects the events:
 *   nodes    enter and leave
 *   bounds   and a bound update at every third node (the usual one)
 *   mix      3.5 events a node, as a chess engine reports them: enter with key and window, a probe,
 *            leave, and for inner nodes bounds, a cutoff and a store. A node takes 300 ns more, as
 *            in an engine of 3 million nodes a second.
 *   texts    the same, with moves as texts */
#include "plytrace_emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum events { NODES, BOUNDS, MIX, TEXTS };

static plytrace_stream* s;
static long nodes;
static enum events events = BOUNDS;
static uint64_t work;

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
    if (events == BOUNDS) plytrace_bound(s, node, PLYTRACE_BY_CHILD, best, beta);
  }
  plytrace_leave(s, node, best);
  return best;
}

/* The work of an engine at a node. */
static void think(uint64_t key) {
  for (int i = 0; i < 220; ++i) key = (key ^ (key >> 29)) * 0xBF58476D1CE4E5B9u;
  work += key;
}

static int engine(plytrace_move move, int side, int depth, int alpha, int beta, uint64_t path) {
  static const char* const kNames[] = {"e2e4", "d2d4", "g1f3", "c2c4", "b1c3", "f2f4"};
  const uint64_t key = (path + 1) * 0x9E3779B97F4A7C15u;
  plytrace_enter_args args = PLYTRACE_ENTER_INIT;
  plytrace_node node;
  int best = -1000;
  args.move = move;
  args.side = side;
  args.depth = depth;
  args.has_window = 1;
  args.alpha = alpha;
  args.beta = beta;
  args.has_key = 1;
  args.key = key;
  node = plytrace_enter_as(s, &args);
  ++nodes;
  think(key);
  plytrace_probe_entry(s, node, key, 0, PLYTRACE_EXACT, PLYTRACE_USED_NO, depth, depth - 1);
  if (depth == 0) {
    best = (int)(key >> 57) - 64;
    plytrace_leave_leaf(s, node, PLYTRACE_HORIZON, best);
    return best;
  }
  for (unsigned i = 0; i < 6; ++i) {
    const plytrace_move next = events == TEXTS ? plytrace_move_of_text(s, kNames[i]) : i;
    const int value = -engine(next, 1 - side, depth - 1, -beta, -alpha, path * 6 + i);
    if (value <= best) continue;
    best = value;
    if (value >= beta) {
      plytrace_cut(s, node, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, value, alpha, beta);
      break;
    }
    if (value <= alpha) continue;
    alpha = value;
    plytrace_bound(s, node, PLYTRACE_BY_CHILD, alpha, beta);
  }
  plytrace_store_entry(s, node, key, best, best >= beta ? PLYTRACE_LOWER : PLYTRACE_UPPER, depth);
  plytrace_leave(s, node, best);
  return best;
}

int main(int argc, char** argv) {
  static const char* const kEvents[] = {"nodes", "bounds", "mix", "texts"};
  const int depth = argc > 1 ? atoi(argv[1]) : 10;
  plytrace_trace* const trace = plytrace_open(NULL, NULL);
  clock_t begun;
  double seconds;
  int value;
  s = plytrace_open_stream(trace);
  for (int i = NODES; argc > 2 && i <= TEXTS; ++i) {
    if (strcmp(argv[2], kEvents[i]) == 0) events = (enum events)i;
  }
  begun = clock();
  if (events <= BOUNDS) {
    value = search(PLYTRACE_NO_MOVE, 0, depth, 0, 200, 1);
  } else {
    plytrace_search declared = PLYTRACE_SEARCH_INIT;
    declared.scores = PLYTRACE_SIDE_TO_MOVE;
    declared.captured = "usual";
    plytrace_begin_search(s, &declared);
    value = engine(PLYTRACE_NO_MOVE, 0, depth, -1000, 1000, 1);
    plytrace_end_search(s, NULL);
  }
  seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
  printf("%ld nodes, %.1f ns each, value %d, %s\n", nodes, 1e9 * seconds / (double)nodes, value,
         s == NULL ? "not recorded" : "recorded");
  (void)plytrace_close(trace);
  return work == 1;
}
