// SPDX-License-Identifier: MIT
//
// Limits decides at every node whether the search may enter it (games.md 3.5). The node limit is
// exact. The deadline and the interrupt are polled every few nodes; the distance between two polls
// adapts to the time that the nodes take, so that a deadline is noticed within a few milliseconds
// with fast evaluators and slow ones alike. Thread rule: one search, one thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include "core/search/search.h"

namespace plytrace {

class Limits {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Limits(const SearchSettings& settings)
      : started_(Clock::now()),
        last_poll_(started_),
        node_limit_(settings.node_limit.value_or(kNever)),
        interrupt_(settings.interrupt),
        polls_(settings.time_limit.has_value() || settings.interrupt != nullptr) {
    // A limit of centuries would overflow the clock.
    constexpr double kLongestLimit = 1e9;
    if (settings.time_limit.has_value() && *settings.time_limit < kLongestLimit) {
      const std::chrono::duration<double> limit(std::max(0.0, *settings.time_limit));
      deadline_ = started_ + std::chrono::duration_cast<Clock::duration>(limit);
    }
    next_check_ = polls_ ? 0 : node_limit_;
  }

  // Whether the search may enter a node after `nodes` nodes. Once false, it stays false.
  bool allows(std::uint64_t nodes) { return nodes < next_check_ || check(nodes); }

  // Returns kFinished as long as no limit was reached.
  SearchStatus status() const { return status_; }
  bool struck() const { return status_ != SearchStatus::kFinished; }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

 private:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  bool check(std::uint64_t nodes) {
    if (!struck() && nodes >= node_limit_) status_ = SearchStatus::kNodeLimit;
    if (!struck() && polls_) poll(nodes);
    if (struck()) next_check_ = 0;
    return !struck();
  }

  void poll(std::uint64_t nodes) {
    const Clock::time_point now = Clock::now();
    if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) {
      status_ = SearchStatus::kInterrupted;
    } else if (now >= deadline_) {
      status_ = SearchStatus::kTimeLimit;
    }
    constexpr auto kLongestGap = std::chrono::microseconds(1000);
    constexpr std::uint64_t kMostNodes = 4096;
    const auto gap = now - last_poll_;
    if (gap > kLongestGap) {
      nodes_between_ = std::max<std::uint64_t>(1, nodes_between_ / 4);
    } else if (gap < kLongestGap / 4) {
      nodes_between_ = std::min(kMostNodes, nodes_between_ * 2);
    }
    last_poll_ = now;
    next_check_ = std::min(node_limit_, nodes + nodes_between_);
  }

  Clock::time_point started_;
  Clock::time_point last_poll_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::uint64_t node_limit_;
  const std::atomic<bool>* interrupt_;
  bool polls_;
  std::uint64_t nodes_between_ = 1;
  std::uint64_t next_check_ = 0;
  SearchStatus status_ = SearchStatus::kFinished;
};

}  // namespace plytrace
