// SPDX-License-Identifier: MIT
//
// Writes whole files through a temporary file beside them, so that a failure leaves no partial
// file.
#include "viewer/cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include "schemas/file_locks.h"
#include "schemas/journals.h"
#include "schemas/presence.h"
#include "viewer/cli/cli.h"
#include "viewer/format/write_all.h"

namespace plytrace::cli {
namespace {

Failure cannot_write(const std::string& path) {
  return Failure::environment(path + ": cannot write: " + errno_text() +
                              "; try another folder, or free some space");
}

std::vector<std::string>& inputs() {
  static std::vector<std::string> paths;
  return paths;
}

bool is_taken(const std::string& path) {
  if (const auto taken = format::is_taken(path)) return *taken;
  throw cannot_write(path);
}

// Compares by identity: links are followed, and a hard link is the same file. False for devices,
// which lose nothing when they are written to.
bool is_same_file(const std::string& output, const std::string& input) {
  struct stat a {
  }, b{};
  const auto is_output = format::is_there(output, a);
  if (!is_output) throw cannot_write(output);
  const auto is_input = format::is_there(input, b);
  if (!is_input) {
    throw Failure::environment(input + ": cannot be examined: " + errno_text() +
                               "; check that its folder and its disk can be read");
  }
  return *is_output && *is_input && S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

// A file in a folder that does not exist would fail only when it is written.
void check_folder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  struct stat info {};
  const auto there = format::is_there(folder.empty() ? "." : folder, info);
  if (!there) throw cannot_write(path);
  if (!*there) {
    throw Failure::environment(path + ": the folder " + folder + " does not exist; make it first");
  }
  if (S_ISDIR(info.st_mode)) return;
  throw Failure::environment(path + ": " + folder + " is not a folder; choose another place");
}

// Removes the suffix of a journal; "" if the name has none.
std::string trace_of_journal(const std::string& path) {
  for (const std::string_view journal : format::kJournals) {
    if (path.ends_with(journal)) return path.substr(0, path.size() - journal.size());
  }
  return "";
}

bool is_journal_of(const std::string& path, const std::string& trace) {
  const std::string owner = trace_of_journal(path);
  return !owner.empty() && is_same_file(owner, trace);
}

// Refuses to overwrite a trace that is being recorded, a trace whose recording was cut short and
// left a journal, and the journal of a trace.
void check_no_open_trace(const std::string& path) {
  const std::string owner = trace_of_journal(path);
  // A -shm file alone is only an index of a log and does not mean that a trace is open.
  for (const char* journal : {"-wal", "-journal"}) {
    const std::string file = format::journal_path(path, journal);
    if (!is_taken(path) || !is_taken(file)) continue;
    throw Failure::usage(path + ": is a trace that is being recorded or was cut short (" + file +
                         " is there); choose another name");
  }
  if (format::recording_process(path) != 0) {
    throw Failure::usage(path + ": is a trace that is being recorded; choose another name");
  }
  // A name that looks like a journal is one only if its trace exists.
  if (owner.empty() || !is_taken(owner)) return;
  throw Failure::usage(path + ": belongs to " + owner + "; choose another name");
}

// A device or a pipe cannot be replaced by a file, so it is written in place.
bool is_special(const std::string& path) {
  struct stat info {};
  const auto there = format::is_there(path, info);
  if (!there) throw cannot_write(path);
  return *there && !S_ISREG(info.st_mode);
}

void write_in_place(const std::string& path, std::string_view bytes) {
  const int file = ::open(path.c_str(), O_WRONLY);
  if (file < 0) throw cannot_write(path);
  bool done = write_all(file, bytes);
  const int write_error = errno;
  // Some file systems report a full disk only at close().
  done = (::close(file) == 0) && done;
  errno = write_error;
  if (!done) throw cannot_write(path);
}

// Copies the temporary file in blocks to stdout, a device or a pipe.
void copy_in_place(const std::string& from, const std::string& path) {
  std::ifstream in(from, std::ios::binary);
  std::ofstream special;
  if (path != "-") special.open(path, std::ios::binary);
  std::string piece(1 << 16, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (path != "-") {
      special << bytes;
    } else {
      require(write_stdout(bytes));
    }
  }
  if (path != "-" && !special.flush()) throw cannot_write(path);
}

// Renames a finished temporary file.
void publish(const std::string& temporary, const std::string& path, bool force) {
  // umask() can only be read by setting it. mkstemp() made the file readable by its owner only.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  bool done = ::chmod(temporary.c_str(), 0666 & ~mask) == 0;
  if (done && force) {
    done = ::rename(temporary.c_str(), path.c_str()) == 0;
  } else if (done) {
    // link() fails if the file exists, so a file that appeared meanwhile is not replaced.
    done = ::link(temporary.c_str(), path.c_str()) == 0;
    // Fall back to rename() on a file system without hard links.
    if (!done && errno == EPERM) done = ::rename(temporary.c_str(), path.c_str()) == 0;
  }
  const int error = errno;
  // After link() the file has two names; remove the temporary one.
  if (!done || !force) ::unlink(temporary.c_str());
  errno = error;
  if (!done) throw cannot_write(path);
}

// A new file beside `path`, which publish() moves there. Otherwise the destructor removes it, which
// needs no memory.
class Temporary {
 public:
  Temporary(const std::string& path, std::string_view bytes) : name_(path + ".XXXXXX") {
    const int file = ::mkstemp(name_.data());
    if (file < 0) throw cannot_write(path);
    bool done = write_all(file, bytes);
    const int write_error = errno;
    done = (::close(file) == 0) && done;
    if (done) return;
    ::unlink(name_.c_str());
    errno = write_error;
    throw cannot_write(path);
  }
  ~Temporary() { ::unlink(name_.c_str()); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

}  // namespace

void note_input(const std::string& path) { inputs().push_back(path == "-" ? "/dev/stdin" : path); }

std::string read_file(const std::string& path) {
  note_input(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Failure::bad_input(path + ": cannot be opened: " + errno_text());
  // The stream would throw an exception about a folder.
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) {
    throw Failure::bad_input(path + ": is a folder; name a file");
  }
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) throw Failure::environment(path + ": cannot be read: " + errno_text());
  return bytes;
}

void check_not_input(const std::string& path) {
  for (const std::string& input : inputs()) {
    const bool is_input = is_same_file(path, input);
    if (!is_input && !is_journal_of(path, input)) continue;
    throw Failure::usage(path + ": this command reads " + (is_input ? "this file" : input) +
                         "; choose another name for the output");
  }
}

void check_output(const std::string& path, bool force, bool makes_folder) {
  if (path == "-") return;
  if (!makes_folder) check_folder(path);
  check_not_input(path);
  check_no_open_trace(path);
  if (!is_taken(path)) return;
  struct stat info {};
  const auto there = format::is_there(path, info);
  if (!there) throw cannot_write(path);
  if (*there && S_ISDIR(info.st_mode)) {
    throw Failure::usage(path + ": is a folder; name a file in it");
  }
  if (force) return;
  throw Failure::usage(path + ": already exists; choose another name, or replace it with --force");
}

void check_two_outputs(const std::string& names, const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || (a == "-") != (b == "-")) return;
  // Neither file may exist yet, so that their names must be compared.
  const auto full = [](const std::string& path) {
    std::error_code unknown;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, unknown), unknown);
  };
  if (full(a) != full(b) && !is_same_file(a, b)) return;
  throw Failure::usage(names + " name the same file, " + b + "; give one of them another name");
}

void write_file(const std::string& path, std::string_view bytes, bool force) {
  write_files({{path, bytes}}, force);
}

void write_files(const std::vector<OutputFile>& files, bool force) {
  require(relied_on());
  for (const OutputFile& file : files) check_output(file.path, force);
  std::vector<std::unique_ptr<Temporary>> written;  // null: written in place
  for (const auto& [path, bytes] : files) {
    const bool in_place = path == "-" || is_special(path);
    written.push_back(in_place ? nullptr : std::make_unique<Temporary>(path, bytes));
  }
  std::vector<std::string> made;  // files that were not there before
  try {
    for (std::size_t i = 0; i < files.size(); ++i) {
      const auto& [path, bytes] = files[i];
      if (written[i]) {
        const bool is_new = !is_taken(path);
        publish(written[i]->name(), path, force);
        if (is_new) made.push_back(path);
      } else if (path == "-") {
        require(write_stdout(bytes));
      } else {
        write_in_place(path, bytes);
      }
    }
  } catch (const Failure&) {
    for (const std::string& path : made) ::unlink(path.c_str());
    throw;
  }
}

Status write_file_by(const std::string& path, bool force,
                     const std::function<Status(const std::string& temporary)>& fill) try {
  check_output(path, force);
  // No file can be created beside a device.
  const bool in_place = path == "-" || is_special(path);
  const Temporary temporary(
      in_place ? (std::filesystem::temp_directory_path() / "plytrace").string() : path, "");
  require(fill(temporary.name()));
  require(relied_on());
  in_place ? copy_in_place(temporary.name(), path) : publish(temporary.name(), path, force);
  return Status::ok();
} catch (const Failure& failure) {
  return failure.status();
}

}  // namespace plytrace::cli
