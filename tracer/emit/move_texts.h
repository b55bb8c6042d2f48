// SPDX-License-Identifier: MIT
//
// MoveTexts numbers moves that are given as texts, in the order in which they first occur. Thread
// rule: one thread an object.
#pragma once

#include <cstddef>
#include <cstdint>
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
    const MoveCode code = find_or_add(text);
    if (!text.empty() && text.size() <= kShort && text.find('\0') == text.npos) {
      std::uint64_t letters = 0;
      for (std::size_t i = 0; i < text.size(); ++i) letters |= letter(text[i]) << 8 * i;
      place_of(letters) = {letters, code};
    }
    return code;
  }
  // Finds the number of a text of up to eight bytes among those of the last calls of code_of(). The
  // text must end with a zero. Must be inlined: it saves the call.
  [[gnu::always_inline]] bool find_short(const char* text, MoveCode& code) const {
    std::uint64_t letters = 0;
#pragma GCC unroll 9
    for (std::size_t i = 0; i <= kShort; ++i) {
      if (text[i] == 0) break;
      if (i == kShort) return false;
      letters |= letter(text[i]) << 8 * i;
    }
    const Short& known = short_[index_of(letters)];
    code = known.code;
    return letters != 0 && known.letters == letters;
  }
  // "?" for an unknown number.
  std::string text_of(MoveCode code) const {
    return code < texts_.size() ? texts_[code]->first : "?";
  }

 private:
  static constexpr std::size_t kShort = 8;
  static constexpr unsigned kBits = 12;  // there are 2^kBits places: 64 kB
  // A text as a number, the first letter in the lowest byte.
  struct Short {
    std::uint64_t letters = 0;
    MoveCode code = 0;
  };
  static std::uint64_t letter(char letter) { return static_cast<unsigned char>(letter); }
  static std::size_t index_of(std::uint64_t letters) {
    return letters * 0x9E3779B97F4A7C15 >> (64 - kBits);
  }
  Short& place_of(std::uint64_t letters) { return short_[index_of(letters)]; }
  MoveCode find_or_add(std::string_view text) {
    if (const auto known = codes_.find(text); known != codes_.end()) return known->second;
    const auto code = static_cast<MoveCode>(texts_.size());
    texts_.push_back(&*codes_.emplace(std::string(text), code).first);
    return code;
  }

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using Codes = std::unordered_map<std::string, MoveCode, Hash, std::equal_to<>>;
  Codes codes_;
  std::vector<Short> short_ = std::vector<Short>(std::size_t{1} << kBits);
  std::vector<const Codes::value_type*> texts_;
};

}  // namespace plytrace
