// SPDX-License-Identifier: MIT
#include "viewer/analysis/external_sort.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace plytrace {

TemporaryFile::TemporaryFile() {
  const char* const named = std::getenv("TMPDIR");
  folder_ = named != nullptr && *named != '\0' ? named : "/tmp";
  std::string path = folder_ + "/plytrace-sort-XXXXXX";
  file_ = mkostemp(path.data(), O_CLOEXEC);
  if (file_ < 0) throw failed("make");
  unlink(path.c_str());
}

TemporaryFile::~TemporaryFile() { close(file_); }

Failure TemporaryFile::failed(const char* what) const {
  return Failure::environment(
      fmt::format("{}: cannot {} a temporary file: {}; set TMPDIR to a "
                  "folder with free space",
                  folder_, what, std::strerror(errno)));
}

void TemporaryFile::append(const void* bytes, std::size_t count) {
  const char* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = pwrite(file_, from, count, static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw failed("write");
    from += written;
    count -= static_cast<std::size_t>(written);
    size_ += static_cast<std::uint64_t>(written);
  }
}

void TemporaryFile::read(std::uint64_t offset, void* bytes, std::size_t count) const {
  char* to = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t done = pread(file_, to, count, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw failed("read");
    to += done;
    count -= static_cast<std::size_t>(done);
    offset += static_cast<std::uint64_t>(done);
  }
}

}  // namespace plytrace
