// SPDX-License-Identifier: MIT
//
// Lets a thread fill batches of rows ahead of the consumer. The batches form a ring, so memory is
// bounded. The ring is larger than one core's caches, because writing memory that another core has
// just read takes five times as long as decoding the row. Each side wakes the other only when half
// of the ring is ready. Only the files of viewer/reader/ include this. Thread rule: one thread
// calls next(); `fill` runs in another one until done() or the destructor.
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
  // `fill` returns false when there is nothing after this batch, which may then be empty. Throws
  // std::system_error if no thread can be started.
  explicit RowsAhead(std::function<bool(RowBatch&)> fill);
  ~RowsAhead();
  RowsAhead(const RowsAhead&) = delete;
  RowsAhead& operator=(const RowsAhead&) = delete;

  // Returns the next batch, valid until the next call, or null when `fill` has finished. After
  // null, the thread has ended and the last batches stay unchanged. An exception from `fill` is
  // rethrown here, after the batches before it.
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
  std::size_t made_ = 0, taken_ = 0, freed_count_ = 0;  // batches since the start
  bool is_done_ = false, is_stopped_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // declared last because it uses the members above
};

}  // namespace plytrace::reader
