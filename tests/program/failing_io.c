/* SPDX-License-Identifier: MIT
 *
 * For LD_PRELOAD: calls on files fail. It counts the calls of the kinds PLYTRACE_FAILING (such as
 * "read,lock") on files whose path contains PLYTRACE_FAILS_AT; failing_call.h selects which of them
 * fails. The call fails with the errno PLYTRACE_FAILS_WITH. With 0 a read returns no bytes, as at
 * the end of the file. A close that fails does close the file. glibc only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>

enum Kind { OPEN, READ, WRITE, SYNC, RESIZE, MAP, LOCK, STAT, UNLINK, MKDIR, RENAME, CLOSE };
static const char* const g_kinds[] = {"open", "read", "write",  "sync",  "resize", "map",
                                      "lock", "stat", "unlink", "mkdir", "rename", "close"};
#include "tests/program/failing_call.h"

#define NEXT(function) ((__typeof__(&function))(intptr_t)dlsym(RTLD_NEXT, #function))

static int fails_at(enum Kind kind, const char* path) {
  const char* const part = getenv("PLYTRACE_FAILS_AT");
  const char* const code = getenv("PLYTRACE_FAILS_WITH");
  if (path == NULL || part == NULL || strstr(path, part) == NULL) return 0;
  if (!this_call_fails(kind)) return 0;
  errno = code == NULL ? EIO : atoi(code);
  return 1;
}

static int fails_on(enum Kind kind, int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  path[size < 0 ? 0 : size] = '\0';
  return fails_at(kind, path);
}

/* The result of a failing read or write. */
static ssize_t none(void) { return errno == 0 ? 0 : -1; }

#define READS(name, offset_type)                                               \
  ssize_t name(int file, void* to, size_t size, offset_type offset) {          \
    return fails_on(READ, file) ? none() : NEXT(name)(file, to, size, offset); \
  }
READS(pread, off_t)
READS(pread64, off64_t)
ssize_t read(int file, void* to, size_t size) {
  return fails_on(READ, file) ? none() : NEXT(read)(file, to, size);
}

#define WRITES(name, offset_type)                                             \
  ssize_t name(int file, const void* from, size_t size, offset_type offset) { \
    return fails_on(WRITE, file) ? -1 : NEXT(name)(file, from, size, offset); \
  }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)
ssize_t write(int file, const void* from, size_t size) {
  return fails_on(WRITE, file) ? -1 : NEXT(write)(file, from, size);
}
ssize_t writev(int file, const struct iovec* parts, int count) {
  return fails_on(WRITE, file) ? -1 : NEXT(writev)(file, parts, count);
}

int fsync(int file) { return fails_on(SYNC, file) ? -1 : NEXT(fsync)(file); }
int fdatasync(int file) { return fails_on(SYNC, file) ? -1 : NEXT(fdatasync)(file); }

#define RESIZES(name, size_type)                                 \
  int name(int file, size_type size) {                           \
    return fails_on(RESIZE, file) ? -1 : NEXT(name)(file, size); \
  }
RESIZES(ftruncate, off_t)
RESIZES(ftruncate64, off64_t)

#define MAPS(name, offset_type)                                                                \
  void* name(void* at, size_t size, int protection, int flags, int file, offset_type offset) { \
    if (file >= 0 && fails_on(MAP, file)) return MAP_FAILED;                                   \
    return NEXT(name)(at, size, protection, flags, file, offset);                              \
  }
MAPS(mmap, off_t)
MAPS(mmap64, off64_t)

#define CONTROLS(name)                                                                             \
  int name(int file, int command, ...) {                                                           \
    va_list rest;                                                                                  \
    va_start(rest, command);                                                                       \
    void* const argument = va_arg(rest, void*);                                                    \
    va_end(rest);                                                                                  \
    const int locks = command == F_SETLK || command == F_SETLKW || command == F_GETLK ||           \
                      command == F_OFD_SETLK || command == F_OFD_SETLKW || command == F_OFD_GETLK; \
    return locks && fails_on(LOCK, file) ? -1 : NEXT(name)(file, command, argument);               \
  }
CONTROLS(fcntl)
CONTROLS(fcntl64)

#define OPENS(name)                                                                 \
  int name(const char* path, int flags, ...) {                                      \
    va_list rest;                                                                   \
    va_start(rest, flags);                                                          \
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                                   \
    return fails_at(OPEN, path) ? -1 : NEXT(name)(path, flags, mode);               \
  }
OPENS(open)
OPENS(open64)
FILE* fopen(const char* path, const char* mode) {
  return fails_at(OPEN, path) ? NULL : NEXT(fopen)(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  return fails_at(OPEN, path) ? NULL : NEXT(fopen64)(path, mode);
}

#define STATS(name, result)                                     \
  int name(const char* path, struct result* found) {            \
    return fails_at(STAT, path) ? -1 : NEXT(name)(path, found); \
  }
STATS(stat, stat)
STATS(lstat, stat)
STATS(stat64, stat64)
STATS(lstat64, stat64)
int fstat(int file, struct stat* found) {
  return fails_on(STAT, file) ? -1 : NEXT(fstat)(file, found);
}
int fstat64(int file, struct stat64* found) {
  return fails_on(STAT, file) ? -1 : NEXT(fstat64)(file, found);
}

int unlink(const char* path) { return fails_at(UNLINK, path) ? -1 : NEXT(unlink)(path); }
int remove(const char* path) { return fails_at(UNLINK, path) ? -1 : NEXT(remove)(path); }
int mkdir(const char* path, mode_t mode) {
  return fails_at(MKDIR, path) ? -1 : NEXT(mkdir)(path, mode);
}
int rename(const char* from, const char* to) {
  return fails_at(RENAME, to) ? -1 : NEXT(rename)(from, to);
}
int link(const char* from, const char* to) {
  return fails_at(RENAME, to) ? -1 : NEXT(link)(from, to);
}
int close(int file) {
  if (!fails_on(CLOSE, file)) return NEXT(close)(file);
  const int code = errno;
  NEXT(close)(file);
  errno = code;
  return -1;
}
