// SPDX-License-Identifier: MIT
//
// Decides whether scores of ends of the game count the plies to them ("mate in 3"), from the ends
// met so far: score and ply then add up to one number, the same at every ply, or to an end of the
// window or of the score range. Thread rule: one thread an object.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>

#include "core/score.h"

namespace plytrace::verify {

class EndScores {
 public:
  // Notes a score from which the largest distance would be subtracted, if scores count plies.
  void note_limit(Score limit) { note(sums_, std::abs(limit), -1); }

  void note(Score score, std::int64_t ply) {
    if (score == 0) return;
    const Score size = std::abs(score);
    is_fixed_ = is_fixed_ || note(sizes_, size, ply);
    counts_ = counts_ || note(sums_, size + static_cast<Score>(ply), ply);
  }

  // Notes the exact score of a leaf at the horizon.
  void note_horizon(Score score, std::int64_t ply) {
    const Score size = std::abs(score);
    if (size <= horizon_) return;
    horizon_ = size;
    horizon_sum_ = size + static_cast<Score>(ply);
  }

  bool count_plies() const { return counts_ && !is_fixed_; }
  // Whether a score may be a distance to an end. No score of a leaf at the horizon exceeds one,
  // unless that leaf is an end under another name.
  bool may_count_plies(Score score) const {
    return count_plies() && (std::abs(score) >= horizon_ || sums_.contains(horizon_sum_));
  }

 private:
  // Returns true if the same number was met at another ply.
  static bool note(std::map<Score, std::int64_t>& seen, Score number, std::int64_t ply) {
    constexpr std::size_t kMost = 64;
    const auto known = seen.find(number);
    if (known != seen.end()) return known->second != ply;
    if (seen.size() < kMost) seen.emplace(number, ply);
    return false;
  }

  std::map<Score, std::int64_t> sizes_, sums_;  // the ply at which each number was first met
  bool is_fixed_ = false, counts_ = false;
  Score horizon_ = 0, horizon_sum_ = 0;  // the largest score of a leaf at the horizon
};

// The highest and the lowest score of an end of the game, and the plies at which they were met.
class OuterEnds {
 public:
  struct End {
    Score score = 0;
    std::int64_t first_ply = 0, last_ply = 0;
  };

  void note(Score score, std::int64_t ply) {
    if (!is_any_ || score > highest_.score) highest_ = {score, ply, ply};
    if (!is_any_ || score < lowest_.score) lowest_ = {score, ply, ply};
    is_any_ = true;
    for (End* end : {&highest_, &lowest_}) {
      if (score != end->score) continue;
      end->first_ply = std::min(end->first_ply, ply);
      end->last_ply = std::max(end->last_ply, ply);
    }
  }

  void add(const OuterEnds& other) {
    if (!other.is_any_) return;
    for (const End& end : {other.highest_, other.lowest_}) {
      note(end.score, end.first_ply);
      note(end.score, end.last_ply);
    }
  }

  bool is_any() const { return is_any_; }
  const End& highest() const { return highest_; }
  const End& lowest() const { return lowest_; }

 private:
  bool is_any_ = false;
  End highest_, lowest_;
};

}  // namespace plytrace::verify
