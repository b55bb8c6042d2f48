// SPDX-License-Identifier: MIT
//
// Checks a trace file by its bytes alone, before SQLite opens it: whether it exists, is readable
// and is complete. SQLite itself opens a file that was cut inside its last page without an error
// and then returns blank rows. Source of the byte offsets: https://www.sqlite.org/fileformat2.html
// (sections 1.3 and 4). Thread rule: pure functions over the file system.
#pragma once

#include <cstdint>
#include <string>

#include "core/status.h"

namespace plytrace {

// The header of a SQLite file, and the files beside it.
struct FileHeader {
  std::int64_t bytes = 0;
  std::int64_t page_size = 0;  // bytes
  std::int64_t page_count = 0;
  bool write_ahead_log = false;  // the file says that its newest pages may be in the -wal
  bool log_present = false;      // a -wal with at least one page exists
  bool log_file = false;         // a -wal exists, perhaps empty

  // The file has fewer bytes than its header says, and no log can hold the rest. Either it was cut,
  // or a writer is at work or has died. SQLite distinguishes these cases once it has the lock and
  // has rolled back the change of a dead writer.
  bool is_short() const { return !log_present && bytes < page_count * page_size; }
};

// bad_input: no such file, a directory, not a regular file, empty, not SQLite, cut inside its
// header. environment: no permission, read error.
Result<FileHeader> check_file(const std::string& path);

// The error for a file that was cut.
Status truncated(const std::string& path, const FileHeader& header);

// True if each of `page_count` pages of `page_size` bytes is in the main file or in its -wal. Call
// it inside a read transaction. It does not open the main file, because closing it would drop
// SQLite's locks. An environment error if a file's size cannot be read.
Result<bool> pages_are_complete(const std::string& path, std::int64_t page_size,
                                std::int64_t page_count);

}  // namespace plytrace
