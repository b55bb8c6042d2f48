// SPDX-License-Identifier: MIT
//
// What can be said of a trace file from its bytes alone, before SQLite touches it: whether there is
// one, whether it can be read, whether it is whole. SQLite itself opens a file that was cut inside
// its last page without a word, and then hands out blank rows.
// Source of the byte offsets: https://www.sqlite.org/fileformat2.html (sections 1.3 and 4).
// Thread rule: pure functions over the file system.
#pragma once

#include <cstdint>
#include <string>

#include "core/status.h"

namespace plytrace {

// The header of a SQLite file, and what lies beside it.
struct FileHeader {
  std::int64_t bytes = 0;
  std::int64_t page_size = 0;  // bytes
  std::int64_t page_count = 0;
  bool write_ahead_log = false;  // the file says that its newest pages may lie in the -wal
  bool log_present = false;      // a -wal with at least one page lies beside it
  bool log_file = false;         // there is a -wal, perhaps empty

  // Fewer bytes than the header promises, and no log that could hold the rest. The file was cut, or
  // a writer is, or died, at work: SQLite tells which, once it has the lock and has undone the
  // change of a dead one.
  bool is_short() const { return !log_present && bytes < page_count * page_size; }
};

// bad_input: no such file, a directory, no regular file, empty, not SQLite, cut inside its header.
// environment: no permission, read error.
Result<FileHeader> check_file(const std::string& path);

// The message for a file that was cut.
Status truncated(const std::string& path, const FileHeader& header);

// With a -wal, a page past the end of the main file must lie in the log. True if all of
// `page_count` pages of `page_size` bytes are in one of the two. Call inside a read transaction;
// the main file is not opened, as closing it again would take SQLite's locks with it.
bool pages_are_complete(const std::string& path, std::int64_t page_size, std::int64_t page_count);

}  // namespace plytrace
