// SPDX-License-Identifier: MIT
//
// The progress line, and Ctrl-C.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "schemas/journals.h"
#include "viewer/cli/cli.h"
#include "viewer/format/characters.h"
#include "viewer/format/spawn.h"

namespace plytrace::cli {
namespace {

std::atomic<bool> g_interrupted{false};

// The files of temporary traces. A signal handler reads the names, so they are in static memory.
struct TemporaryFile {
  std::atomic<bool> is_used{false};
  std::array<char, 1024> name{};
};
std::array<TemporaryFile, 4> g_temporary;

// Removes a trace, its journals and its folder; false if the folder is still there.
bool remove_trace(const std::array<char, 1024>& trace) {
  std::array<char, 1100> name{};
  const std::size_t size = std::strlen(trace.data());
  std::memcpy(name.data(), trace.data(), size);
  ::unlink(name.data());
  for (const std::string_view journal : format::kJournals) {
    std::memcpy(name.data() + size, journal.data(), journal.size());
    name[size + journal.size()] = '\0';
    ::unlink(name.data());
  }
  *std::strrchr(name.data(), '/') = '\0';
  return ::rmdir(name.data()) == 0 || errno == ENOENT;
}

void remove_temporary_traces() {
  constexpr int kMostTries = 1000;
  for (const TemporaryFile& file : g_temporary) {
    // Another thread may write a file until the folder is gone.
    for (int i = 0; file.is_used.load() && i < kMostTries && !remove_trace(file.name); ++i) {
    }
  }
}

// Calls only functions that are safe in a signal handler.
void end_at_once(int) {
  kill_groups();
  remove_temporary_traces();
  constexpr std::string_view kWord = "plytrace: interrupted\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kWord.data(), kWord.size());
  ::_exit(static_cast<int>(StatusCode::kInterrupted));
}

// A handler stays installed: another thread may take the next signal while it runs.
void handle_signals(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // nohup ignores this signal.
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

void on_interrupt(int) {
  g_interrupted.store(true, std::memory_order_relaxed);
  handle_signals(end_at_once);
}

}  // namespace

void note_temporary_trace(const std::string& path) {
  for (TemporaryFile& file : g_temporary) {
    if (file.is_used || path.size() >= file.name.size()) continue;
    path.copy(file.name.data(), path.size());
    file.name[path.size()] = '\0';
    file.is_used = true;
    return;
  }
}

void forget_temporary_trace(const std::string& path) {
  for (TemporaryFile& file : g_temporary) {
    if (file.is_used && path == file.name.data()) file.is_used = false;
  }
}

void catch_interrupts() { handle_signals(on_interrupt); }
void end_on_interrupt() { handle_signals(end_at_once); }

const std::atomic<bool>& interrupted() { return g_interrupted; }

void tell(const std::string& note) {
  if (global().quiet) return;
  std::fprintf(stderr, "plytrace: %s\n", text::printable(note).c_str());
}

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)),
      total_(total),
      enabled_(!global().quiet && isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::at(std::uint64_t done) {
  if (!enabled_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  draw(done);
}

void Progress::draw(std::uint64_t done) {
  const double seconds = std::chrono::duration<double>(last_ - start_).count();
  const double rate = static_cast<double>(done) / std::max(seconds, 1e-3);
  std::string line = what_ + " " + text::grouped(static_cast<std::int64_t>(done)) + ", " +
                     text::grouped(static_cast<std::int64_t>(rate)) + "/s";
  if (total_ > 0 && done <= total_) {
    line += ", " + std::to_string(done * 100 / total_) + " %";
    const double left = static_cast<double>(total_ - done) / std::max(rate, 1e-3);
    // An estimate from less than a second would fluctuate.
    if (seconds > 1) line += ", " + text::grouped(static_cast<std::int64_t>(left)) + " s left";
  }
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  shown_ = true;
}

}  // namespace plytrace::cli
