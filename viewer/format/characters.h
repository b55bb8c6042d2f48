// SPDX-License-Identifier: MIT
//
// Texts that may hold any bytes, made safe for a terminal, for XML and for JSON; lines broken at
// spaces; lists of texts. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plytrace::text {

// The UTF-8 character at `at`: its length in bytes and its code point; nullopt where there is none.
struct Character {
  std::size_t bytes = 0;
  char32_t code = 0;
};
std::optional<Character> character_at(std::string_view text, std::size_t at);

// Text from a trace on one line that is safe for a terminal: control characters, bidirectional
// marks and bytes that are no UTF-8 are written as \xNN or \u{NNNN}; a backslash stays.
std::string printable(std::string_view text);
// The same for a board or a position of several lines: newlines stay.
std::string printable_lines(std::string_view text);
// For XML and HTML, in text and in attributes within double quotes.
std::string markup_escaped(std::string_view text);
// The same for JSON and other formats that quote control characters themselves: only bytes that are
// no UTF-8 are changed.
std::string valid_utf8(std::string_view text);

// Lines of at most `width` columns, broken at spaces; those after the first begin with `indent`
// spaces. A longer word is broken after its commas, or stays whole.
inline constexpr std::size_t kPageWidth = 80;
std::string wrapped(std::string_view line, std::size_t indent, std::size_t width = kPageWidth);

// Columns that a printable text takes: its characters.
std::size_t width_of(std::string_view printable);

// "a, b, c and 4 more"; `most` 0 = all. The texts are made printable.
std::string list(const std::vector<std::string>& texts, std::size_t most = 0);

}  // namespace plytrace::text
