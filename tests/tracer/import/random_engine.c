/* SPDX-License-Identifier: MIT
 *
 * random_engine [FILE [SEED [PLIES [MAX_PLY [LAST_NODES [TRIGGER_AT [LEAVES_ALL]]]]]]]: searches a
 * tree that belongs to no game, and reports every kind of event with every argument, at random;
 * with LEAVES_ALL it leaves each node that it enters. Without LAST_NODES some events make no sense:
 * their codes, nodes or scores are none, or they come at a wrong time. It is built with libplytrace
 * and with plytrace_emit.h, so that the two traces can be compared. Without FILE the variable
 * PLYTRACE names it. */
#include <math.h>
#include <plytrace/plytrace.h>
#include <stdio.h>
#include <stdlib.h>

static plytrace_stream* s;
static uint64_t state;
static long nodes, trigger_at;
static int leaves_all, is_sensible;

static unsigned below(unsigned n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}
static int rarely(void) { return below(8) == 0; }
static int hardly_ever(void) { return !is_sensible && below(250) == 0; }

/* One of `count` codes, from 0, or hardly ever a number that is none. */
static int code(unsigned count) {
  static const int wrong[] = {-2, 14, 255, 256, 257, -1 - INT32_MAX, INT32_MAX};
  return hardly_ever() ? wrong[below(7)] : (int)below(count);
}
/* The same with -1 as a further code. */
static int code_or_none(unsigned count) {
  const int number = code(count + 1);
  return number < 0 ? number : number - 1;
}

/* The node, or hardly ever one that was never entered; some have its lower bits. */
static plytrace_node or_none(plytrace_node node) {
  const plytrace_node wrong[] = {0, INT64_MIN + 0xFFFFFFFF, node + ((plytrace_node)1 << 32),
                                 node + ((plytrace_node)1 << 24), node + 1000000};
  return hardly_ever() ? wrong[below(5)] : node;
}

/* A whole number, a fraction, a large number, or an infinity. */
static double score(void) {
  if (hardly_ever()) return nan("");
  switch (below(12)) {
    case 0:
      return below(100) + 0.25;
    case 1:
      return 3e9 + below(10);
    case 2:
      return -0.0;
    default:
      return (double)below(2000) - 1000;
  }
}
static double end_of_window(void) { return rarely() ? (rarely() ? -HUGE_VAL : HUGE_VAL) : score(); }

static const char* text_of(plytrace_move move, void* user) {
  static char text[16];
  (void)user;
  snprintf(text, sizeof text, "m%u", (unsigned)move);
  return text;
}

/* Rarely one that needs 17 bits. */
static int32_t a_depth(void) { return (int32_t)below(9) - (rarely() ? 32772 : 1); }

/* A number of up to 23 bits, a text, or a move without a name. */
static plytrace_move a_move(void) {
  char text[16];
  if (!rarely()) return below(40) * (rarely() ? (rarely() ? 200000 : 5000) : 1);
  if (rarely()) return PLYTRACE_UNNAMED_MOVE;
  snprintf(text, sizeof text, "\"%u\\", below(9));
  return plytrace_move_of_text(s, text);
}

/* `key` is that of the node, or 0. */
static void report_entry(plytrace_node node, uint64_t key) {
  plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
  args.key = below(2) == 0 ? key : rarely() ? 0 : below(8) * 0x9E3779B97F4A7C15u;
  args.depth = rarely() ? PLYTRACE_NO_NUMBER : a_depth();
  args.stored_depth = a_depth();
  args.bound = code(3);
  args.value = score();
  args.has_raw = rarely();
  args.raw = score();
  args.move = rarely() ? PLYTRACE_NO_MOVE : a_move();
  args.has_entry_key = rarely();
  args.entry_key = below(8);
  if (below(2) == 0) {
    plytrace_store(s, node, &args);
  } else {
    args.used = code(4);
    plytrace_probe(s, node, &args);
  }
}

static void report_cutoff(plytrace_node node) {
  plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
  plytrace_move moves[5];
  args.kind = code(3);
  args.cause = code(15);
  args.has_value = args.kind != PLYTRACE_CUT_FORWARD || rarely();
  args.has_window = !rarely();
  args.value = score();
  args.alpha = end_of_window();
  args.beta = end_of_window();
  args.skipped = rarely() ? PLYTRACE_NO_NUMBER : (int32_t)below(5);
  for (int i = 0; i < 5; ++i) moves[i] = a_move();
  if (rarely()) args.skipped_moves = moves;
  if (rarely()) args.reason = "odd \"reason\"";
  plytrace_cutoff(s, node, &args);
}

static void report(plytrace_node node, uint64_t key) {
  plytrace_move moves[3];
  node = nodes % 8 == 3 ? PLYTRACE_INNERMOST : or_none(node);
  if (hardly_ever()) plytrace_begin_pass(s, 77, 1, -1, 1); /* refused, as is the next one */
  if (hardly_ever()) plytrace_begin_pass(s, PLYTRACE_FIXED, 1, 5, -5);
  if (hardly_ever()) plytrace_leave(s, PLYTRACE_INNERMOST, 1); /* refused */
  switch (below(9)) {
    case 0:
      plytrace_bound(s, node, code(6), end_of_window(), end_of_window());
      return;
    case 1:
      report_cutoff(node);
      return;
    case 2:
      if (below(2) == 0) {
        plytrace_cut_here(s, node, (int)below(2), PLYTRACE_BY_CHILD, score());
      } else {
        plytrace_cut(s, node, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, score(), score(), score());
      }
      return;
    case 3:
    case 4:
      report_entry(node, key);
      return;
    case 5:
      plytrace_credit(s, node, score()); /* refused without a child */
      return;
    case 6:
      plytrace_is(s, node, code(8), code_or_none(3));
      plytrace_score(s, node, score());
      return;
    case 7:
      for (int i = 0; i < 3; ++i) moves[i] = a_move();
      plytrace_exclude(s, node, moves, below(4)); /* refused behind a child */
      return;
    default:
      plytrace_note(s, node, "a name", rarely() ? "" : "a value\n\t");
  }
}

static int a_side(void) {
  const int side = code(2);
  return nodes % 8 == 5 ? PLYTRACE_OTHER_SIDE : side;
}

static plytrace_node enter(int plies, int is_root, uint64_t* key) {
  plytrace_enter_args args = PLYTRACE_ENTER_INIT;
  const plytrace_move move = is_root ? PLYTRACE_NO_MOVE : a_move();
  *key = 0;
  if (below(3) == 0) return plytrace_enter(s, move, a_side(), plies, score(), score());
  if (below(3) == 0) {
    const int role = (hardly_ever() ? 7 : (int)below(6)) | (int)below(2) * PLYTRACE_IN_QUIESCENCE;
    return plytrace_enter_role(s, move, a_side(), plies, score(), score(), role);
  }
  args.move = move;
  args.side = a_side();
  args.depth = rarely() ? (rarely() ? 1000000 : PLYTRACE_NO_NUMBER) : plies;
  args.role = code(6);
  args.phase = code(2);
  args.has_window = !rarely();
  args.alpha = end_of_window();
  args.beta = end_of_window();
  args.has_key = below(2) == 0;
  args.key = below(8) * 0x9E3779B97F4A7C15u;
  if (args.has_key) *key = args.key;
  return plytrace_enter_as(s, &args);
}

static plytrace_node think(int plies, int is_root) {
  uint64_t key;
  const plytrace_node node = enter(plies, is_root, &key);
  plytrace_node best = PLYTRACE_NO_NODE;
  plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
  if (++nodes == trigger_at) plytrace_trigger(s);
  while (below(3) == 0) report(node, key);
  for (unsigned i = plies > 0 ? below(5) : 0; i > 0; --i) {
    const plytrace_node child = think(plies - 1, 0);
    if (below(2) == 0) best = child;
    while (below(3) == 0) report(node, key);
  }
  if (rarely() && rarely() && !leaves_all) return node; /* as after a longjmp: nobody leaves it */
  if (below(2) == 0) {
    if (hardly_ever()) plytrace_leave(s, or_none(PLYTRACE_NO_NODE), 3); /* refused */
    plytrace_leave_leaf(s, node, code(8), score());
    return node;
  }
  args.kind = code(8);
  args.bound = code_or_none(3);
  args.has_value = !rarely();
  args.value = rarely() && rarely() ? nan("") : score();
  args.has_score = rarely();
  args.score = score();
  args.best = best;
  args.legal = rarely() ? PLYTRACE_NO_NUMBER : (int32_t)below(40);
  plytrace_leave_as(s, node, &args);
  if (rarely() && rarely()) plytrace_leave(s, node, 1); /* refused */
  return node;
}

static void search(int plies) {
  plytrace_search declared = PLYTRACE_SEARCH_INIT;
  plytrace_result result = PLYTRACE_RESULT_INIT;
  const char* const line[] = {"m1", "a \"quoted\" move", "m3"};
  declared.game = "made-up";
  declared.game_options = "{\"size\":3}";
  declared.position = "some position";
  declared.algorithm = "random";
  declared.evaluator = "none";
  declared.scores = hardly_ever() ? 257 : (int)below(2);
  declared.depth = plies;
  declared.captured = rarely() ? "windows, nothing" : "usual,keys";
  declared.fail = rarely() ? (hardly_ever() ? "sloppy" : "hard") : hardly_ever() ? "" : NULL;
  declared.has_score_range = rarely();
  declared.score_min = -1000;
  declared.score_max = hardly_ever() ? -2000 : 0.5;
  declared.exact_windows = rarely();
  declared.uniform = rarely();
  if (rarely()) declared.engine = "another engine";
  declared.move_text = text_of;
  if (!rarely()) plytrace_begin_search(s, &declared);
  for (unsigned pass = below(3); pass-- > 0;) {
    if (below(2) == 0) plytrace_begin_pass(s, code(5), plies, -500, HUGE_VAL);
    think(plies, 1);
    result.status = code(5);
    if (below(2) == 0) plytrace_end_pass(s, result.status, a_move());
    if (below(2) == 0) {
      result.best_move = rarely() ? NULL : "m1";
      result.pv = line;
      result.pv_length = below(4);
      result.has_value = !rarely();
      result.value = score();
      result.has_lower = rarely();
      plytrace_end_pass_as(s, rarely() ? NULL : &result);
    }
  }
  result.status = code(5);
  result.has_value = result.has_lower = !rarely();
  result.has_upper = rarely();
  result.value = result.lower = result.upper = score();
  result.completed_depth = plies;
  result.best_move = rarely() ? NULL : "m1";
  result.pv = line;
  result.pv_length = below(4);
  result.nodes = rarely() ? 17 : 0;
  if (!rarely()) plytrace_end_search(s, rarely() ? NULL : &result);
}

int main(int argc, char** argv) {
  plytrace_options options = PLYTRACE_OPTIONS_INIT;
  plytrace_trace* trace;
  const int plies = argc > 3 ? atoi(argv[3]) : 5;
  state = argc > 2 ? (uint64_t)atoi(argv[2]) : 1;
  options.engine = "random_engine";
  options.engine_version = "1.0";
  if (argc > 4 && *argv[4]) options.max_ply = atoi(argv[4]);
  if (argc > 5) options.last_nodes = (uint64_t)atoi(argv[5]);
  trigger_at = argc > 6 ? atol(argv[6]) : 0;
  leaves_all = argc > 7;
  is_sensible = argc > 5;
  trace = plytrace_open(argc > 1 && *argv[1] ? argv[1] : NULL, &options);
  s = plytrace_open_stream(trace);
  for (int i = 0; i < 4; ++i) search(plies);
  printf("%s\n", s == NULL ? "off" : "on");
  if (trace != NULL && plytrace_close(trace) != 0) return 1;
  return 0;
}
