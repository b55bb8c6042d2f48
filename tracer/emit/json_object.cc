// SPDX-License-Identifier: MIT
#include "tracer/emit/json_object.h"

#include <charconv>
#include <cstdint>
#include <string>

#include "core/json_reader.h"

namespace plytrace {
namespace {

using Token = JsonReader::Token;

template <class Number>
bool is_held_by(std::string_view text) {
  Number number{};
  return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{};
}

// Whether a reader of numbers takes it: a whole number has 64 bits at most.
bool is_usual_number(std::string_view text) {
  if (text.find_first_of(".eE") != std::string_view::npos) return is_held_by<double>(text);
  return is_held_by<std::int64_t>(text) || is_held_by<std::uint64_t>(text);
}

// Checks the order of tokens.
class Checker {
 public:
  explicit Checker(std::string_view text) : reader_("options", text) {}

  bool is_object() { return next() == Token::kBeginObject && is_value() && next() == Token::kEnd; }

 private:
  Token next() { return token_ = reader_.next(); }

  // Whether the token is the begin of a value, of which the reader takes the rest.
  bool is_value() {
    switch (token_) {
      case Token::kString:
      case Token::kTrue:
      case Token::kFalse:
      case Token::kNull:
        return true;
      case Token::kNumber:
        return is_usual_number(reader_.number());
      case Token::kBeginObject:
        return is_list(Token::kEndObject);
      case Token::kBeginArray:
        return is_list(Token::kEndArray);
      default:
        return false;
    }
  }

  // The members of an object or array up to its end.
  bool is_list(Token end) {
    if (nested_left_ == 0) return false;
    --nested_left_;
    next();
    while (token_ != end) {
      if (!is_member(end == Token::kEndObject)) return false;
      if (next() == end) break;
      if (token_ != Token::kComma || next() == end) return false;
    }
    ++nested_left_;
    return true;
  }
  bool is_member(bool has_name) {
    if (!has_name) return is_value();
    return token_ == Token::kString && next() == Token::kColon && (next(), is_value());
  }

  JsonReader reader_;
  Token token_ = Token::kEnd;
  int nested_left_ = 30;
};

}  // namespace

bool is_json_object(std::string_view text) { return Checker(text).is_object(); }

}  // namespace plytrace
