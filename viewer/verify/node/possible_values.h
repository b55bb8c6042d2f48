// SPDX-License-Identifier: MIT
//
// What a node may have returned, in its own view, beside what it did return. Each rule that knows
// of a value adds it; the first that is named is the one that a finding calls expected. Thread
// rule: plain values.
#pragma once

#include <algorithm>
#include <optional>

#include "viewer/verify/interval.h"
#include "viewer/verify/scan/candidates.h"

namespace plytrace::verify {

// A value in a window; what an inverted one makes of it is its beta.
inline Score clamp_to(Score value, Window window) {
  return std::min(std::max(value, window.alpha), window.beta);
}

class PossibleValues {
 public:
  explicit PossibleValues(Score returned) : returned_(returned) {}

  void add(Score value) {
    expect(value);
    fits_ = fits_ || value == returned_;
  }
  // Nothing that is recorded says what it may be.
  void add_any() {
    expect(returned_);
    fits_ = true;
  }
  // One value a window that it may have been clamped to.
  void add_clamped(Score value, const Candidates<Window>& windows) {
    for (std::size_t i = 0; i < windows.size(); ++i) add(clamp_to(value, windows[i]));
  }
  void expect(Score value) {
    if (!expected_) expected_ = value;
  }

  Score returned() const { return returned_; }
  bool fits() const { return fits_; }
  std::optional<Score> expected() const { return expected_; }

 private:
  Score returned_;
  std::optional<Score> expected_;
  bool fits_ = false;
};

}  // namespace plytrace::verify
