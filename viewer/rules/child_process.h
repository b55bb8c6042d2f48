// SPDX-License-Identifier: MIT
//
// A program that is asked and answers by lines, through pipes. What it writes is not trusted: a
// line has a bounded length, output that nobody waits for stays in its pipe, and of its stderr only
// the end is kept. It runs in a process group of its own, which the destructor kills.
// Errors: environment, with what the program did, or interrupted; after one the object is good for
// nothing more.
// Thread rule: one thread at a time.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "core/status.h"

namespace plytrace::rules {

// Splits a command line as a shell does, with '...', "..." and backslashes, and nothing else: no
// variables, no wildcards. A quote without its end, or no word at all, is a usage error.
Result<std::vector<std::string>> split_words(std::string_view line);

// How long to wait for a line.
struct Patience {
  std::chrono::milliseconds timeout;
  const std::atomic<bool>* interrupt = nullptr;  // ends the waiting

  // A time converts to the patience without an interrupt.
  Patience(std::chrono::milliseconds time, const std::atomic<bool>* stop = nullptr)
      : timeout(time), interrupt(stop) {}
};

class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kLongestLine = std::size_t{1} << 20;  // bytes

  // Starts the program, which is looked up in PATH; `words` holds its name and its arguments.
  // Throws Failure (environment).
  explicit ChildProcess(std::vector<std::string> words);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Keeps the bytes until next_line() can write them.
  void write(std::string_view bytes) { unsent_ += bytes; }
  // Returns the next line without its end, which is valid until the next call.
  Result<std::string_view> next_line(const Patience& patience);

 private:
  Status exchange(Clock::time_point until, const std::atomic<bool>* interrupt);
  bool send();
  void read_stderr();
  std::string last_words() const;
  std::string how_it_ended();

  pid_t process_ = -1;
  std::array<int, 3> ends_{-1, -1, -1};  // of its stdin, stdout and stderr
  std::string unsent_;
  std::string received_;
  std::size_t taken_ = 0;     // bytes of received_ that were returned
  std::size_t searched_ = 0;  // bytes of received_ that hold no further line end
  std::string messages_;      // the end of its stderr
};

}  // namespace plytrace::rules
