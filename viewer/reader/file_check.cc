// SPDX-License-Identifier: MIT
#include "viewer/reader/file_check.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "schemas/journals.h"
#include "schemas/sqlite_format.h"

namespace plytrace {
namespace {

using Byte = unsigned char;

using sqlite_format::kHeaderBytes;
constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::int64_t kLogHeaderBytes = 32;
constexpr std::int64_t kFrameHeaderBytes = 24;

// A file descriptor that closes itself.
class File {
 public:
  explicit File(const std::string& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  // Returns the number of bytes read at `offset` (fewer at the end of the file), or -1 on a read
  // error.
  ssize_t read(void* target, std::size_t count, std::int64_t offset) const {
    std::size_t done = 0;
    while (done < count) {
      const ssize_t part = pread(descriptor_, static_cast<Byte*>(target) + done, count - done,
                                 offset + static_cast<std::int64_t>(done));
      if (part < 0 && errno == EINTR) continue;
      if (part < 0) return -1;
      if (part == 0) break;
      done += static_cast<std::size_t>(part);
    }
    return static_cast<ssize_t>(done);
  }

 private:
  int descriptor_;
};

// The header stores the page size 65536 as 1.
std::int64_t page_size_in(const std::array<Byte, kHeaderBytes>& header) {
  const std::uint32_t size = get_u16(&header[sqlite_format::kPageSizeAt]);
  return size == 1 ? 65536 : size;
}

Status cannot_read(const std::string& path) {
  return Status::environment(path + ": cannot be read: " + std::strerror(errno) +
                             "; check its permissions, and the disk");
}

// nullopt if the file does not exist.
Result<std::optional<std::int64_t>> size_of(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) == 0) return std::optional<std::int64_t>(info.st_size);
  if (errno == ENOENT) return std::optional<std::int64_t>();
  return cannot_read(path);
}

// Checks that the path is a readable regular file, before its bytes are read.
Status check_kind(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) {
    if (errno == EACCES) {
      return Status::environment(path +
                                 ": no permission to access it; check the folder's permissions");
    }
    const bool is_due_to_name =
        errno == ENOENT || errno == ENOTDIR || errno == ELOOP || errno == ENAMETOOLONG;
    if (!is_due_to_name) return cannot_read(path);
    return Status::bad_input(path + ": " +
                             (errno == ENOENT ? "no such file" : std::strerror(errno)) +
                             "; check the name");
  }
  if (S_ISDIR(info.st_mode)) {
    return Status::bad_input(path + ": is a directory, not a trace; name the file in it");
  }
  if (!S_ISREG(info.st_mode)) {
    return Status::bad_input(path + ": is not a regular file; name a file on disk");
  }
  return Status::ok();
}

}  // namespace

Status truncated(const std::string& path, const FileHeader& header) {
  const std::string expected =
      header.page_count == 0
          ? "less than the header of a trace"
          : "its header says " + std::to_string(header.page_count * header.page_size);
  return Status::bad_input(path + ": truncated trace: " + std::to_string(header.bytes) +
                           " bytes, " + expected + "; copy it again from where it was made");
}

Result<FileHeader> check_file(const std::string& path) {
  if (Status kind = check_kind(path); !kind) return kind;
  const File file(path);
  if (!file.is_open()) return cannot_read(path);
  std::array<Byte, kHeaderBytes> header{};
  const ssize_t got = file.read(header.data(), header.size(), 0);
  if (got < 0) return cannot_read(path);
  FileHeader result;
  const auto bytes = size_of(path);
  if (!bytes) return bytes.status();
  result.bytes = bytes->value_or(0);
  if (got == 0) {
    return Status::bad_input(path +
                             ": empty file, not a trace; record one with plytrace search -o");
  }
  // A file that ends inside the magic bytes is reported as truncated, not as another format.
  const auto compared = std::min(static_cast<std::size_t>(got), kMagic.size());
  if (std::memcmp(header.data(), kMagic.data(), compared) != 0) {
    return Status::bad_input(
        path +
        ": not a trace (not an SQLite file); traces are made by plytrace search, "
        "play and import");
  }
  if (got < static_cast<ssize_t>(kHeaderBytes)) return truncated(path, result);
  result.page_size = page_size_in(header);
  result.page_count = get_u32(&header[sqlite_format::kPageCountAt]);
  // 1 is a rollback journal, 2 a write-ahead log.
  result.write_ahead_log = header[sqlite_format::kWriteVersionAt] == 2;
  const auto log_bytes = size_of(format::journal_path(path, "-wal"));
  if (!log_bytes) return log_bytes.status();
  result.log_file = log_bytes->has_value();
  result.log_present = log_bytes->value_or(0) > kLogHeaderBytes;
  // SQLite's smallest page is 512 bytes. This also prevents a division by 0.
  if (result.page_size < 512) {
    return Status::bad_input(path + ": damaged trace: its header gives a page size of " +
                             std::to_string(result.page_size) + "; copy it again");
  }
  return result;
}

Result<bool> pages_are_complete(const std::string& path, std::int64_t page_size,
                                std::int64_t page_count) {
  const auto bytes = size_of(path);
  if (!bytes) return bytes.status();
  const std::int64_t whole_pages = bytes->value_or(0) / page_size;
  if (whole_pages >= page_count) return true;

  // Find which of the missing pages are in the log. Frames with another salt are left over from
  // before the last checkpoint.
  const std::string log_path = format::journal_path(path, "-wal");
  const File log(log_path);
  std::array<Byte, kLogHeaderBytes> log_header{};
  if (!log.is_open() || log.read(log_header.data(), log_header.size(), 0) != kLogHeaderBytes) {
    return false;
  }
  const auto log_bytes = size_of(log_path);
  if (!log_bytes) return log_bytes.status();
  const std::int64_t missing = page_count - whole_pages;
  // Check before allocating, because a damaged header can claim any number of pages.
  if (missing > log_bytes->value_or(0) / (kFrameHeaderBytes + page_size)) return false;
  std::vector<bool> found(static_cast<std::size_t>(missing), false);
  std::array<Byte, kFrameHeaderBytes> frame{};
  for (std::int64_t at = kLogHeaderBytes;
       log.read(frame.data(), frame.size(), at) == kFrameHeaderBytes;
       at += kFrameHeaderBytes + page_size) {
    if (std::memcmp(&frame[8], &log_header[16], 8) != 0) break;
    const std::int64_t page = get_u32(frame.data());
    if (page > whole_pages && page <= page_count) {
      found[static_cast<std::size_t>(page - whole_pages - 1)] = true;
    }
  }
  for (const bool page : found) {
    if (!page) return false;
  }
  return true;
}

}  // namespace plytrace
