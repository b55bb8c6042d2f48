// SPDX-License-Identifier: MIT
#include "tracer/batch_queue.h"

#include <algorithm>
#include <new>

namespace plytrace {

BatchQueue::BatchQueue(std::size_t bytes)
    : capacity_(std::max<std::size_t>(2, bytes / Batch::kBytes)) {}

void BatchQueue::add_user() {
  const std::lock_guard lock(mutex_);
  // One for each thread that holds one, this one among them, and one more: else nobody could hand
  // in and go on.
  const std::size_t capacity = std::max(capacity_, users_ + 2);
  all_.reserve(capacity);
  free_.reserve(capacity);
  full_.reserve(capacity);
  while (all_.size() < users_ + 2) {
    all_.push_back(std::make_unique<Batch>());
    free_.push_back(all_.back().get());
  }
  capacity_ = capacity;
  ++users_;
}

std::size_t BatchQueue::capacity() const {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

Batch* BatchQueue::acquire() {
  std::unique_lock lock(mutex_);
  // Waiting is for when the writer is behind; until then a further batch costs less.
  if (free_.empty() && all_.size() < capacity_) {
    try {
      all_.push_back(std::make_unique<Batch>());
      return all_.back().get();
    } catch (const std::bad_alloc&) {
      capacity_ = all_.size();  // those that there are must do
    }
  }
  if (free_.empty()) {
    const auto start = Clock::now();
    freed_.wait(lock, [this] { return !free_.empty(); });
    waited_ += Clock::now() - start;
  }
  Batch* batch = free_.back();
  free_.pop_back();
  return batch;
}

std::uint64_t BatchQueue::submit(Batch* batch) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    // There is room: add_user() reserved it, so this cannot throw.
    full_.push_back(batch);
    number = ++submitted_;
  }
  // Without the lock, so that who wakes up does not wait for it.
  filled_.notify_one();
  return number;
}

Batch* BatchQueue::take(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  // Also without a batch: the writer commits by time (Recording::run_writer).
  filled_.wait_until(lock, deadline, [this] { return !full_.empty() || closed_; });
  if (full_.empty()) return nullptr;
  Batch* batch = full_.front();
  // A vector, since its room can be reserved; there are few to shift.
  full_.erase(full_.begin());
  return batch;
}

void BatchQueue::release(Batch* batch) {
  try {
    batch->clear();
  } catch (const std::bad_alloc&) {  // it is empty, and smaller than the others
  }
  {
    const std::lock_guard lock(mutex_);
    free_.push_back(batch);
  }
  freed_.notify_one();
}

void BatchQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  filled_.notify_one();
}

bool BatchQueue::drained() const {
  const std::lock_guard lock(mutex_);
  return closed_ && full_.empty();
}

double BatchQueue::seconds_waited() const {
  const std::lock_guard lock(mutex_);
  return std::chrono::duration<double>(waited_).count();
}

std::size_t BatchQueue::batches_made() const {
  const std::lock_guard lock(mutex_);
  return all_.size();
}

}  // namespace plytrace
