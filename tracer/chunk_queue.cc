// SPDX-License-Identifier: MIT
#include "tracer/chunk_queue.h"

#include <algorithm>
#include <new>

namespace plytrace {

ChunkQueue::ChunkQueue(std::size_t bytes)
    : capacity_(std::max<std::size_t>(2, bytes / EventChunk::kBytes)) {}

void ChunkQueue::add_user() {
  const std::lock_guard lock(mutex_);
  // A chunk for each thread that holds one, including the new thread, and one more; otherwise no
  // thread could submit a chunk and get another.
  const std::size_t capacity = std::max(capacity_, users_ + 2);
  all_.reserve(capacity);
  free_.reserve(capacity);
  full_.reserve(capacity);
  while (all_.size() < users_ + 2) {
    all_.push_back(std::make_unique<EventChunk>());
    free_.push_back(all_.back().get());
  }
  capacity_ = capacity;
  ++users_;
}

EventChunk* ChunkQueue::acquire() {
  std::unique_lock lock(mutex_);
  // A further chunk costs less than waiting, until the capacity is reached.
  if (free_.empty() && all_.size() < capacity_) {
    try {
      all_.push_back(std::make_unique<EventChunk>());
      return all_.back().get();
    } catch (const std::bad_alloc&) {
      capacity_ = all_.size();  // go on with the existing ones
    }
  }
  if (free_.empty()) {
    const auto start = Clock::now();
    ++waiting_;
    filled_.notify_one();
    freed_.wait(lock, [this] { return !free_.empty(); });
    --waiting_;
    waited_ += Clock::now() - start;
  }
  // Take the one released first. The chunk that the writer released last is in the caches of its
  // core, and fetching each line from there costs more than writing an event.
  EventChunk* chunk = free_.front();
  free_.erase(free_.begin());
  return chunk;
}

std::uint64_t ChunkQueue::submit(EventChunk* chunk) {
  std::uint64_t number = 0;
  bool wakes = false;
  {
    const std::lock_guard lock(mutex_);
    // Cannot throw: add_user() reserved the capacity.
    full_.push_back(chunk);
    number = ++submitted_;
    wakes = !is_polling_ || is_urgent();
  }
  // After unlocking, so that the woken thread does not wait for the lock.
  if (wakes) filled_.notify_one();
  return number;
}

// The writer polls every 0.5 ms. Waking it for each chunk would cost a fast search and the writer
// more than the chunk itself.
void ChunkQueue::wait_to_poll(std::unique_lock<std::mutex>& lock, Clock::time_point deadline) {
  constexpr std::chrono::microseconds kInterval{500};
  is_polling_ = true;
  filled_.wait_until(lock, std::min(deadline, Clock::now() + kInterval),
                     [this] { return closed_ || is_urgent(); });
  is_polling_ = false;
}

EventChunk* ChunkQueue::next_full(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  if (full_.empty() && !closed_) wait_to_poll(lock, deadline);
  // Returns at the deadline without a chunk, since the writer commits by time.
  filled_.wait_until(lock, deadline, [this] { return !full_.empty() || closed_; });
  if (full_.empty()) return nullptr;
  EventChunk* chunk = full_.front();
  full_.erase(full_.begin());
  return chunk;
}

void ChunkQueue::release(EventChunk* chunk) {
  try {
    chunk->clear();
  } catch (const std::bad_alloc&) {  // it is empty, but keeps its larger size
  }
  {
    const std::lock_guard lock(mutex_);
    free_.push_back(chunk);
  }
  freed_.notify_one();
}

void ChunkQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  filled_.notify_one();
}

bool ChunkQueue::drained() const {
  const std::lock_guard lock(mutex_);
  return closed_ && full_.empty();
}

double ChunkQueue::seconds_waited() const {
  const std::lock_guard lock(mutex_);
  return std::chrono::duration<double>(waited_).count();
}

std::size_t ChunkQueue::chunks_made() const {
  const std::lock_guard lock(mutex_);
  return all_.size();
}

}  // namespace plytrace
