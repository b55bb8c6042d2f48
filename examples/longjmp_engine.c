/* SPDX-License-Identifier: MIT
 *
 * A C engine that stops by longjmp: iterative deepening over a made-up game until the time is up
 * (here: a number of nodes), and then straight out of the recursion. The nodes that were open are
 * never left. plytrace closes them without value; all finished depths stay valid.
 *
 *   longjmp_engine [TRACE [NODES]]
 */
#include <plytrace/plytrace.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOVES = 6, DEEPEST = 20, INFINITE = 1000 };

static plytrace_stream* stream; /* NULL: nothing is recorded */
static jmp_buf time_is_up;
static long nodes, cutoffs, node_limit;

/* The positions of the game are numbers, and so are its evaluations. */
static uint64_t after(uint64_t position, unsigned move) {
  uint64_t mixed = (position ^ (move + 1)) * 0x9E3779B97F4A7C15u;
  mixed ^= mixed >> 29;
  mixed *= 0xBF58476D1CE4E5B9u;
  return mixed ^ (mixed >> 32);
}
static int evaluate(uint64_t position) { return (int)(position % 201) - 100; }

/* Fail-hard negamax. `side`: PLYTRACE_MAX or PLYTRACE_MIN. */
static int search(uint64_t position, int side, int depth, int alpha, int beta, plytrace_move move,
                  plytrace_move* best_move) {
  const plytrace_node node = plytrace_enter(stream, move, side, depth, alpha, beta);
  if (++nodes > node_limit) longjmp(time_is_up, 1);
  if (depth == 0) {
    const int value = evaluate(position);
    plytrace_leave_leaf(stream, node, PLYTRACE_HORIZON, value);
    return value;
  }
  for (unsigned i = 0; i < MOVES; ++i) {
    const int value = -search(after(position, i), 1 - side, depth - 1, -beta, -alpha, i, NULL);
    if (value >= beta) {
      plytrace_cutoff_args cut = PLYTRACE_CUTOFF_INIT;
      plytrace_move skipped[MOVES];
      for (unsigned j = i + 1; j < MOVES; ++j) skipped[j - i - 1] = j;
      cut.kind = PLYTRACE_CUT_BETA;
      cut.has_value = cut.has_window = 1;
      cut.value = value;
      cut.alpha = alpha;
      cut.beta = beta;
      cut.skipped = (int32_t)(MOVES - 1 - i);
      cut.skipped_moves = skipped;
      plytrace_cutoff(stream, node, &cut);
      ++cutoffs;
      plytrace_leave(stream, node, beta);
      return beta;
    }
    if (value > alpha) {
      alpha = value;
      if (best_move != NULL) *best_move = i;
      plytrace_bound(stream, node, PLYTRACE_BY_CHILD, alpha, beta);
    }
  }
  plytrace_leave(stream, node, alpha);
  return alpha;
}

static const char* move_text(plytrace_move move, void* user) {
  static char text[8];
  (void)user;
  snprintf(text, sizeof text, "%c", 'a' + (char)move);
  return text;
}

int main(int argc, char** argv) {
  plytrace_options options = PLYTRACE_OPTIONS_INIT;
  options.engine = "longjmp_engine";
  plytrace_trace* trace = argc > 1 ? plytrace_open(argv[1], &options) : NULL;
  stream = plytrace_open_stream(trace); /* NULL without a trace: then nothing is recorded */
  node_limit = argc > 2 ? atol(argv[2]) : 5000;

  plytrace_search declared = PLYTRACE_SEARCH_INIT;
  declared.game = "letters";
  declared.algorithm = "negamax";
  declared.scores = PLYTRACE_SIDE_TO_MOVE;
  declared.captured = "windows,bounds,cutoffs,skipped";
  declared.fail = "hard";
  declared.move_text = move_text;
  plytrace_begin_search(stream, &declared);

  /* volatile: these must keep their values across the longjmp. */
  volatile int completed = 0, value = 0;
  volatile plytrace_move best = PLYTRACE_NO_MOVE;
  if (setjmp(time_is_up) == 0) {
    for (int depth = 1; depth <= DEEPEST; ++depth) {
      plytrace_move found = PLYTRACE_NO_MOVE;
      plytrace_begin_pass(stream, PLYTRACE_ITERATION, depth, -INFINITE, INFINITE);
      const int result =
          search(1, PLYTRACE_MAX, depth, -INFINITE, INFINITE, PLYTRACE_NO_MOVE, &found);
      plytrace_end_pass(stream, PLYTRACE_FINISHED, found);
      completed = depth;
      value = result;
      best = found;
    }
  } else {
    plytrace_end_pass(stream, PLYTRACE_TIME_LIMIT, PLYTRACE_NO_MOVE);
  }

  plytrace_result result = PLYTRACE_RESULT_INIT;
  result.status = completed == DEEPEST ? PLYTRACE_FINISHED : PLYTRACE_TIME_LIMIT;
  result.completed_depth = completed;
  result.has_value = result.has_lower = result.has_upper = completed > 0;
  result.value = result.lower = result.upper = value;
  if (completed > 0) result.best_move = move_text(best, NULL);
  plytrace_end_search(stream, &result);

  printf("depth %d, value %d, nodes %ld, cutoffs %ld\n", completed, value, nodes, cutoffs);
  if (plytrace_error(stream) != NULL) fprintf(stderr, "%s\n", plytrace_error(stream));
  if (trace != NULL && plytrace_close(trace) != 0) {
    fprintf(stderr, "%s\n", plytrace_trace_error(trace));
    return 1;
  }
  return 0;
}
