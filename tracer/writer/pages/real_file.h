// SPDX-License-Identifier: MIT
//
// Reads and writes through a file of SQLite's own VFS. Reads and writes are complete or fail;
// failures are a Status (environment) with the system's message. Thread rule: one thread.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/status.h"

namespace plytrace::writer {

// The Status for a result code of `file`; `what` names the operation. `error`: the errno, if the
// file does not know it.
Status file_failure(sqlite3_file* file, int code, const std::string& what, int error = 0);

// The largest size of one write: SQLite's VFS accepts less than 128 KiB.
inline constexpr std::uint32_t kMostAtOnce = 64 * 1024;
Status write_file(sqlite3_file* file, const void* bytes, std::size_t count, std::int64_t offset);
// A short read or write is a failure.
Status read_file(sqlite3_file* file, void* bytes, std::size_t count, std::int64_t offset);

// Opens and closes the file of the rollback journal. `path` must come from SQLite
// (sqlite3_filename_journal).
class JournalFile {
 public:
  JournalFile(sqlite3_vfs* vfs, const char* path) : vfs_(vfs), path_(path) {}
  ~JournalFile() { close(); }
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  Status create();
  sqlite3_file* file() { return file_; }
  void close();
  // Closes and deletes it.
  Status remove();

 private:
  sqlite3_vfs* vfs_;
  const char* path_;
  std::unique_ptr<std::max_align_t[]> memory_;
  sqlite3_file* file_ = nullptr;
};

}  // namespace plytrace::writer
