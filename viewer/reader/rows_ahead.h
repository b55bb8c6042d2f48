// SPDX-License-Identifier: MIT
//
// Batches of rows that a thread of its own fills ahead of who takes them: a ring, so that memory
// does not grow. It has more room than the caches of one processor: to write where another one read
// a moment ago takes five times as long as decoding the row. Neither side wakes the other before
// half of the ring is ready for it. Only the files of viewer/reader/ include this. Thread rule: one
// thread takes; `fill` runs in another one until done() or the destructor.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "viewer/reader/row_batch.h"

namespace plytrace::reader {

class RowsAhead {
 public:
  // `fill` says whether there is more to fill after this batch, which may be empty then. Throws
  // std::system_error where there can be no thread.
  explicit RowsAhead(std::function<bool(RowBatch&)> fill);
  ~RowsAhead();
  RowsAhead(const RowsAhead&) = delete;
  RowsAhead& operator=(const RowsAhead&) = delete;

  // The next batch, which stays until the next call; null when `fill` is done, for good: the thread
  // has ended then, and the last batches stay as they are. What `fill` threw is thrown here, after
  // the batches before it.
  RowBatch* next();

 private:
  static constexpr std::size_t kBatches = 32, kHalf = kBatches / 2;

  void run();
  RowBatch* place_to_fill();
  void hand_over(bool is_empty, bool is_last);

  std::function<bool(RowBatch&)> fill_;
  std::array<RowBatch, kBatches> batches_;
  std::mutex mutex_;
  std::condition_variable filled_, freed_;
  std::size_t made_ = 0, taken_ = 0, freed_count_ = 0;  // batches, from the start
  bool is_done_ = false, is_stopped_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace plytrace::reader
