// SPDX-License-Identifier: MIT
//
// Writes runs of pages in the order in which they are handed in, in a thread of its own if there
// are more than two processors: what the system takes for copying pages into its cache is a quarter
// of what a node costs its writer. Where search and writer have a processor each, a third thread
// would only cost them the changes between them. The thread begins with the first run; where there
// is none, runs are written at once. Memory: kRuns runs, with a thread. Errors: the first failure,
// after which nothing more is written. Thread rule: one thread; `write` is called from either,
// never from both at once.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/status.h"

namespace plytrace::writer {

// Pages that lie side by side in the file, from page `first` on: those that are there, a bit each.
struct PageRun {
  static constexpr std::uint32_t kMostPages = 16;

  std::unique_ptr<std::uint8_t[]> bytes;
  std::uint32_t first = 0;
  std::uint32_t pages = 0;
};

class RunWriter {
 public:
  using Write = std::function<Status(const PageRun&)>;

  explicit RunWriter(Write write, bool has_thread = suits_machine())
      : write_(std::move(write)), may_start_(has_thread) {}
  ~RunWriter();
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;

  // Takes the run and leaves an empty one for so many bytes. Waits while too many are under way.
  Status hand_in(PageRun& run, std::size_t bytes);
  // Returns when all of them are written.
  Status wait();

 private:
  // Those under way, and a spare one for each that is being filled.
  static constexpr std::size_t kRuns = 6;

  // Does a thread? Or as PLYTRACE_WRITE says in the environment, `apart` or `alone`.
  static bool suits_machine();
  bool start(std::size_t bytes) noexcept;
  void run_thread();

  const Write write_;
  bool may_start_;
  std::mutex mutex_;
  std::condition_variable handed_in_, written_;
  std::vector<PageRun> waiting_, spare_;  // room for all
  bool is_writing_ = false, is_over_ = false;
  Status status_;
  std::thread thread_;
};

}  // namespace plytrace::writer
