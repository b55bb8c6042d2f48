/* SPDX-License-Identifier: MIT
 *
 * A rules program for tests: Nim with one heap, from which 1, 2 or 3 are taken; who takes the last
 * one wins. A position is "HEAP PLAYER", the start "7 0". The first argument says how it behaves:
 * "nim" answers at once, the others are faults and attacks.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kLine = 1 << 16, kHeld = 1024 };

static const char* mode;

static int is(const char* word) { return strcmp(mode, word) == 0; }

/* The text behind "NAME": in a request of plytrace, which writes no blanks. */
static const char* field(const char* line, const char* name) {
  char quoted[40];
  snprintf(quoted, sizeof quoted, "\"%s\":", name);
  const char* at = strstr(line, quoted);
  return at == NULL ? "" : at + strlen(quoted);
}

static void print_board(int heap) {
  fputs("\"board\":\"", stdout);
  for (int i = 0; i < heap && i < 50; ++i) putchar('o');
  if (is("control")) fputs("\\u001b[31m", stdout);
  fputs("\"", stdout);
}

static void print_answer(long id, int heap, int player) {
  static long invented;
  const int most = is("forgets") && heap >= 3 ? 2 : heap < 3 ? heap : 3;
  printf("{\"id\":%ld,\"legal\":[", is("wrong-id") ? id + 1000 : id);
  for (int i = 1; i <= most; ++i) printf("%s\"%d\"", i == 1 ? "" : ",", i);
  if (is("repeats")) fputs(",\"1\"", stdout);
  if (is("invents")) {
    for (int i = 0; i < 1000; ++i) printf(",\"move-%0900ld\"", invented++);
  }
  fputs("]", stdout);
  if (!is("bare")) {
    printf(",\"over\":%s", heap > 0 || is("no-end") ? "null"
                           : player == 1            ? "\"first\""
                                                    : "\"second\"");
    printf(",\"to_move\":%d,\"position\":\"%d %d\",", player, is("one-text") ? 2 : heap, player);
    if (heap > 0 || !is("no-last-key")) {
      printf("\"key\":\"%d/%d\",", is("one-key") ? 1 : heap, player);
    }
    print_board(heap);
    if (!is("no-score")) printf(",\"score\":%d", heap > 0 ? 0 : player == 1 ? 1 : -1);
  }
  if (is("unknown-field")) fputs(",\"colour\":1", stdout);
  if (is("board")) {
    fputs(",\"board\":\"", stdout);
    for (int i = 0; i < 5000; ++i) putchar('x');
    fputs("\"", stdout);
  }
  if (is("invalid")) fputs(",\"key\":\"\xff\xfe\"", stdout);
  puts("}");
  if (is("twice")) printf("{\"id\":%ld,\"legal\":[]}\n", id);
}

static void refuse(long id, const char* why) { printf("{\"id\":%ld,\"error\":\"%s\"}\n", id, why); }

static void answer(const char* line) {
  const long id = atol(field(line, "id"));
  int heap = 7, player = 0;
  const char* position = field(line, "position");
  if (strncmp(position, "\"\"", 2) != 0 && sscanf(position, "\"%d %d", &heap, &player) != 2) {
    refuse(id, "not HEAP PLAYER");
    return;
  }
  if (is("refuses") && heap == 7) {
    refuse(id, "never heard of it");
    return;
  }
  for (const char* move = strchr(field(line, "moves"), '"'); move != NULL;
       move = strchr(strchr(move + 1, '"') + 1, '"')) {
    const int taken = atoi(move + 1);
    if (taken < 1 || taken > 3 || taken > heap || is("contradicts")) {
      /* As careless programs do. */
      if (!is("contradicts")) abort();
      refuse(id, "not a move");
      return;
    }
    heap -= taken;
    player = 1 - player;
  }
  print_answer(id, heap, player);
}

static void misbehave(void) {
  if (is("exits")) {
    fputs("Traceback\nKeyError: 'heap'\n", stderr);
    exit(3);
  }
  if (is("crashes")) abort();
  if (is("garbage")) puts("hello, \x1b[31mworld\x1b[0m");
  if (is("empty-lines")) puts("\n\n\n");
  if (is("nested")) {
    fputs("{\"id\":1,\"legal\":", stdout);
    for (int i = 0; i < 500000; ++i) putchar('[');
    puts("");
  }
  while (is("endless") && putchar('x') != EOF) {
  }
  while (is("flood") && puts("{\"id\":1,\"legal\":[]}") != EOF) {
  }
  while (is("noise") && fputs("noise\n", stderr) != EOF) {
  }
  if (is("silent") || is("stubborn")) {
    signal(SIGTERM, SIG_IGN);
    for (;;) pause();
  }
}

int main(int argc, char** argv) {
  static char line[kLine];
  static char* held[kHeld];
  mode = argc > 1 ? argv[1] : "nim";
  if (is("deaf")) {
    fclose(stdin);
    for (;;) pause();
  }
  size_t count = 0;
  /* poll() sees only what stdio has not read yet. */
  if (is("backwards")) setvbuf(stdin, NULL, _IONBF, 0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    misbehave();
    if (is("backwards")) {
      /* Answers what has been sent so far, the last request first. */
      struct pollfd input = {0, POLLIN, 0};
      held[count++] = strdup(line);
      const int waits = poll(&input, 1, 20) > 0;
      if (waits && count < kHeld) continue;
      while (count > 0) {
        answer(held[--count]);
        free(held[count]);
      }
    } else {
      answer(line);
    }
    fflush(stdout);
  }
  return 0;
}
