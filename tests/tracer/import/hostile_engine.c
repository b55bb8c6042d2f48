/* SPDX-License-Identifier: MIT
 *
 * hostile_engine FILE CASE: records many nodes with plytrace_emit.h while the engine or the system
 * gets in the way. Prints what plytrace_close returns, and the error of the trace. */
#include <math.h>
#include <plytrace/plytrace_emit.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

static const char* wanted;

static int is(const char* name) { return strcmp(wanted, name) == 0; }

static void tick(int number) { (void)number; }

/* A signal every two milliseconds, which interrupts writes. */
static void set_alarm(void) {
  struct sigaction action;
  const struct itimerval often = {{0, 2000}, {0, 2000}};
  memset(&action, 0, sizeof action);
  action.sa_handler = tick;
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
}

static void limit_files(void) {
  const struct rlimit limit = {100000, 100000};
  setrlimit(RLIMIT_FSIZE, &limit);
}

static FILE* take_descriptors(void) {
  FILE* file;
  for (int i = 3; i < 20; ++i) close(i);
  file = fopen("victim.txt", "w");
  fputs("precious\n", file);
  fflush(file);
  return file;
}

static int finish(plytrace_trace* trace) {
  const int closed = plytrace_close(trace);
  const char* const error = plytrace_trace_error(trace);
  printf("%d %s\n", closed, error == NULL ? "no error" : error);
  fflush(stdout);
  return closed;
}

static void record(plytrace_stream* s, int nodes) {
  const plytrace_node root =
      plytrace_enter(s, PLYTRACE_NO_MOVE, PLYTRACE_OTHER_SIDE, 1, -HUGE_VAL, HUGE_VAL);
  for (int i = 0; i < nodes; ++i) {
    const plytrace_node child =
        plytrace_enter(s, (plytrace_move)(i % 50), PLYTRACE_OTHER_SIDE, 0, -HUGE_VAL, HUGE_VAL);
    plytrace_leave_leaf(s, child, PLYTRACE_TERMINAL, -3);
    if (i == 0) plytrace_bound(s, root, PLYTRACE_BY_CHILD, 3, HUGE_VAL);
    if (is("killed") && i == 10) {
      plytrace_flush(s);
      _exit(1);
    }
  }
  plytrace_leave(s, root, 3);
}

/* One path, on which the ring is written. */
static void record_path(plytrace_stream* s, int nodes) {
  for (int i = 0; i < nodes; ++i) {
    plytrace_enter(s, i == 0 ? PLYTRACE_NO_MOVE : 1, PLYTRACE_OTHER_SIDE, nodes - i, -9, 9);
  }
  plytrace_trigger(s);
  for (int i = nodes; i > 0; --i) plytrace_leave_leaf(s, i, PLYTRACE_AUTO, i % 2 == 0 ? 3 : -3);
}

int main(int argc, char** argv) {
  plytrace_options options = PLYTRACE_OPTIONS_INIT;
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  plytrace_trace* trace;
  plytrace_stream* s;
  FILE* file = NULL;
  wanted = argc > 2 ? argv[2] : "";
  if (is("limit")) limit_files();
  if (is("alarm")) set_alarm();
  options.append = is("appends") ? PLYTRACE_APPEND : 0;
  options.last_nodes = is("deep") ? 1 : 0;
  trace = plytrace_open(argv[1], &options);
  s = plytrace_open_stream(trace);
  search.scores = PLYTRACE_SIDE_TO_MOVE;
  search.captured = "usual";
  plytrace_begin_search(s, &search);
  if (is("closes")) file = take_descriptors();
  if (is("forks") && fork() == 0) {
    record(s, 1);
    finish(trace);
    printf("%s\n", plytrace_open_stream(trace) == NULL ? "no stream" : "a stream");
    exit(0);
  }
  if (is("forks")) wait(NULL);
  if (is("deep")) record_path(s, 20000);
  if (!is("deep")) record(s, is("appends") ? 20 : 20000);
  plytrace_end_exact(s, 3);
  finish(trace);
  if (file != NULL) printf("%d\n", fprintf(file, "more\n") + fclose(file));
  return 0;
}
