// SPDX-License-Identifier: MIT
//
// MoveTexts numbers moves that are given as texts, in the order in which they first occur. Thread
// rule: one thread an object.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/game.h"

namespace plytrace {

class MoveTexts {
 public:
  // The number of a text: 0, 1, 2 ...; equal texts have equal numbers.
  MoveCode code_of(std::string_view text) {
    if (const auto known = codes_.find(text); known != codes_.end()) return known->second;
    const auto code = static_cast<MoveCode>(texts_.size());
    texts_.push_back(&*codes_.emplace(std::string(text), code).first);
    return code;
  }
  // "?" for an unknown number.
  std::string text_of(MoveCode code) const {
    return code < texts_.size() ? texts_[code]->first : "?";
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using Codes = std::unordered_map<std::string, MoveCode, Hash, std::equal_to<>>;
  Codes codes_;
  std::vector<const Codes::value_type*> texts_;
};

}  // namespace plytrace
