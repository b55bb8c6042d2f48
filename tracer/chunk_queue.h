// SPDX-License-Identifier: MIT
//
// ChunkQueue passes chunks from the search threads to the writer thread and back. Their number is
// bounded.
//
//   search: acquire -> fill -> submit    writer: next_full -> write -> release
//
// acquire() waits while all chunks are in use, and the queue counts the time. Chunks are made when
// first needed, so that a small search takes little memory. One chunk more than there are users
// exists from the start, so that acquire() and submit() work without free memory. Thread rule: all
// functions may be called from any thread; a chunk belongs to the thread that got it last.
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

  // The capacity is as many chunks as fit into `bytes`, but at least two.
  explicit ChunkQueue(std::size_t bytes);

  // Registers a thread that holds a chunk even while it is idle. There is always one chunk more
  // than such threads. Throws std::bad_alloc; the functions below do not.
  void add_user();
  EventChunk* acquire();
  // Returns the number of chunks submitted so far, including this one.
  std::uint64_t submit(EventChunk* chunk);
  // Takes no lock, so a signal handler may call it.
  std::uint64_t submitted() const { return submitted_.load(std::memory_order_relaxed); }

  // Waits for the next full chunk. nullptr: the deadline passed, or the queue is closed and empty.
  EventChunk* next_full(Clock::time_point deadline);
  void release(EventChunk* chunk);

  // Call when no more chunks will be submitted.
  void close();
  bool drained() const;

  // Asks every search thread to submit its chunk at its next event. They compare this number, which
  // costs them one relaxed load.
  void request_flush() { flush_epoch_.fetch_add(1, std::memory_order_relaxed); }
  const std::atomic<unsigned>& flush_epoch() const { return flush_epoch_; }

  double seconds_waited() const;
  std::size_t chunks_made() const;

 private:
  void wait_to_poll(std::unique_lock<std::mutex>& lock, Clock::time_point deadline);
  // Whether the writer must wake up before its next poll.
  bool is_urgent() const { return waiting_ > 0 || 2 * full_.size() >= capacity_; }

  mutable std::mutex mutex_;
  std::condition_variable freed_, filled_;
  std::vector<std::unique_ptr<EventChunk>> all_;
  // Queues as vectors, whose capacity can be reserved; they hold few elements to shift.
  std::vector<EventChunk*> free_, full_;
  std::size_t capacity_;
  std::size_t users_ = 0;
  std::size_t waiting_ = 0;  // threads in acquire()
  bool is_polling_ = false;  // the writer waits for its next poll
  std::atomic<std::uint64_t> submitted_{0};
  Clock::duration waited_{};
  bool closed_ = false;
  alignas(64) std::atomic<unsigned> flush_epoch_{0};
};

}  // namespace plytrace
