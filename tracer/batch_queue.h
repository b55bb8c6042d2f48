// SPDX-License-Identifier: MIT
//
// The bounded hand-off between search threads and the writer thread: a fixed number of batches
// that go round.  search: acquire -> fill -> submit;  writer: take -> write -> release.
// acquire() waits while all batches are in use; the time is counted. Batches are made when first
// needed, so a small search takes little memory; but one more than there are users is made at once,
// so that acquire() and submit() work where there is no memory left. Thread rule: all functions may
// be called from any thread; a batch belongs to whoever got it last.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "tracer/batch.h"

namespace plytrace {

class BatchQueue {
 public:
  using Clock = std::chrono::steady_clock;

  // At least two batches, else as many as fit into `bytes`.
  explicit BatchQueue(std::size_t bytes);

  // One more thread that will hold a batch while it has nothing to say: there is always one more
  // batch than such threads. Throws std::bad_alloc; what follows does not.
  void add_user();
  Batch* acquire();
  // The number of batches handed in so far, this one included.
  std::uint64_t submit(Batch* batch);
  // Also for a signal handler: no lock.
  std::uint64_t submitted() const { return submitted_.load(std::memory_order_relaxed); }

  // The next full batch; nullptr at the deadline, or once closed and drained.
  Batch* take(Clock::time_point deadline);
  void release(Batch* batch);

  // No more batches will come.
  void close();
  bool drained() const;

  // The writer asks every search thread to hand over what it has at its next event; they look at
  // this number, which costs them one relaxed load.
  void request_flush() { flush_epoch_.fetch_add(1, std::memory_order_relaxed); }
  unsigned flush_epoch() const { return flush_epoch_.load(std::memory_order_relaxed); }

  double seconds_waited() const;
  std::size_t batches_made() const;
  std::size_t capacity() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable freed_, filled_;
  std::vector<std::unique_ptr<Batch>> all_;
  std::vector<Batch*> free_, full_;  // room for all; full_ from the first handed in
  std::size_t capacity_;
  std::size_t users_ = 0;
  std::atomic<std::uint64_t> submitted_{0};
  Clock::duration waited_{};
  bool closed_ = false;
  alignas(64) std::atomic<unsigned> flush_epoch_{0};
};

}  // namespace plytrace
