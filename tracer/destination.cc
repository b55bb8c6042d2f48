// SPDX-License-Identifier: MIT
#include "tracer/destination.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace plytrace {
namespace {

constexpr std::array<const char*, 3> kJournals{"-wal", "-shm", "-journal"};

bool exists(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Status cannot(const std::string& path, const std::string& what) {
  return Status::environment(path + ": cannot " + what + ": " + std::strerror(errno) +
                             "; choose another place");
}

Status check_folder(const std::string& path) {
  const std::string folder = folder_of(path);
  struct stat info {};
  if (::stat(folder.c_str(), &info) != 0) {
    return Status::environment(path + ": the folder " + folder + " does not exist; make it first");
  }
  if (!S_ISDIR(info.st_mode)) {
    return Status::environment(path + ": " + folder + " is no folder; choose another place");
  }
  return ::access(folder.c_str(), W_OK | X_OK) == 0 ? Status::ok() : cannot(path, "write there");
}

Status check_appendable(const std::string& path) {
  if (!exists(path)) {
    return Status::bad_input(path + ": no such file; leave --append away to make a new trace");
  }
  return ::access(path.c_str(), R_OK | W_OK) == 0 ? Status::ok() : cannot(path, "append");
}

}  // namespace

Status check_destination(const Destination& destination) {
  const std::string& path = destination.path;
  if (path.empty() || path == "-") {
    return Status::usage("'" + path + "': a trace is a file, not standard output; name one");
  }
  struct stat info {};
  const bool there = ::stat(path.c_str(), &info) == 0;
  if (there && S_ISDIR(info.st_mode)) {
    return Status::usage(path + ": is a folder; name a file in it");
  }
  if (there && !S_ISREG(info.st_mode)) {
    return Status::usage(path + ": is no ordinary file; choose another name");
  }
  if (destination.append) return check_appendable(path);
  if (!destination.force && exists(path)) {
    return Status::usage(path +
                         ": exists already; choose another name, replace it with --force, or add "
                         "to it with --append");
  }
  for (const char* journal : kJournals) {
    if (destination.force || !exists(path + journal)) continue;
    return Status::usage(path + journal +
                         ": is left over from another trace; choose another name, or replace it "
                         "with --force");
  }
  return check_folder(path);
}

Status create_destination(const Destination& destination) {
  const std::string& path = destination.path;
  if (Status status = check_destination(destination); !status) return status;
  if (destination.force) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) return cannot(path, "replace it");
    for (const char* journal : kJournals) {
      if (::unlink((path + journal).c_str()) != 0 && errno != ENOENT) {
        return cannot(path + journal, "remove it");
      }
    }
  }
  const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
  if (file < 0) return cannot(path, "create it");
  ::close(file);
  return Status::ok();
}

void remove_destination(const std::string& path) {
  ::unlink(path.c_str());
  for (const char* journal : kJournals) ::unlink((path + journal).c_str());
}

}  // namespace plytrace
