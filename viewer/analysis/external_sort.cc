// SPDX-License-Identifier: MIT
#include "viewer/analysis/external_sort.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace plytrace {

Result<TemporaryFile> TemporaryFile::make() {
  const char* const named = std::getenv("TMPDIR");
  const std::string folder = named != nullptr && *named != '\0' ? named : "/tmp";
  std::string path = folder + "/plytrace-sort-XXXXXX";
  const int file = mkostemp(path.data(), O_CLOEXEC);
  if (file < 0) {
    return Status::environment(
        fmt::format("{}: cannot make a temporary file: {}; set TMPDIR to a "
                    "folder with free space",
                    folder, std::strerror(errno)));
  }
  unlink(path.c_str());
  return TemporaryFile(file, folder);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      size_(other.size_),
      folder_(std::move(other.folder_)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(size_, other.size_);
  std::swap(folder_, other.folder_);
  return *this;
}

TemporaryFile::~TemporaryFile() {
  if (file_ >= 0) close(file_);
}

Status TemporaryFile::failed(const char* what) const {
  return Status::environment(
      fmt::format("{}: cannot {} a temporary file: {}; set TMPDIR to a "
                  "folder with free space",
                  folder_, what, std::strerror(errno)));
}

Status TemporaryFile::append(const void* bytes, std::size_t count) {
  const char* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = pwrite(file_, from, count, static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return failed("write");
    from += written;
    count -= static_cast<std::size_t>(written);
    size_ += static_cast<std::uint64_t>(written);
  }
  return Status::ok();
}

Status TemporaryFile::read(std::uint64_t offset, void* bytes, std::size_t count) const {
  char* to = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t done = pread(file_, to, count, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return failed("read");
    to += done;
    count -= static_cast<std::size_t>(done);
    offset += static_cast<std::uint64_t>(done);
  }
  return Status::ok();
}

}  // namespace plytrace
