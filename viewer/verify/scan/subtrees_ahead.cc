// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/subtrees_ahead.h"

#include <exception>
#include <system_error>
#include <utility>

namespace plytrace::verify {

SubtreesAhead::SubtreesAhead(const TraceReader& reader, const Judging& judging,
                             std::vector<Subtree> subtrees, std::size_t threads)
    : judging_(judging),
      subtrees_(std::move(subtrees)),
      most_ahead_(2 * threads + 2),
      places_(subtrees_.size()) {
  for (std::size_t i = 0; i < threads; ++i) {
    // Fewer threads than asked for only make it take longer.
    auto own = reader.open_another();
    if (!own) return;
    own->scan_in_own_thread();
    try {
      threads_.emplace_back([this, own = std::move(*own)] { run(own); });
    } catch (const std::system_error&) {
      return;
    }
  }
}

SubtreesAhead::~SubtreesAhead() {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::unique_ptr<JudgedSubtree> SubtreesAhead::take_next() {
  std::unique_lock lock(mutex_);
  Place& place = places_[taken_];
  changed_.wait(lock, [&] {
    const bool begins = !threads_.empty() && !is_stopped_;
    return place.state == State::kDone || (place.state == State::kFree && !begins);
  });
  ++taken_;
  changed_.notify_all();
  return std::move(place.judged);
}

void SubtreesAhead::tell(const KnownBefore& known, bool is_taken_over) {
  const std::lock_guard lock(mutex_);
  known_ = known;
  if (is_taken_over) ++taken_over_;
  missed_ = is_taken_over ? 0 : missed_ + 1;
  if (missed_ < 4 * most_ahead_) return;
  is_stopped_ = true;
  changed_.notify_all();
}

void SubtreesAhead::run(const TraceReader& reader) {
  const TraceReader::Snapshot snapshot(reader);
  KnownBefore known;
  while (const auto index = begin_next(known)) {
    std::unique_ptr<JudgedSubtree> judged;
    try {
      judged = std::make_unique<JudgedSubtree>(reader, judging_, subtrees_[*index], known);
      if (!judged->is_usable()) judged.reset();
    } catch (const std::exception&) {  // such as a lack of memory: the scan judges it
      judged.reset();
    }
    const std::lock_guard lock(mutex_);
    places_[*index] = {State::kDone, std::move(judged)};
    changed_.notify_all();
  }
}

// Waits for a subtree that is to be judged; nullopt if there is none.
std::optional<std::size_t> SubtreesAhead::begin_next(KnownBefore& known) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] {
    return is_stopped_ || begun_ == subtrees_.size() || begun_ < taken_ + most_ahead_;
  });
  if (is_stopped_ || begun_ == subtrees_.size()) return std::nullopt;
  known = known_;
  places_[begun_].state = State::kBegun;
  return begun_++;
}

}  // namespace plytrace::verify
