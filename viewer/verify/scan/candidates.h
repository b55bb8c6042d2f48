// SPDX-License-Identifier: MIT
//
// Limits the consequences of a finding. After a finding a row has two readings: as it is, and as it
// should have been. A dependent row gets a finding only if it fits neither. Candidates holds these
// readings: at most two, nearly always one. Thread rule: plain values.
#pragma once

#include <array>
#include <cstddef>

namespace plytrace::verify {

template <class T>
class Candidates {
 public:
  Candidates() = default;
  Candidates(const T& only) : values_{only, only}, count_(1) {}  // NOLINT: implicit on purpose
  Candidates(const T& first, const T& second)
      : values_{first, second}, count_(first == second ? 1u : 2u) {}

  bool operator==(const Candidates&) const = default;
  std::size_t size() const { return count_; }
  bool is_empty() const { return count_ == 0; }
  const T& operator[](std::size_t index) const { return values_[index < count_ ? index : 0]; }
  const T& front() const { return values_[0]; }
  const T* begin() const { return values_.data(); }
  const T* end() const { return values_.data() + count_; }

  bool contains(const T& value) const {
    for (const T& each : *this) {
      if (each == value) return true;
    }
    return false;
  }

  void add(const T& value) {
    if (count_ == 2 || (count_ == 1 && values_[0] == value)) return;
    values_[count_++] = value;
  }

  // Keeps the readings for which `fits` is true; keeps all and returns false if there are none.
  template <class Fits>
  bool narrow(const Fits& fits) {
    if (count_ == 1) return fits(values_[0]);
    std::array<T, 2> kept{};
    std::size_t n = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (fits(values_[i])) kept[n++] = values_[i];
    }
    if (n == 0) return false;
    values_ = kept;
    count_ = n;
    return true;
  }

 private:
  std::array<T, 2> values_{};
  std::size_t count_ = 0;
};

}  // namespace plytrace::verify
