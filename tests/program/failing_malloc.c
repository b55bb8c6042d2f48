/* SPDX-License-Identifier: MIT
 *
 * For LD_PRELOAD: the allocation of number PLYTRACE_FAILS returns NULL; those from it on with
 * PLYTRACE_FAILS_ON. The number of all goes into the file PLYTRACE_COUNTS. glibc only. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void*, size_t);

static atomic_long g_count;
static long g_first = -1;
static int g_goes_on;
static const char* g_file;

static void say(void) {
  char text[32];
  const int size = snprintf(text, sizeof text, "%ld\n", (long)g_count);
  const int file = open(g_file, O_CREAT | O_WRONLY | O_TRUNC, 0644);
  if (file < 0 || write(file, text, (size_t)size) != size) _exit(99);
  close(file);
}

__attribute__((constructor)) static void begin(void) {
  const char* const first = getenv("PLYTRACE_FAILS");
  g_file = getenv("PLYTRACE_COUNTS");
  g_goes_on = getenv("PLYTRACE_FAILS_ON") != NULL;
  if (g_file != NULL) atexit(say);
  g_count = 0;
  if (first != NULL) g_first = atol(first);
}

static int fails(void) {
  const long number = ++g_count;
  if (g_first <= 0 || (g_goes_on ? number < g_first : number != g_first)) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void* realloc(void* block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
