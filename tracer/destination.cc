// SPDX-License-Identifier: MIT
#include "tracer/destination.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "schemas/file_locks.h"
#include "schemas/journals.h"
#include "schemas/presence.h"

namespace plytrace {
namespace {

using format::kJournals;

#ifdef _WIN32
constexpr int kMayWriteIn = W_OK;  // its access() refuses X_OK
constexpr int kOwnFile = O_BINARY | O_NOINHERIT;
#else
constexpr int kMayWriteIn = W_OK | X_OK;
constexpr int kOwnFile = O_CLOEXEC;
#endif

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

Status cannot(const std::string& path, const std::string& what) {
  return Status::environment(path + ": cannot " + what + ": " + std::strerror(errno) +
                             "; choose another place");
}

Result<bool> is_taken(const std::string& path) {
  if (const auto taken = format::is_taken(path)) return *taken;
  return cannot(path, "check whether it exists");
}

Status check_folder(const std::string& path) {
  const std::string folder = folder_of(path);
  struct stat info {};
  const auto there = format::is_there(folder, info);
  if (!there) return cannot(path, "look at the folder " + folder);
  if (!*there) {
    return Status::environment(path + ": the folder " + folder + " does not exist; make it first");
  }
  if (!S_ISDIR(info.st_mode)) {
    return Status::environment(path + ": " + folder + " is not a folder; choose another place");
  }
  return ::access(folder.c_str(), kMayWriteIn) == 0 ? Status::ok() : cannot(path, "write there");
}

// Refuses the journal of another trace, and a trace that another process is recording.
Status check_replaceable(const std::string& path) {
  for (const std::string_view journal : kJournals) {
    if (!path.ends_with(journal)) continue;
    const std::string owner = path.substr(0, path.size() - journal.size());
    const auto taken = is_taken(owner);
    if (!taken) return taken.status();
    if (!*taken) continue;
    return Status::usage(path + ": belongs to " + owner + "; choose another name");
  }
  const pid_t process = format::recording_process(path);
  if (process == 0) return Status::ok();
  return Status::usage(
      path + ": process " + std::to_string(process) +
      " is recording it, or reads what was recorded so far; wait for it, or choose "
      "another name");
}

Status check_appendable(const std::string& path) {
  return ::access(path.c_str(), R_OK | W_OK) == 0 ? Status::ok() : cannot(path, "append");
}

}  // namespace

Destination definite(Destination destination) {
  // If that cannot be determined, check_destination() reports it.
  destination.append = destination.append && format::is_taken(destination.path).value_or(true);
  return destination;
}

Status check_destination(const Destination& destination) {
  const std::string& path = destination.path;
  if (path.empty() || path == "-") {
    return Status::usage("'" + path + "': a trace is a file, not standard output; name one");
  }
  const auto taken = is_taken(path);
  if (!taken) return taken.status();
  struct stat info {};
  // Follows links, since their target would be written.
  const auto there = format::is_there(path, info);
  if (!there) return cannot(path, "look what it is");
  if (*there && S_ISDIR(info.st_mode)) {
    return Status::usage(path + ": is a folder; name a file in it");
  }
  if (*there && !S_ISREG(info.st_mode)) {
    return Status::usage(path + ": is not an ordinary file; choose another name");
  }
  if (destination.append && *there) return check_appendable(path);
  if (!destination.force && *taken) {
    return Status::usage(path + ": already exists; choose another name" +
                         (destination.can_append
                              ? ", replace it with --force, or add to it with --append"
                              : " or replace it with --force"));
  }
  // Even with `force`: another process still writes this file.
  if (Status status = check_replaceable(path); !status) return status;
  // SQLite would apply such a journal to the new file.
  for (const char* journal : kJournals) {
    if (destination.force) continue;
    const auto left_over = is_taken(path + journal);
    if (!left_over) return left_over.status();
    if (!*left_over) continue;
    return Status::usage(path + journal +
                         ": is left over from another trace; choose another name, or replace it "
                         "with --force");
  }
  return check_folder(path);
}

Status create_destination(const Destination& destination) {
  const std::string& path = destination.path;
  if (Status status = check_destination(destination); !status) return status;
  if (destination.force) remove_journals(path);
  // O_EXCL, since another process may have made the file after the check.
  const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | kOwnFile, 0666);
  if (file < 0) return cannot(path, "create it");
  ::close(file);
  return Status::ok();
}

bool replaces_file(const Destination& destination) {
  // A file whose presence cannot be determined is also replaced as a whole.
  return destination.force && !destination.append &&
         format::is_taken(destination.path).value_or(true);
}

void remove_journals(const std::string& path) {
  for (const char* journal : kJournals) ::unlink((path + journal).c_str());
}

void remove_destination(const std::string& path) {
  ::unlink(path.c_str());
  remove_journals(path);
}

}  // namespace plytrace
