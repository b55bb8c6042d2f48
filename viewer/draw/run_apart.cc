// SPDX-License-Identifier: MIT
#include "viewer/draw/run_apart.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <string_view>

#include "viewer/format/spawn.h"
#include "viewer/format/write_all.h"

namespace plytrace::draw {
namespace {

std::string read_all(int file) {
  std::string bytes;
  std::array<char, 1 << 16> piece;
  for (;;) {
    const ssize_t count = ::read(file, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(piece.data(), static_cast<std::size_t>(count));
  }
}

// Runs in the child: writes one status character, then the bytes or the error message.
[[noreturn]] void answer(int pipe, unsigned seconds,
                         const std::function<Result<std::string>()>& make) {
  const rlimit limit{seconds, seconds};
  ::setrlimit(RLIMIT_CPU, &limit);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  bool is_said = false;
  try {
    const Result<std::string> made = make();
    const char code = static_cast<char>(made.status().code());
    is_said = write_all(pipe, {&code, 1}) &&
              write_all(pipe, made ? std::string_view(*made) : made.status().message());
  } catch (const std::bad_alloc&) {
  }
  // _exit(), because exit() would also flush output that the parent has buffered.
  ::_exit(is_said ? 0 : 1);
}

}  // namespace

Result<std::string> run_apart(const char* what, unsigned seconds,
                              const std::function<Result<std::string>()>& make) {
  std::array<int, 2> ends{};
  const auto no_process = [&] {
    return Status::environment(std::string(what) + " cannot start a separate process: " +
                               std::strerror(errno) + "; close other programs, and try again");
  };
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return no_process();
  const pid_t child = ::fork();
  if (child == 0) answer(ends[1], seconds, make);
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return no_process();
  }
  std::string bytes = read_all(ends[0]);
  ::close(ends[0]);
  const int status = wait_for(child);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || bytes.empty()) {
    return Status::environment(
        std::string(what) + " ended without a picture" +
        (WIFSIGNALED(status) ? " (signal " + std::to_string(WTERMSIG(status)) + ")" : "") +
        ", probably out of memory; try the format svg, which does not need it");
  }
  const auto code = static_cast<StatusCode>(bytes[0]);
  bytes.erase(0, 1);
  if (code != StatusCode::kOk) return Status(code, std::move(bytes));
  return bytes;
}

}  // namespace plytrace::draw
