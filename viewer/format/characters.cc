// SPDX-License-Identifier: MIT
#include "viewer/format/characters.h"

#include <algorithm>
#include <iterator>

#include "viewer/format/numbers.h"
#include "viewer/format/unseen.h"

namespace plytrace::text {
namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

constexpr bool is_visible_ascii(char32_t code) { return code >= 0x20 && code < 0x7F; }

struct CodeRange {
  char32_t first, last;
};
// Invisible characters, sorted: Default_Ignorable_Code_Point of Unicode 15.1 (bidirectional marks,
// joiners, soft hyphens, variation selectors, tags), line separators and annotation marks.
constexpr CodeRange kUnseen[] = {
    {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
    {0x61C, 0x61C},     {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
    {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},   {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
};

void append_code(std::string& result, char32_t code) {
  const auto number = static_cast<unsigned>(code);
  result += code < 0x100 ? fmt::format("\\x{:02X}", number) : fmt::format("\\u{{{:04X}}}", number);
}

template <class Escaped>
std::string escape(std::string_view text, const Escaped& escaped) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t plain = at;  // no caller escapes visible ASCII
    while (plain < text.size() && is_visible_ascii(byte_at(text, plain))) ++plain;
    result += text.substr(at, plain - at);
    at = plain;
    if (at == text.size()) break;
    const auto character = character_at(text, at);
    if (!character) {
      // Write an invalid byte as \xNN and try again at the next byte.
      append_code(result, byte_at(text, at));
      ++at;
      continue;
    }
    if (escaped(character->code)) {
      append_code(result, character->code);
    } else {
      result += text.substr(at, character->bytes);
    }
    at += character->bytes;
  }
  return result;
}

}  // namespace

std::optional<Character> character_at(std::string_view text, std::size_t at) {
  const unsigned lead = byte_at(text, at);
  if (lead < 0x80) return Character{1, lead};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  // 0xC0 and 0xC1 could only begin overlong forms.
  if (lead < 0xC2 || lead > 0xF4 || at + bytes > text.size()) return std::nullopt;
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const unsigned next = byte_at(text, at + i);
    if ((next & 0xC0) != 0x80) return std::nullopt;
    code = code * 64 + (next & 0x3F);
  }
  // The smallest code of two, three and four bytes. A smaller code is an overlong form, which could
  // hide a character from checks.
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[bytes] || code > 0x10FFFF || surrogate) return std::nullopt;
  return Character{bytes, code};
}

bool is_unseen(char32_t code) {
  if (is_visible_ascii(code)) return false;
  const bool is_noncharacter = (code & 0xFFFE) == 0xFFFE;
  const auto* const range =
      std::lower_bound(std::begin(kUnseen), std::end(kUnseen), code,
                       [](const CodeRange& one, char32_t sought) { return one.last < sought; });
  return is_noncharacter || (range != std::end(kUnseen) && range->first <= code);
}

std::string printable(std::string_view text) { return escape(text, is_unseen); }

std::string printable_lines(std::string_view text) {
  return escape(text, [](char32_t code) { return code != '\n' && is_unseen(code); });
}

std::string markup_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string valid_utf8(std::string_view text) {
  return escape(text, [](char32_t) { return false; });
}

namespace {

// The next position from `at` on where the line may be broken: the next space or, in a word too
// long for a line, after the last comma that fits.
std::size_t end_of_piece(std::string_view line, std::size_t at, std::size_t room) {
  const std::size_t end = std::min(line.find(' ', at), line.size());
  if (width_of(line.substr(at, end - at)) <= room) return end;
  std::size_t piece = end;
  for (std::size_t comma = line.find(',', at); comma < end; comma = line.find(',', comma + 1)) {
    if (piece < end && width_of(line.substr(at, comma + 1 - at)) > room) break;
    piece = comma + 1;
  }
  return piece;
}

}  // namespace

std::string wrapped(std::string_view line, std::size_t indent, std::size_t width) {
  std::string text;
  bool is_first = true;  // the first word of its line
  std::size_t at = line.find_first_not_of(' ');
  text.append(std::min(at, line.size()), ' ');
  std::size_t column = text.size();
  while (at < line.size()) {
    const std::size_t end = end_of_piece(line, at, width - std::min(indent, width));
    const std::size_t gap = std::min(line.find_first_not_of(' ', end), line.size());
    const std::string_view word = line.substr(at, end - at);
    const std::size_t columns = width_of(word);
    if (!is_first && column + columns > width) {
      // Remove blanks at the end of the line.
      text.erase(text.find_last_not_of(' ') + 1);
      text += "\n" + std::string(indent, ' ');
      column = indent;
    }
    text += word;
    if (gap < line.size()) text.append(gap - end, ' ');
    column += columns + (gap - end);
    is_first = false;
    at = gap;
  }
  return text;
}

std::size_t width_of(std::string_view printable) {
  return static_cast<std::size_t>(std::count_if(printable.begin(), printable.end(), [](char c) {
    // Counts every byte except UTF-8 continuation bytes.
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    pieces.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return pieces;
}

std::string list(const std::vector<std::string>& texts, std::size_t most) {
  const std::size_t shown = most == 0 ? texts.size() : std::min(most, texts.size());
  const std::string result = joined(std::span(texts).first(shown), ", ", printable);
  if (shown == texts.size()) return result;
  return result + " and " + grouped(static_cast<std::int64_t>(texts.size() - shown)) + " more";
}

}  // namespace plytrace::text
