// SPDX-License-Identifier: MIT
#include "viewer/explore/apart.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "viewer/format/spawn.h"
#include "viewer/rules/rules_program.h"

namespace plytrace::explore {
namespace {

using Clock = std::chrono::steady_clock;

// No answer is longer, because every panel is bounded.
constexpr std::size_t kLongestAnswer = std::size_t{16} << 20;  // bytes

Status no_process(int error) {
  return Status::environment(std::string("explore: cannot start a process for the request: ") +
                             std::strerror(error) + "; close other programs, and ask again");
}

// The child process with both of its outputs in a pipe. The destructor waits for its end.
class AnswerProcess {
 public:
  AnswerProcess() = default;
  AnswerProcess(const AnswerProcess&) = delete;
  AnswerProcess& operator=(const AnswerProcess&) = delete;
  ~AnswerProcess() {
    if (process_ > 0) {
      ::kill(process_, SIGTERM);  // SIGKILL would leave its rules program running
      exit_code();
    }
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }

  Status start(std::vector<std::string> words) {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) return no_process(errno);
    const int error =
        spawn({"/proc/self/exe", std::move(words), {-1, ends_[1], ends_[1]}}, process_);
    ::close(std::exchange(ends_[1], -1));
    if (error == 0) return Status::ok();
    process_ = -1;
    return no_process(error);
  }

  // Reads all output of the process; nullopt if it has not ended by `until`.
  std::optional<std::string> read_all(Clock::time_point until) {
    std::string bytes;
    std::array<char, 1 << 16> piece;
    while (bytes.size() <= kLongestAnswer) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      pollfd ready{ends_[0], POLLIN, 0};
      if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) <= 0) {
        if (left > 0 && errno == EINTR) continue;
        return std::nullopt;
      }
      const ssize_t count = ::read(ends_[0], piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return bytes;
      bytes.append(piece.data(), static_cast<std::size_t>(count));
    }
    return std::nullopt;
  }

  // -1 if a signal ended the process.
  int exit_code() {
    const int status = wait_for(process_);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t process_ = -1;
  std::array<int, 2> ends_{-1, -1};
};

// Removes the program's name from "plytrace: MESSAGE".
std::string message_of(std::string_view said) {
  constexpr std::string_view kName = "plytrace: ";
  if (said.starts_with(kName)) said.remove_prefix(kName.size());
  return std::string(said.substr(0, said.find_last_not_of('\n') + 1));
}

}  // namespace

Result<std::string> answer_apart(const std::vector<std::string>& traces, const std::string& moves,
                                 const std::string& question, std::chrono::milliseconds time) {
  std::vector<std::string> words{"plytrace", "explore", "--answer", question, "--moves", moves};
  words.insert(words.end(), traces.begin(), traces.end());
  const auto rules = rules::chosen_options();
  words.insert(words.end(), rules.begin(), rules.end());
  AnswerProcess child;
  if (Status started = child.start(std::move(words)); !started) return started;
  auto said = child.read_all(Clock::now() + time);
  if (!said) return Status(StatusCode::kInterrupted, "interrupted");
  switch (const int code = child.exit_code()) {
    case static_cast<int>(StatusCode::kOk):
      return std::move(*said);
    case static_cast<int>(StatusCode::kUsage):
    case static_cast<int>(StatusCode::kBadInput):
      return Status(static_cast<StatusCode>(code), message_of(*said));
    default:
      return Status::environment(said->empty() ? "the request's process ended unexpectedly"
                                               : message_of(*said));
  }
}

}  // namespace plytrace::explore
