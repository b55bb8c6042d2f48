// SPDX-License-Identifier: MIT
#include "tracer/batch_queue.h"

#include <algorithm>

namespace plytrace {

BatchQueue::BatchQueue(std::size_t bytes)
    : capacity_(std::max<std::size_t>(2, bytes / Batch::kBytes)) {}

void BatchQueue::add_user() {
  const std::lock_guard lock(mutex_);
  capacity_ = std::max(capacity_, ++users_ + 1);
}

std::size_t BatchQueue::capacity() const {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

Batch* BatchQueue::acquire() {
  std::unique_lock lock(mutex_);
  if (free_.empty() && all_.size() < capacity_) {
    all_.push_back(std::make_unique<Batch>());
    return all_.back().get();
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

void BatchQueue::submit(Batch* batch) {
  {
    const std::lock_guard lock(mutex_);
    full_.push_back(batch);
  }
  filled_.notify_one();
}

Batch* BatchQueue::take(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  filled_.wait_until(lock, deadline, [this] { return !full_.empty() || closed_; });
  if (full_.empty()) return nullptr;
  Batch* batch = full_.front();
  full_.pop_front();
  return batch;
}

void BatchQueue::release(Batch* batch) {
  batch->clear();
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
