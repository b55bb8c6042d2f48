// SPDX-License-Identifier: MIT
//
// A small JSON tokenizer for the texts that core itself reads: option objects and explicit trees.
// It returns one token at a time and tracks no nesting, so that depth costs neither stack nor
// memory; the caller checks the order of tokens. Strings are decoded (UTF-8).
// Thread rule: one thread an object. The text must outlive the reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/status.h"

namespace plytrace {

class JsonReader {
 public:
  enum class Token {
    kBeginArray,
    kEndArray,
    kBeginObject,
    kEndObject,
    kColon,
    kComma,
    kString,
    kNumber,
    kTrue,
    kFalse,
    kNull,
    kEnd,   // end of the text
    kError  // see error()
  };

  // `owner` begins every message, for example "tree".
  JsonReader(std::string owner, std::string_view text) : owner_(std::move(owner)), text_(text) {}

  Token next();
  // The text of the last kString token.
  std::string& string() { return string_; }
  // The characters of the last kNumber token; their form has been checked.
  std::string_view number() const { return number_; }

  // bad_input at the last token: "tree: WHAT at character 12".
  Status error(std::string_view what) const;
  // The error, after kError.
  Status error() const { return error(error_); }

 private:
  Token read_string();
  Token read_escape();
  Token read_number();
  Token read_word(std::string_view word, Token token);
  bool read_hex4(unsigned& unit);
  Token fail(const char* what);

  std::string owner_;
  std::string_view text_;
  std::size_t at_ = 0;     // position of the next character
  std::size_t start_ = 0;  // where the last token begins
  std::string string_;
  std::string_view number_;
  const char* error_ = "";
};

}  // namespace plytrace
