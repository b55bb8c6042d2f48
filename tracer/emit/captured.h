// SPDX-License-Identifier: MIT
//
// Parses the kinds of event that an engine declares as complete (schemas/captured.h, or "usual").
// Thread rule: pure functions.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/captured.h"

namespace plytrace {

inline bool is_captured_kind(std::string_view word) {
  return word == format::kUsual || format::captured_kind(word) != 0;
}

// The kinds that the words name, each once, in order. Ignores unknown words.
inline std::vector<std::string> captured_kinds(const std::vector<std::string>& words) {
  std::vector<std::string> kinds;
  const auto add = [&](std::string_view kind) {
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.emplace_back(kind);
  };
  for (const std::string& word : words) {
    for (const format::CapturedKindRow& row : format::kCapturedKinds) {
      if (word == row.word || (word == format::kUsual && row.is_usual)) add(row.word);
    }
  }
  return kinds;
}

}  // namespace plytrace
