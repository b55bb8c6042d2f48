/* SPDX-License-Identifier: MIT
 *
 * Shared by the libraries for LD_PRELOAD that make calls fail. They count calls by kind. Each
 * defines the names of its kinds before it includes this file:
 *   static const char* const g_kinds[] = {"open", "read"};
 * Environment variables:
 *   PLYTRACE_FAILING   the kind that fails (default: the first)
 *   PLYTRACE_FAILS     the number of the call that fails
 *   PLYTRACE_FAILS_ON  if set, all later calls of the kind fail as well
 *   PLYTRACE_COUNTS    a file that gets a line "kind count" for each kind at the end
 * Thread rule: may be called by any thread. */
#pragma once

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kKinds = sizeof g_kinds / sizeof g_kinds[0] };

static atomic_long g_counts[kKinds];
static int g_failing;
static long g_first = -1;
static int g_goes_on;
static const char* g_file;

static void say_counts(void) {
  const int file = open(g_file, O_CREAT | O_WRONLY | O_TRUNC, 0644);
  if (file < 0) _exit(99);
  for (int kind = 0; kind < kKinds; ++kind) {
    if (dprintf(file, "%s %ld\n", g_kinds[kind], (long)g_counts[kind]) < 0) _exit(99);
  }
  close(file);
}

__attribute__((constructor)) static void begin_to_count(void) {
  const char* const first = getenv("PLYTRACE_FAILS");
  const char* const failing = getenv("PLYTRACE_FAILING");
  g_file = getenv("PLYTRACE_COUNTS");
  g_goes_on = getenv("PLYTRACE_FAILS_ON") != NULL;
  if (g_file != NULL) atexit(say_counts);
  for (int kind = 0; kind < kKinds; ++kind) {
    g_counts[kind] = 0;
    if (failing != NULL && strcmp(failing, g_kinds[kind]) == 0) g_failing = kind;
  }
  if (first != NULL) g_first = atol(first);
}

/* Counts a call; returns true if it must fail. */
static int this_call_fails(int kind) {
  const long number = ++g_counts[kind];
  if (g_first <= 0 || kind != g_failing) return 0;
  return g_goes_on ? number >= g_first : number == g_first;
}
