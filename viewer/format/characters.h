// SPDX-License-Identifier: MIT
//
// Makes texts of any bytes safe for a terminal, XML and JSON; wraps lines at spaces; joins lists of
// texts. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plytrace::text {

// The UTF-8 character at `at`: its length in bytes and its code point; nullopt if the bytes are
// invalid.
struct Character {
  std::size_t bytes = 0;
  char32_t code = 0;
};
std::optional<Character> character_at(std::string_view text, std::size_t at);

// One line of text from a trace, made safe for a terminal: control characters, bidirectional marks
// and invalid UTF-8 become \xNN or \u{NNNN}; a backslash is unchanged.
std::string printable(std::string_view text);
// The same for several lines (a board or a position): newlines are unchanged.
std::string printable_lines(std::string_view text);
// Escapes text for XML and HTML, also for attributes in double quotes.
std::string markup_escaped(std::string_view text);
// Replaces only invalid UTF-8, for JSON and other formats that escape control characters
// themselves.
std::string valid_utf8(std::string_view text);

// Wraps the text at spaces into lines of at most `width` columns; all lines but the first are
// indented by `indent` spaces. A longer word is broken after its commas, or not at all.
inline constexpr std::size_t kPageWidth = 80;
std::string wrapped(std::string_view line, std::size_t indent, std::size_t width = kPageWidth);

// The number of columns that a printable text takes: one per character.
std::size_t width_of(std::string_view printable);

// The pieces between the separators. A text that ends in a separator has no empty piece there.
std::vector<std::string> split(std::string_view text, char separator);
// The words for each of the values, with `between` between them.
template <class Values, class Words>
std::string joined(const Values& values, std::string_view between, const Words& words) {
  std::string text;
  for (const auto& value : values) {
    if (&value != &*std::begin(values)) text += between;
    text += words(value);
  }
  return text;
}
// "a, b, c and 4 more"; `most` 0 lists all. The texts are made printable.
std::string list(const std::vector<std::string>& texts, std::size_t most = 0);

}  // namespace plytrace::text
