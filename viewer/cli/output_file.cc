// SPDX-License-Identifier: MIT
//
// Whole files, written through a temporary file beside them: a failure leaves nothing half done.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>

#include "viewer/cli/cli.h"

namespace plytrace::cli {
namespace {

Status cannot_write(const std::string& path) {
  return Status::environment(path + ": cannot write: " + errno_text() +
                             "; try another folder, or make room");
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Status check_output(const std::string& path, bool force) {
  if (path == "-") return Status::ok();
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return Status::ok();
  if (::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
    return Status::usage(path + ": is a folder; name a file in it");
  }
  if (force) return Status::ok();
  return Status::usage(path + ": exists already; choose another name, or replace it with --force");
}

Status write_file(const std::string& path, std::string_view bytes, bool force) {
  if (path == "-") return write_stdout(bytes);
  if (Status relied = relied_on(); !relied) return relied;
  if (Status status = check_output(path, force); !status) return status;
  // A device or a pipe cannot be replaced by a file of that name: it is written in place.
  struct stat info {};
  const bool special = ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
  std::string temporary = special ? path : path + ".XXXXXX";
  const int file = special ? ::open(path.c_str(), O_WRONLY) : ::mkstemp(temporary.data());
  if (file < 0) return cannot_write(path);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  bool done = write_all(file, bytes);
  if (!special) done = done && ::fchmod(file, 0666 & ~mask) == 0;
  const int write_error = errno;
  done = (::close(file) == 0) && done;
  if (done && special) return Status::ok();
  // Without --force a file that appeared meanwhile is not replaced: link() fails where it exists.
  if (done && !force) {
    done = ::link(temporary.c_str(), path.c_str()) == 0;
    if (!done && errno == EPERM) done = ::rename(temporary.c_str(), path.c_str()) == 0;
    const int link_error = errno;
    ::unlink(temporary.c_str());
    errno = link_error;
  } else if (done) {
    done = ::rename(temporary.c_str(), path.c_str()) == 0;
  } else {
    if (!special) ::unlink(temporary.c_str());
    errno = write_error;
  }
  return done ? Status::ok() : cannot_write(path);
}

}  // namespace plytrace::cli
