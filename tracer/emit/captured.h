// SPDX-License-Identifier: MIT
//
// The kinds of event that an engine declares as emitted completely, and the short word for those
// that engines usually emit. Thread rule: pure functions.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/trace_format.h"

namespace plytrace {

using format::kCapturedKinds;
// What "usual" stands for: an engine that tells what it does, without lists of moves.
inline constexpr std::array<std::string_view, 7> kUsualKinds{
    "windows", "bounds", "cutoffs", "roles", "scores", "probes", "stores"};

inline bool is_captured_kind(std::string_view word) {
  return word == "usual" ||
         std::find(kCapturedKinds.begin(), kCapturedKinds.end(), word) != kCapturedKinds.end();
}

// The kinds that the words stand for, each once; unknown words are left out.
inline std::vector<std::string> captured_kinds(const std::vector<std::string>& words) {
  std::vector<std::string> kinds;
  const auto add = [&](std::string_view kind) {
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.emplace_back(kind);
  };
  for (const std::string& word : words) {
    if (word == "usual") {
      for (const std::string_view kind : kUsualKinds) add(kind);
    } else if (is_captured_kind(word)) {
      add(word);
    }
  }
  return kinds;
}

}  // namespace plytrace
