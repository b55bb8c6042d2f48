// SPDX-License-Identifier: MIT
//
// The values that a node may have returned, in its own view, compared with the one that it did
// return. Each rule adds the values it allows; the first one is named as expected in a finding.
// Thread rule: plain values.
#pragma once

#include <algorithm>
#include <optional>

#include "viewer/verify/interval.h"
#include "viewer/verify/scan/candidates.h"

namespace plytrace::verify {

// Clamps a value to a window; an inverted window gives its beta.
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
  // Allows any value, because no recorded row determines it.
  void add_any() {
    expect(returned_);
    fits_ = true;
  }
  // Allows the value clamped to each of the windows.
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
