// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/room_ahead.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace plytrace::writer {
namespace {

// As much again as the file has: a small one gets little.
constexpr std::int64_t kLargestPortion = std::int64_t{4} << 20;
constexpr std::int64_t kNeverAgain = std::numeric_limits<std::int64_t>::max();

}  // namespace

RoomAhead::RoomAhead(const char* path) {
  struct stat info {};
  if (stat(path, &info) == 0) {
    device_ = info.st_dev;
    inode_ = info.st_ino;
  } else {
    reserved_to_ = kNeverAgain;
  }
}

void RoomAhead::reserve(std::int64_t end) {
  const std::int64_t from = std::max(reserved_to_, end - kLargestPortion);
  const std::int64_t to = end + std::min(end, kLargestPortion);
  reserved_to_ = kNeverAgain;
#ifdef FALLOC_FL_KEEP_SIZE
  const int file = descriptor();
  if (file >= 0 && fallocate(file, FALLOC_FL_KEEP_SIZE, from, to - from) == 0) reserved_to_ = to;
#endif
}

// SQLite's own, which it shows nobody. One opened here would take SQLite's locks along when it is
// closed. Looked for each time: nobody else knows how long it stays open.
int RoomAhead::descriptor() const {
  DIR* const all = opendir("/proc/self/fd");
  if (all == nullptr) return -1;
  int found = -1;
  for (const dirent* entry = readdir(all); entry != nullptr && found < 0; entry = readdir(all)) {
    const long number = std::strtol(entry->d_name, nullptr, 10);  // 0 of "." and ".."
    if (is_of_file(static_cast<int>(number))) found = static_cast<int>(number);
  }
  closedir(all);
  return found;
}

bool RoomAhead::is_of_file(int descriptor) const {
  struct stat info {};
  if (fstat(descriptor, &info) != 0) return false;
  const int flags = fcntl(descriptor, F_GETFL);
  return info.st_dev == device_ && info.st_ino == inode_ && flags != -1 &&
         (flags & O_ACCMODE) != O_RDONLY;
}

}  // namespace plytrace::writer
