// SPDX-License-Identifier: MIT
#include "viewer/cli/terminal_text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "viewer/cli/cli.h"
#include "viewer/format/characters.h"

namespace plytrace::cli {

std::string for_terminal(const std::string& text) {
  constexpr std::size_t kHanging = 4;
  const std::size_t columns = columns_on_stdout();
  if (columns == 0) return text;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const bool fits = text::width_of(line) <= columns;
    out += fits ? line : text::wrapped(line, indent + kHanging, columns);
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string shell_word(const std::string& word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/._-=+:@,").find(c) != std::string_view::npos;
  };
  if (!word.empty() && !word.starts_with('-') && std::all_of(word.begin(), word.end(), is_plain)) {
    return word;
  }
  std::string quoted = word.starts_with('-') ? "./'" : "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace plytrace::cli
