// SPDX-License-Identifier: MIT
//
// RootChoice records the value of each root move and, with --ties last or random, picks the last
// one or a random one of those with the best value. Pruning would hide ties, because a move that
// only equals the best one fails low; so root moves are searched with a bound one step looser than
// the best value. Thread rule: one search, one thread.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/game.h"
#include "core/score.h"
#include "core/search/search.h"

namespace plytrace {

// splitmix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  // A number in 0..count-1; count is small, so the modulo bias is negligible.
  std::uint64_t below(std::uint64_t count) { return next() % count; }

 private:
  std::uint64_t state_;
};

class RootChoice {
 public:
  RootChoice(Ties ties, std::uint64_t seed) : ties_(ties), lots_(seed) {}

  void begin_pass() {
    moves_.clear();
    tied_ = 0;
  }

  // The window for the next root move: `window` with the bound set by the best value so far moved
  // back by one step. `start` is the window before the first move.
  Window loosened(Window window, Window start) const {
    if (ties_ == Ties::kFirst) return window;
    if (window.alpha > start.alpha) window.alpha = std::nextafter(window.alpha, -kInfinity);
    if (window.beta < start.beta) window.beta = std::nextafter(window.beta, kInfinity);
    return window;
  }

  // Records a searched root move. A re-search replaces the first result of its move.
  void record(const RootMove& searched) {
    if (!moves_.empty() && moves_.back().move == searched.move) moves_.pop_back();
    moves_.push_back(searched);
  }

  // Whether the move becomes the best one. With --ties random each of n equal moves does so with
  // probability 1/n.
  bool prefers(bool better, bool equal) {
    if (better) tied_ = 1;
    if (better || ties_ == Ties::kFirst || !equal) return better;
    if (ties_ == Ties::kLast) return true;
    return lots_.below(++tied_) == 0;
  }

  const std::vector<RootMove>& moves() const { return moves_; }

 private:
  Ties ties_;
  SplitMix64 lots_;
  std::vector<RootMove> moves_;
  std::uint64_t tied_ = 0;
};

}  // namespace plytrace
