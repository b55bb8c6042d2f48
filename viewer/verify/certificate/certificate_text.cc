// SPDX-License-Identifier: MIT
#include "viewer/verify/certificate/certificate_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plytrace::verify {
namespace {

constexpr std::array<std::pair<char, char>, 4> kEscapes{
    {{'\\', '\\'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}}};
// Escaped only at the front, where they would have another meaning.
constexpr std::array<std::pair<char, char>, 2> kFrontEscapes{{{'@', '@'}, {' ', 's'}}};

}  // namespace

std::string escaped(std::string_view text) {
  // An empty text could not be read back.
  if (text.empty()) return "\\e";
  std::string out;
  for (const char c : text) {
    const auto is_it = [c](const auto& entry) { return entry.first == c; };
    const auto code = std::find_if(kEscapes.begin(), kEscapes.end(), is_it);
    const auto front = std::find_if(kFrontEscapes.begin(), kFrontEscapes.end(), is_it);
    if (code != kEscapes.end()) {
      out += {'\\', code->second};
    } else if (front != kFrontEscapes.end() && out.empty()) {
      out += {'\\', front->second};
    } else {
      out += c;
    }
  }
  return out;
}

std::string escaped_word(std::string_view text) {
  std::string out = escaped(text);
  for (std::size_t at = out.find(' '); at != std::string::npos; at = out.find(' ', at)) {
    out.replace(at, 1, "\\s");
  }
  return out;
}

std::optional<std::string> unescaped(std::string_view text) {
  if (text == "\\e") return "";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    const auto is_it = [c = text[i]](const auto& entry) { return entry.second == c; };
    const auto code = std::find_if(kEscapes.begin(), kEscapes.end(), is_it);
    const auto front = std::find_if(kFrontEscapes.begin(), kFrontEscapes.end(), is_it);
    if (code == kEscapes.end() && front == kFrontEscapes.end()) return std::nullopt;
    out += code != kEscapes.end() ? code->first : front->first;
  }
  return out;
}

}  // namespace plytrace::verify
