// SPDX-License-Identifier: MIT
//
// A time limit for an answer that can be given in parts. Thread rule: a plain value.
#pragma once

#include <chrono>

namespace plytrace::explore {

class Deadline {
 public:
  static constexpr std::chrono::milliseconds kUsual{25};

  explicit Deadline(std::chrono::milliseconds time = kUsual) : end_(Clock::now() + time) {}
  std::chrono::steady_clock::time_point end() const { return end_; }
  bool has_passed() const { return Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end_;
};

}  // namespace plytrace::explore
