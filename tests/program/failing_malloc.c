/* SPDX-License-Identifier: MIT
 *
 * For LD_PRELOAD: an allocation returns NULL (failing_call.h selects which). glibc only. */
#include <errno.h>
#include <stddef.h>

static const char* const g_kinds[] = {"allocation"};
#include "tests/program/failing_call.h"

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void*, size_t);

static int fails(void) {
  if (!this_call_fails(0)) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void* realloc(void* block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
