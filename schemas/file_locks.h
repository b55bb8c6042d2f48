// SPDX-License-Identifier: MIT
//
// Finds the process that writes a trace, from the locks that SQLite holds on the file, and whether
// the file system has locks at all. A recorder holds its locks during the whole recording, so that
// nobody replaces the file. Source of the byte offsets:
// https://www.sqlite.org/fileformat2.html (section 1.5, the lock-byte page) and
// https://www.sqlite.org/lockingv3.html. Thread rule: the functions keep no state.
// Windows does not report who holds a lock, and itself refuses to replace an open file.
#pragma once

#ifdef _WIN32
#include <sys/types.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include "schemas/journals.h"

namespace plytrace::format {

#ifdef _WIN32
inline bool can_lock(const std::string&, bool = false) { return true; }
inline pid_t recording_process(const std::string&) { return 0; }
#else
// The process whose lock on these bytes conflicts with a lock of this type (F_RDLCK, F_WRLCK); 0 if
// there is none.
inline pid_t lock_holder(int file, short type, off_t first, off_t size) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = first;
  lock.l_len = size;
  return ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? lock.l_pid : 0;
}

// Whether the file system of this file supports locks; some network file systems do not. True if
// the file cannot be opened. Closing any descriptor of a file drops this process's locks on it, so
// with `may_hold_locks` the descriptor stays open if the file is locked at all.
inline bool can_lock(const std::string& path, bool may_hold_locks = false) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  const bool has_failed = ::fcntl(file, F_OFD_GETLK, &lock) != 0;
  const int error = has_failed ? errno : 0;
  // If this process holds the lock, closing the descriptor would release it.
  const bool holds_locks = may_hold_locks || lock.l_pid == ::getpid();
  if (has_failed || lock.l_type == F_UNLCK || !holds_locks) ::close(file);
  return error != ENOLCK && error != ENOSYS && error != EOPNOTSUPP;
}

// The process that writes the file; 0 if there is none, or no such file.
inline pid_t recording_process(const std::string& path) {
  constexpr off_t kReserved = 0x40000001, kSharedFirst = 0x40000002, kSharedSize = 510;
  constexpr int kLooks = 5;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  struct stat info {};
  // In WAL mode every process that has the file open holds a lock on the shared bytes.
  const bool has_log = ::stat(journal_path(path, "-wal").c_str(), &info) == 0;
  pid_t writer = has_log ? lock_holder(file, F_WRLCK, kSharedFirst, kSharedSize)
                         : lock_holder(file, F_RDLCK, kReserved, 1);
  // The page writer releases the reserved byte for a moment after each checkpoint.
  for (int look = 1; look < kLooks && writer == 0; ++look) {
    if (lock_holder(file, F_WRLCK, kSharedFirst, kSharedSize) == 0) break;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    writer = lock_holder(file, F_RDLCK, kReserved, 1);
  }
  // Closing any descriptor of a file would release all locks of this process on it.
  if (writer != ::getpid()) ::close(file);
  return writer;
}
#endif

}  // namespace plytrace::format
