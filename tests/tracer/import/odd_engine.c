/* SPDX-License-Identifier: MIT
 *
 * odd_engine FILE CASE: a sound search of three nodes with one odd call in it. It is built with
 * libplytrace and with plytrace_emit.h, so that the two traces can be compared. Prints how many
 * calls were refused, as far as the recorder knows. */
#include <math.h>
#include <plytrace/plytrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* wanted;
static char text[100001];

static int is(const char* name) { return strcmp(wanted, name) == 0; }

static const char* long_text(size_t length) {
  memset(text, 'x', length);
  text[length] = 0;
  return text;
}

static const char* text_of(plytrace_move move, void* user) {
  (void)user;
  if (is("Latin-1")) return "m\xE9";
  long_text(4097);
  text[0] = (char)('0' + move);
  return text;
}

static void declare(plytrace_search* search) {
  search->scores = is("scores") ? 257 : PLYTRACE_SIDE_TO_MOVE;
  search->captured = is("captured")               ? "usual,nothing"
                     : is("captured with blanks") ? " usual , legal  keys,"
                                                  : "usual";
  search->fail = is("fail") ? "sloppy" : "";
  if (is("Latin-1")) search->position = search->game = "caf\xE9 \xE2\x82 \xED\xA0\x80 \xF4\x90";
  if (is("Latin-1")) search->move_text = text_of;
  if (is("move_text of 4097 bytes")) search->move_text = text_of;
  if (is("options in lines")) search->options = search->game_options = "{\n \"cut\": 1.50\n}";
  if (is("options of Latin-1")) search->options = "{\"a\":\"caf\xE9\"}";
  if (is("{bad")) search->game_options = wanted;
  if (*wanted == '{' || *wanted == '[') search->options = wanted;
  if (is("depth")) search->depth = INT32_MAX;
  if (is("score range")) search->has_score_range = 1;
  if (is("score range")) search->score_min = 5;
  if (is("NaN range")) search->has_score_range = 1;
  if (is("NaN range")) search->score_max = nan("");
}

static void do_something_odd(plytrace_stream* s, plytrace_node node) {
  plytrace_cutoff_args cutoff = PLYTRACE_CUTOFF_INIT;
  plytrace_entry_args entry = PLYTRACE_ENTRY_INIT;
  const plytrace_node nodes[] = {0, -1, node + ((plytrace_node)1 << 40), 17};
  const plytrace_move move = 0x80000005u;
  entry.key = 5;
  for (int i = 0; is("nodes") && i < 4; ++i) {
    plytrace_bound(s, nodes[i], PLYTRACE_BY_CHILD, 0, 1);
    plytrace_leave(s, nodes[i], 7);
    plytrace_store_entry(s, nodes[i], 5, 1, PLYTRACE_EXACT, 1);
    plytrace_probe_entry(s, nodes[i], 0, 1, PLYTRACE_EXACT, PLYTRACE_USED_NO, 1, 1);
    plytrace_credit(s, nodes[i], 1);
    plytrace_is(s, nodes[i], PLYTRACE_TABLE, PLYTRACE_LOWER);
    plytrace_score(s, nodes[i], 1);
    plytrace_note(s, nodes[i], "a", "b");
    plytrace_exclude(s, nodes[i], NULL, 0);
    plytrace_cut(s, nodes[i], PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, 1, 0, 1);
  }
  if (is("leave of the innermost")) plytrace_leave(s, PLYTRACE_INNERMOST, 3);
  if (is("purpose")) plytrace_begin_pass(s, 257, 1, -1, 1);
  if (is("window of a pass")) plytrace_begin_pass(s, PLYTRACE_FIXED, 1, 5, -5);
  if (is("NaN of a pass")) plytrace_begin_pass(s, PLYTRACE_FIXED, 1, nan(""), 5);
  if (is("status")) plytrace_end_pass(s, 256, PLYTRACE_NO_MOVE);
  if (is("NaN bound")) plytrace_bound(s, node, PLYTRACE_BY_OTHER, nan(""), 5);
  if (is("NaN window")) plytrace_bound(s, node, PLYTRACE_BY_OTHER, nan(""), nan(""));
  if (is("NaN store")) plytrace_store_entry(s, node, 5, nan(""), PLYTRACE_EXACT, 1);
  if (is("NaN credit")) plytrace_credit(s, node, nan(""));
  if (is("NaN cut")) plytrace_cut(s, node, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, nan(""), 1, 2);
  if (is("cut without a value")) plytrace_cutoff(s, node, &cutoff);
  if (is("cause")) plytrace_bound(s, node, PLYTRACE_BY_NULL_MOVE, 1, 5);
  entry.used = 256;
  if (is("use")) plytrace_store(s, node, &entry);
  if (is("use")) plytrace_probe(s, node, &entry);
  if (is("text of no move")) plytrace_exclude(s, node, &move, 1);
  if (is("text of no move")) {
    plytrace_leave(s, plytrace_enter(s, move, PLYTRACE_OTHER_SIDE, 0, -9, 9), -3);
  }
  if (is("Latin-1")) plytrace_note(s, node, "caf\xE9", "\xFF\xFE \xC3\xA9 \xF0\x9F\x99\x82");
  if (is("move_of_text of 4097 bytes")) plytrace_move_of_text(s, long_text(4097));
  if (is("note of 100000 bytes")) plytrace_note(s, node, "long", long_text(100000));
}

int main(int argc, char** argv) {
  plytrace_options options = PLYTRACE_OPTIONS_INIT;
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  plytrace_trace* trace;
  plytrace_stream* s;
  plytrace_node root;
  wanted = argc > 2 ? argv[2] : "";
  if (is("filters")) options.max_ply = 0;
  if (is("filters")) options.max_nodes = 3;
  if (is("filters")) options.only_search = 2;
  if (is("below")) options.below = "d/c";
  trace = plytrace_open(argv[1], &options);
  s = plytrace_open_stream(trace);
  for (int i = 0; i < (is("filters") ? 3 : 1); ++i) {
    declare(&search);
    plytrace_begin_search(s, &search);
    root = plytrace_enter(s, PLYTRACE_NO_MOVE, is("side") ? 7 : PLYTRACE_OTHER_SIDE,
                          is("depth") ? 1500000000 : 1, -HUGE_VAL, HUGE_VAL);
    for (plytrace_move move = 1; move < 3; ++move) {
      const plytrace_node child = plytrace_enter_role(s, move, PLYTRACE_OTHER_SIDE, 0, -HUGE_VAL,
                                                      HUGE_VAL, is("role") ? 7 : PLYTRACE_MOVE);
      plytrace_leave_leaf(s, child, is("kind") ? 99 : PLYTRACE_HORIZON, -3);
      if (move == 1) plytrace_bound(s, root, PLYTRACE_BY_CHILD, 3, HUGE_VAL);
    }
    do_something_odd(s, root);
    plytrace_leave(s, root, 3);
    plytrace_end_exact(s, 3);
  }
  printf("%d\n", (int)plytrace_error_count(s));
  return plytrace_close(trace) != 0;
}
