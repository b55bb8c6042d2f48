// SPDX-License-Identifier: MIT
#include "core/json_reader.h"

#include <algorithm>

namespace plytrace {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::string& text, unsigned code) {
  const auto put = [&text](unsigned byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6U));
    put(0x80 | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12U));
    put(0x80 | ((code >> 6U) & 0x3FU));
    put(0x80 | (code & 0x3FU));
  } else {
    put(0xF0 | (code >> 18U));
    put(0x80 | ((code >> 12U) & 0x3FU));
    put(0x80 | ((code >> 6U) & 0x3FU));
    put(0x80 | (code & 0x3FU));
  }
}

// The number of bytes of the UTF-8 sequence at the start of `text`; 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    // Past the end of the text this reads as 0, which continues no sequence.
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  // C0 and C1 would be overlong forms of ASCII.
  if (first >= 0xC2 && first < 0xE0) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first < 0xF0) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) >= 0xA0;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first < 0xF5) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool too_large = first == 0xF4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

}  // namespace

JsonReader::Token JsonReader::fail(const char* what) {
  error_ = what;
  return Token::kError;
}

Status JsonReader::error(std::string_view what) const {
  return Status::bad_input(owner_ + ": " + std::string(what) + " at character " +
                           std::to_string(start_ + 1) + " of the text");
}

JsonReader::Token JsonReader::next() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
  start_ = at_;
  if (at_ == text_.size()) return Token::kEnd;
  const char c = text_[at_];
  if (c == '-' || is_digit(c)) return read_number();
  switch (c) {
    case '[':
      ++at_;
      return Token::kBeginArray;
    case ']':
      ++at_;
      return Token::kEndArray;
    case '{':
      ++at_;
      return Token::kBeginObject;
    case '}':
      ++at_;
      return Token::kEndObject;
    case ':':
      ++at_;
      return Token::kColon;
    case ',':
      ++at_;
      return Token::kComma;
    case '"':
      ++at_;
      return read_string();
    case 't':
      return read_word("true", Token::kTrue);
    case 'f':
      return read_word("false", Token::kFalse);
    case 'n':
      return read_word("null", Token::kNull);
    default:
      return fail("not JSON");
  }
}

JsonReader::Token JsonReader::read_word(std::string_view word, Token token) {
  if (!text_.substr(at_).starts_with(word)) return fail("not JSON");
  at_ += word.size();
  return token;
}

// -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
JsonReader::Token JsonReader::read_number() {
  const auto peek = [this] { return at_ < text_.size() ? text_[at_] : '\0'; };
  const auto digits = [&] {
    const std::size_t first = at_;
    while (is_digit(peek())) ++at_;
    return at_ > first;
  };
  if (peek() == '-') ++at_;
  if (peek() == '0') {
    ++at_;
    if (is_digit(peek())) return fail("a number with a leading zero");
  } else if (!digits()) {
    return fail("a sign without a number");
  }
  if (peek() == '.') {
    ++at_;
    if (!digits()) return fail("a number without digits after its point");
  }
  if (peek() == 'e' || peek() == 'E') {
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    if (!digits()) return fail("a number without digits in its exponent");
  }
  number_ = text_.substr(start_, at_ - start_);
  return Token::kNumber;
}

JsonReader::Token JsonReader::read_string() {
  string_.clear();
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '"') {
      ++at_;
      return Token::kString;
    }
    if (static_cast<unsigned char>(c) < 0x20) return fail("a control character in a string");
    if (c == '\\') {
      ++at_;
      if (read_escape() == Token::kError) return Token::kError;
      continue;
    }
    const std::size_t length = utf8_length(text_.substr(at_, 4));
    if (length == 0) return fail("a string that is not UTF-8");
    string_ += text_.substr(at_, length);
    at_ += length;
  }
  return fail("a string without its closing quote");
}

bool JsonReader::read_hex4(unsigned& unit) {
  unit = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    // The digit's value; works for upper and lower case.
    constexpr std::string_view kDigits = "0123456789abcdef0123456789ABCDEF";
    const std::size_t digit =
        at_ < text_.size() ? kDigits.find(text_[at_]) : std::string_view::npos;
    if (digit == std::string_view::npos) return false;
    unit = unit * 16 + static_cast<unsigned>(digit % 16);
  }
  return true;
}

JsonReader::Token JsonReader::read_escape() {
  const char c = at_ < text_.size() ? text_[at_++] : '\0';
  constexpr std::string_view kEscapes = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  if (const std::size_t known = kEscapes.find(c); known != std::string_view::npos) {
    string_ += kMeanings[known];
    return Token::kString;
  }
  unsigned code = 0;
  if (c != 'u' || !read_hex4(code)) return fail("an unknown escape in a string");
  // JSON writes a code above FFFF as two escapes.
  const bool is_high_surrogate = code >= 0xD800 && code < 0xDC00;
  if (is_high_surrogate) {
    unsigned low = 0;
    const bool paired = text_.substr(at_).starts_with("\\u");
    if (paired) at_ += 2;
    if (!paired || !read_hex4(low) || low < 0xDC00 || low > 0xDFFF) {
      return fail("half a surrogate pair in a string");
    }
    code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
  } else if (code >= 0xDC00 && code <= 0xDFFF) {
    return fail("half a surrogate pair in a string");
  }
  append_utf8(string_, code);
  return Token::kString;
}

}  // namespace plytrace
