// SPDX-License-Identifier: MIT
//
// Random numbers for randomised tests. Equal seeds give equal numbers on every machine, which the
// standard distributions do not guarantee. Thread rule: one thread an object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace plytrace::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool one_in(int n) { return below(n) == 0; }
  bool percent(int p) { return below(100) < p; }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(below(static_cast<int>(i)))]);
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace plytrace::test
