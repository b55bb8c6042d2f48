// SPDX-License-Identifier: MIT
#include "viewer/rules/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "viewer/format/characters.h"
#include "viewer/format/spawn.h"

namespace plytrace::rules {
namespace {

constexpr std::size_t kKeptMessages = 2000;  // bytes of stderr
constexpr int kPolite = 20;                  // times 10 ms for the program to end by itself

void close_end(int& end) {
  if (end >= 0) ::close(std::exchange(end, -1));
}

// The pipes to a program: [0] its stdin, [1] its stdout, [2] its stderr.
struct Pipes {
  std::array<std::array<int, 2>, 3> ends{{{-1, -1}, {-1, -1}, {-1, -1}}};

  bool open() {
    return std::all_of(ends.begin(), ends.end(),
                       [](auto& pair) { return ::pipe2(pair.data(), O_CLOEXEC) == 0; });
  }
  int of_program(std::size_t i) const { return ends[i][i == 0 ? 0 : 1]; }
  int& of_plytrace(std::size_t i) { return ends[i][i == 0 ? 1 : 0]; }
  ~Pipes() {
    for (auto& pair : ends) {
      for (int& end : pair) close_end(end);
    }
  }
};

}  // namespace

Result<std::vector<std::string>> split_words(std::string_view line) {
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = '\0';
  const auto put = [&](std::string_view text) {
    if (!is_in_word) words.emplace_back();
    is_in_word = true;
    words.back() += text;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      put(line.substr(++i, 1));
    } else if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
      put("");
    } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      is_in_word = false;
    } else {
      put(line.substr(i, 1));
    }
  }
  if (quote != '\0') return Status::usage(fmt::format("a quote {} has no end", quote));
  if (words.empty() || words[0].empty()) return Status::usage("no program is named");
  return words;
}

ChildProcess::ChildProcess(std::vector<std::string> words) {
  // Writing to a program that has ended must be an error, not the end of plytrace.
  std::signal(SIGPIPE, SIG_IGN);
  Pipes pipes;
  if (!pipes.open()) {
    throw Failure::environment(std::string("cannot make a pipe: ") + std::strerror(errno) +
                               "; close other programs, and try again");
  }
  const std::string program = words[0];
  const Spawn what{program,
                   std::move(words),
                   {pipes.of_program(0), pipes.of_program(1), pipes.of_program(2)},
                   true};
  if (const int error = spawn(what, process_); error != 0) {
    throw Failure::environment(std::string("cannot be started: ") + std::strerror(error) +
                               (error == ENOENT ? "; name a program in PATH, or give its path"
                                                : "; make sure that it can be run"));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    ends_[i] = std::exchange(pipes.of_plytrace(i), -1);
    ::fcntl(ends_[i], F_SETFL, O_NONBLOCK);
  }
}

ChildProcess::~ChildProcess() {
  // The end of its input asks the program to end.
  for (int& end : ends_) close_end(end);
  if (process_ <= 0) return;
  const auto id = static_cast<id_t>(process_);
  for (int i = 0; i < kPolite; ++i) {
    siginfo_t info{};
    const bool has_ended =
        ::waitid(P_PID, id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
    if (has_ended) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  // Also ends programs that it started itself. It was not reaped, so the group is still its own.
  ::kill(-process_, SIGKILL);
  wait_for(process_);
}

Result<std::string_view> ChildProcess::next_line(const Patience& patience) {
  const auto until = Clock::now() + patience.timeout;
  for (;;) {
    const std::size_t end = received_.find('\n', std::max(taken_, searched_));
    if (end != std::string::npos) {
      std::string_view line = std::string_view(received_).substr(taken_, end - taken_);
      taken_ = searched_ = end + 1;
      if (line.ends_with('\r')) line.remove_suffix(1);
      return line;
    }
    received_.erase(0, taken_);
    taken_ = 0;
    searched_ = received_.size();
    if (received_.size() > kLongestLine) {
      return Status::environment("it wrote a line of more than 1 MiB");
    }
    if (Status status = exchange(until, patience.interrupt); !status) return status;
  }
}

// Waits until bytes can be written or read, and does so.
Status ChildProcess::exchange(Clock::time_point until, const std::atomic<bool>* interrupt) {
  // The signal may arrive in another thread, or just before poll().
  constexpr long long kBetweenLooks = 100;  // ms
  if (interrupt != nullptr && *interrupt) return {StatusCode::kInterrupted, "interrupted"};
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
  if (left <= 0) return Status::environment("it gave no answer in time" + last_words());
  // A negative file is not polled.
  std::array<pollfd, 3> files{{{unsent_.empty() ? -1 : ends_[0], POLLOUT, 0},
                               {ends_[1], POLLIN, 0},
                               {ends_[2], POLLIN, 0}}};
  if (::poll(files.data(), files.size(),
             static_cast<int>(std::min<long long>(left, kBetweenLooks))) < 0) {
    return errno == EINTR ? Status::ok() : Status::environment("it cannot be waited for");
  }
  if (files[2].revents != 0) read_stderr();
  if (files[0].revents != 0 && !send()) unsent_.clear();
  if (files[1].revents == 0) return Status::ok();
  std::array<char, 1 << 16> piece;
  const ssize_t count = ::read(ends_[1], piece.data(), piece.size());
  if (count > 0) received_.append(piece.data(), static_cast<std::size_t>(count));
  if (count != 0) return Status::ok();
  return Status::environment(how_it_ended());
}

// False if the program reads no more; then the end of its output says what became of it.
bool ChildProcess::send() {
  const ssize_t count = ::write(ends_[0], unsent_.data(), unsent_.size());
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  unsent_.erase(0, static_cast<std::size_t>(count));
  return true;
}

void ChildProcess::read_stderr() {
  std::array<char, 4096> piece;
  const ssize_t count = ::read(ends_[2], piece.data(), piece.size());
  if (count == 0) close_end(ends_[2]);
  if (count <= 0) return;
  messages_.append(piece.data(), static_cast<std::size_t>(count));
  if (messages_.size() > kKeptMessages) messages_.erase(0, messages_.size() - kKeptMessages);
}

// The last line of its stderr, where an exception of Python has its reason.
std::string ChildProcess::last_words() const {
  constexpr std::size_t kMost = 200;
  std::string_view text = messages_;
  text = text.substr(0, text.find_last_not_of(" \n\r\t") + 1);
  text.remove_prefix(std::min(text.size(), text.find_last_of('\n') + 1));
  if (text.empty()) return "";
  return "; the last line of its stderr: " + text::printable(text.substr(0, kMost));
}

std::string ChildProcess::how_it_ended() {
  // Its stderr may hold the reason; it is closed by now, or soon.
  for (int i = 0; i < kPolite && ends_[2] >= 0; ++i) {
    pollfd file{ends_[2], POLLIN, 0};
    if (::poll(&file, 1, 10) > 0) read_stderr();
  }
  siginfo_t info{};
  for (int i = 0; i < kPolite; ++i) {
    const auto id = static_cast<id_t>(process_);
    if (::waitid(P_PID, id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const std::string how = info.si_pid == 0 ? "it closed its output"
                          : info.si_code == CLD_EXITED
                              ? fmt::format("it ended with exit code {}", info.si_status)
                              : fmt::format("it was ended by signal {}", info.si_status);
  return how + last_words();
}

}  // namespace plytrace::rules
