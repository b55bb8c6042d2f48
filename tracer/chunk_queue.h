// SPDX-License-Identifier: MIT
//
// The bounded hand-off between search threads and the writer thread: a fixed number of chunks
// that go round.  search: acquire -> fill -> submit;  writer: take -> write -> release.
// acquire() waits while all chunks are in use; the time is counted. Pieces are made when first
// needed, so a small search takes little memory; but one more than there are users is made at once,
// so that acquire() and submit() work where there is no memory left. Thread rule: all functions may
// be called from any thread; a chunk belongs to whoever got it last.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "tracer/event_chunk.h"

namespace plytrace {

class ChunkQueue {
 public:
  using Clock = std::chrono::steady_clock;

  // At least two chunks, else as many as fit into `bytes`.
  explicit ChunkQueue(std::size_t bytes);

  // One more thread that will hold a chunk while it has nothing to say: there is always one more
  // chunk than such threads. Throws std::bad_alloc; what follows does not.
  void add_user();
  EventChunk* acquire();
  // The number of chunks handed in so far, this one included.
  std::uint64_t submit(EventChunk* chunk);
  // Also for a signal handler: no lock.
  std::uint64_t submitted() const { return submitted_.load(std::memory_order_relaxed); }

  // The next full chunk; nullptr at the deadline, or once closed and drained.
  EventChunk* next_full(Clock::time_point deadline);
  void release(EventChunk* chunk);

  // No more chunks will come.
  void close();
  bool drained() const;

  // The writer asks every search thread to hand over what it has at its next event; they look at
  // this number, which costs them one relaxed load.
  void request_flush() { flush_epoch_.fetch_add(1, std::memory_order_relaxed); }
  const std::atomic<unsigned>& flush_epoch() const { return flush_epoch_; }

  double seconds_waited() const;
  std::size_t chunks_made() const;
  std::size_t capacity() const;

 private:
  void nap(std::unique_lock<std::mutex>& lock, Clock::time_point deadline);
  // Is the writer wanted amid a nap?
  bool is_pressing() const { return waiting_ > 0 || 2 * full_.size() >= capacity_; }

  mutable std::mutex mutex_;
  std::condition_variable freed_, filled_;
  std::vector<std::unique_ptr<EventChunk>> all_;
  // Queues, in vectors, since room for all can be reserved; there are few to shift.
  std::vector<EventChunk*> free_, full_;
  std::size_t capacity_;
  std::size_t users_ = 0;
  std::size_t waiting_ = 0;  // threads in acquire()
  bool is_napping_ = false;  // the writer
  std::atomic<std::uint64_t> submitted_{0};
  Clock::duration waited_{};
  bool closed_ = false;
  alignas(64) std::atomic<unsigned> flush_epoch_{0};
};

}  // namespace plytrace
