/* SPDX-License-Identifier: MIT
 *
 * A search that returns at many places, recorded by a wrapper around it: search() was renamed to
 * search_(), and a new search() calls it between enter and leave. Statements for plytrace are
 * marked with [1] for enter and leave, [2] for bounds, cutoffs and the table.
 *
 *   cc -DPLYTRACE -I../tracer/include wrapped_search.c -o nim && PLYTRACE=nim.plt ./nim
 *   plytrace import nim.plt -o nim.db && plytrace verify nim.db
 *
 * The game is Nim with four heaps: a move takes any number of stones from one heap; taking the last
 * stone wins. */
#include <plytrace/plytrace_emit.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Entry {
  uint64_t key;
  int value, bound, is_set;
} Entry;
static Entry table[4096];
static int heaps[4] = {1, 2, 3, 4}, side;
static long nodes;

static plytrace_stream* s;                                                               /* [1] */
static int search_(int alpha, int beta);                                                 /* [1] */
static int search(int alpha, int beta, int move) {                                       /* [1] */
  return plytrace_visit(s, (plytrace_move)move, PLYTRACE_OTHER_SIDE, PLYTRACE_NO_NUMBER, /* [1] */
                        alpha, beta, search_(alpha, beta));
}

static uint64_t key_of_position(void) {
  uint64_t key = (uint64_t)side + 1;
  for (int i = 0; i < 4; ++i) key = key * 16 + (uint64_t)heaps[i];
  return key;
}

static int search_(int alpha, int beta) {
  const int alpha_before = alpha;
  const uint64_t key = key_of_position();
  Entry* const entry = &table[key % 4096];
  int best = -2, stones = 0;
  ++nodes;
  for (int i = 0; i < 4; ++i) stones += heaps[i];
  if (stones == 0) {
    return plytrace_leaf_value(s, PLYTRACE_INNERMOST, PLYTRACE_TERMINAL, -1); /* [2] */
  }
  if (entry->is_set && entry->key == key) {
    const int fits =
        entry->bound == PLYTRACE_EXACT ||
        (entry->bound == PLYTRACE_LOWER ? entry->value >= beta : entry->value <= alpha);
    if (fits) {
      return plytrace_answer_value(s, PLYTRACE_INNERMOST, key, entry->value, /* [2] */
                                   entry->bound, PLYTRACE_NO_NUMBER, PLYTRACE_NO_NUMBER);
    }
  }
  for (int i = 0; i < 4 && best < beta; ++i) {
    for (int taken = heaps[i]; taken > 0 && best < beta; --taken) {
      int value;
      heaps[i] -= taken;
      side = 1 - side;
      value = -search(-beta, -alpha, 10 * i + taken);
      side = 1 - side;
      heaps[i] += taken;
      if (value <= best) continue;
      best = value;
      if (best >= beta) {
        plytrace_cut_here(s, PLYTRACE_INNERMOST, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD,
                          best); /* [2] */
      } else if (best > alpha) {
        alpha = best;
        plytrace_bound(s, PLYTRACE_INNERMOST, PLYTRACE_BY_CHILD, alpha, beta); /* [2] */
      }
    }
  }
  entry->key = key;
  entry->value = best;
  entry->is_set = 1;
  entry->bound = best >= beta           ? PLYTRACE_LOWER
                 : best <= alpha_before ? PLYTRACE_UPPER
                                        : PLYTRACE_EXACT;
  plytrace_store_entry(s, PLYTRACE_INNERMOST, key, best, entry->bound,
                       PLYTRACE_NO_NUMBER); /* [2] */
  return best;
}

int main(void) {
  plytrace_search declared = PLYTRACE_SEARCH_INIT;
  int value;
  declared.game = "nim";
  declared.engine = "wrapped_search";
  declared.scores = PLYTRACE_SIDE_TO_MOVE;
  declared.captured = "usual";
  declared.fail = "soft";
  s = plytrace_start_as(NULL, &declared);              /* [1] */
  value = plytrace_finish_value(s, search(-2, 2, -1)); /* [1] */
  printf("value %d, nodes %ld\n", value, nodes);
  return 0;
}
