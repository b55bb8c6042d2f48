// SPDX-License-Identifier: MIT
//
// Room on the disk for what is about to be appended to a file, asked for in large portions: the
// file system then need not look for room page by page, which halves what a write costs. The file
// looks no larger for it, and gives back what it did not need when it is truncated. A mere hint:
// where the file system knows no such thing, or is full, writes go on as without it.
// Thread rule: one thread.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace plytrace::writer {

class RoomAhead {
 public:
  // Of the file that the path leads to now.
  explicit RoomAhead(const char* path);

  // The file will be written up to there.
  void expect(std::int64_t end) {
    if (end > reserved_to_) [[unlikely]]
      reserve(end);
  }

 private:
  void reserve(std::int64_t end);
  int descriptor() const;
  bool is_of_file(int descriptor) const;

  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::int64_t reserved_to_ = 0;
};

}  // namespace plytrace::writer
