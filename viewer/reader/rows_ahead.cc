// SPDX-License-Identifier: MIT
#include "viewer/reader/rows_ahead.h"

#include <utility>

namespace plytrace::reader {

RowsAhead::RowsAhead(std::function<bool(RowBatch&)> fill)
    : fill_(std::move(fill)), thread_([this] { run(); }) {}

RowsAhead::~RowsAhead() {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
  }
  freed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

RowBatch* RowsAhead::next() {
  std::unique_lock lock(mutex_);
  freed_count_ = taken_;
  if (made_ - freed_count_ <= kHalf) freed_.notify_one();
  if (made_ == taken_) {
    filled_.wait(lock, [this] { return made_ - taken_ >= kHalf || is_done_; });
  }
  if (made_ > taken_) return &batches_[taken_++ % kBatches];
  lock.unlock();
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return nullptr;
}

void RowsAhead::run() {
  try {
    for (bool goes_on = true; goes_on;) {
      RowBatch* const batch = place_to_fill();
      if (batch == nullptr) return;
      goes_on = fill_(*batch);
      hand_over(batch->size() == 0, !goes_on);
    }
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      is_done_ = true;
    }
    filled_.notify_one();
  }
}

// Waits for a free slot; null once the consumer has stopped.
RowBatch* RowsAhead::place_to_fill() {
  std::unique_lock lock(mutex_);
  if (made_ - freed_count_ == kBatches) {
    freed_.wait(lock, [this] { return made_ - freed_count_ <= kHalf || is_stopped_; });
  }
  return is_stopped_ ? nullptr : &batches_[made_ % kBatches];
}

// Skips an empty batch, which the consumer would take for the end of the rows.
void RowsAhead::hand_over(bool is_empty, bool is_last) {
  std::size_t ready = 0;
  {
    const std::lock_guard lock(mutex_);
    if (!is_empty) ++made_;
    ready = made_ - taken_;
    is_done_ = is_last;
  }
  if (is_last || ready == kHalf) filled_.notify_one();
}

}  // namespace plytrace::reader
