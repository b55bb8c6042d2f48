// SPDX-License-Identifier: MIT
//
// A file of SQLite's own VFS, as SQLite would use it itself: whole reads and writes, failures as a
// Status (environment) with the system's words.
// Thread rule: one thread.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/status.h"

namespace plytrace::writer {

// What a result code of `file` means; `what` was tried.
Status file_failure(sqlite3_file* file, int code, const std::string& what);

// The most that one write takes: SQLite's own files take less than 128 KiB.
inline constexpr std::uint32_t kMostAtOnce = 64 * 1024;
Status write_file(sqlite3_file* file, const void* bytes, std::size_t count, std::int64_t offset);
// All of the bytes: fewer is a failure.
Status read_file(sqlite3_file* file, void* bytes, std::size_t count, std::int64_t offset);

// The rollback journal as a file that this opens and closes. `path` must be one that SQLite made
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
