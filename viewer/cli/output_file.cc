// SPDX-License-Identifier: MIT
//
// Whole files, written through a temporary file beside them: a failure leaves nothing half done.
#include "viewer/cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
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

// A device or a pipe cannot be replaced by a file of that name: it is written in place.
bool is_special(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

Status write_in_place(const std::string& path, std::string_view bytes) {
  const int file = ::open(path.c_str(), O_WRONLY);
  if (file < 0) return cannot_write(path);
  bool done = write_all(file, bytes);
  const int write_error = errno;
  done = (::close(file) == 0) && done;
  errno = write_error;
  return done ? Status::ok() : cannot_write(path);
}

// Piece by piece to stdout, a device or a pipe.
Status copy_in_place(const std::string& from, const std::string& path) {
  std::ifstream in(from, std::ios::binary);
  std::ofstream special;
  if (path != "-") special.open(path, std::ios::binary);
  std::string piece(1 << 16, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (path != "-") {
      special << bytes;
    } else if (Status status = write_stdout(bytes); !status) {
      return status;
    }
  }
  if (path != "-" && !special.flush()) return cannot_write(path);
  return Status::ok();
}

// Gives a finished temporary file its name.
Status publish(const std::string& temporary, const std::string& path, bool force) {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  bool done = ::chmod(temporary.c_str(), 0666 & ~mask) == 0;
  if (done && force) {
    done = ::rename(temporary.c_str(), path.c_str()) == 0;
  } else if (done) {
    // A file that appeared meanwhile is not replaced: link() fails where it exists.
    done = ::link(temporary.c_str(), path.c_str()) == 0;
    if (!done && errno == EPERM) done = ::rename(temporary.c_str(), path.c_str()) == 0;
  }
  const int error = errno;
  if (!done || !force) ::unlink(temporary.c_str());
  errno = error;
  return done ? Status::ok() : cannot_write(path);
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
  if (is_special(path)) return write_in_place(path, bytes);
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0) return cannot_write(path);
  bool done = write_all(file, bytes);
  const int write_error = errno;
  done = (::close(file) == 0) && done;
  if (done) return publish(temporary, path, force);
  ::unlink(temporary.c_str());
  errno = write_error;
  return cannot_write(path);
}

Status write_file_by(const std::string& path, bool force,
                     const std::function<Status(const std::string& temporary)>& fill) {
  if (Status status = check_output(path, force); !status) return status;
  const bool in_place = path == "-" || is_special(path);
  std::string temporary =
      (in_place ? std::filesystem::temp_directory_path() / "plytrace" : std::filesystem::path(path))
          .string() +
      ".XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0) return cannot_write(path);
  ::close(file);
  Status status = fill(temporary);
  if (status && !in_place) return publish(temporary, path, force);
  if (status) status = copy_in_place(temporary, path);
  ::unlink(temporary.c_str());
  return status;
}

}  // namespace plytrace::cli
