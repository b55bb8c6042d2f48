// SPDX-License-Identifier: MIT
#include "viewer/plain/characters.h"

#include <algorithm>

#include "viewer/plain/numbers.h"

namespace plytrace::text {
namespace {

constexpr const char* kHex = "0123456789ABCDEF";

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Characters that act on a terminal or on the text around them instead of being seen.
bool acts(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  // Line and paragraph separators, marks that change the direction of text, byte order marks and
  // non-characters.
  const bool separator = code == 0x2028 || code == 0x2029;
  const bool direction = code == 0x061C || code == 0x200E || code == 0x200F ||
                         (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  const bool none = code == 0xFEFF || code == 0xFFFE || code == 0xFFFF;
  return control || separator || direction || none;
}

void append_code(std::string& result, char32_t code) {
  if (code < 0x100) {
    result += {'\\', 'x', kHex[code / 16], kHex[code % 16]};
    return;
  }
  result += "\\u{";
  // None of the characters that act has more than four hex digits.
  for (int shift = 12; shift >= 0; shift -= 4) result += kHex[(code >> shift) & 15];
  result += '}';
}

template <class Escaped>
std::string escape(std::string_view text, const Escaped& escaped) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto character = character_at(text, at);
    if (!character) {
      // A byte that is no UTF-8 is shown as itself; the next one may begin a character again.
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
  // 0xC0 and 0xC1 would begin forms that are longer than need be.
  if (lead < 0xC2 || lead > 0xF4 || at + bytes > text.size()) return std::nullopt;
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const unsigned next = byte_at(text, at + i);
    if ((next & 0xC0) != 0x80) return std::nullopt;
    code = code * 64 + (next & 0x3F);
  }
  // Of two, three and four bytes: a smaller code in so many is an overlong form, which hides what
  // it says.
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[bytes] || code > 0x10FFFF || surrogate) return std::nullopt;
  return Character{bytes, code};
}

std::string printable(std::string_view text) { return escape(text, acts); }

std::string printable_lines(std::string_view text) {
  return escape(text, [](char32_t code) { return code != '\n' && acts(code); });
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

// Up to where a line may be broken next, from `at` on: the next space or, in a word that is too
// long for a line, after its last comma that fits.
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
  bool is_first = true;  // word of its line
  std::size_t at = line.find_first_not_of(' ');
  text.append(std::min(at, line.size()), ' ');
  std::size_t column = text.size();
  while (at < line.size()) {
    const std::size_t end = end_of_piece(line, at, width - std::min(indent, width));
    const std::size_t gap = std::min(line.find_first_not_of(' ', end), line.size());
    const std::string_view word = line.substr(at, end - at);
    const std::size_t columns = width_of(word);
    if (!is_first && column + columns > width) {
      // No blanks at the end of a line.
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
    // Every byte but those that continue a character.
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string list(const std::vector<std::string>& texts, std::size_t most) {
  std::string result;
  const std::size_t shown = most == 0 ? texts.size() : std::min(most, texts.size());
  for (std::size_t i = 0; i < shown; ++i) result += (i == 0 ? "" : ", ") + printable(texts[i]);
  if (shown == texts.size()) return result;
  return result + " and " + grouped(static_cast<std::int64_t>(texts.size() - shown)) + " more";
}

}  // namespace plytrace::text
