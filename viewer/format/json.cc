// SPDX-License-Identifier: MIT
#include "viewer/format/json.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <map>
#include <new>

#include "viewer/format/characters.h"
#include "viewer/format/unseen.h"

namespace plytrace::text {

void json_is_broken() {
  assert(std::uncaught_exceptions() > 0);
  throw std::bad_alloc();
}

Json score_json(std::optional<Score> score) {
  if (!score) return nullptr;
  // JSON has no infinities, so write them as strings (docs/cli.md).
  if (*score == kInfinity || *score == -kInfinity) return score_text(*score);
  constexpr Score kWholeLimit = 9007199254740992.0;  // 2^53: exact as an integer
  // Whole scores without ".0", and -0 as 0.
  if (std::abs(*score) <= kWholeLimit && *score == std::trunc(*score)) {
    return static_cast<std::int64_t>(*score);
  }
  return *score;
}

bool is_nested_deeper(std::string_view json) {
  int open = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size() && open <= kMostNested; ++i) {
    const char c = json[i];
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\') ++i;
    if (in_text) continue;
    if (c == '[' || c == '{') ++open;
    if (c == ']' || c == '}') --open;
  }
  return open > kMostNested;
}

namespace {
// Keeps the values of a few short texts: the searches of a suite have the same options.
template <class Value>
Value parsed_as(const std::string& text) {
  constexpr std::size_t kMostKept = 8, kLongestKept = 1024;
  thread_local std::map<std::string, Value> kept;
  if (const auto known = kept.find(text); known != kept.end()) return known->second;
  Value value = is_nested_deeper(text) ? Value(Value::value_t::discarded)
                                       : Value::parse(text, nullptr, /*allow_exceptions=*/false);
  if (text.size() > kLongestKept) return value;
  if (kept.size() == kMostKept) kept.clear();
  return kept.emplace(text, std::move(value)).first->second;
}
}  // namespace

Json parsed_json(const std::string& text) { return parsed_as<Json>(text); }
SortedJson sorted_json(const std::string& text) { return parsed_as<SortedJson>(text); }
std::string sorted_text(const SortedJson& value) { return value.dump(); }

Json embedded_json(const std::string& text) {
  Json value = parsed_json(text);
  return value.is_discarded() ? Json(text) : value;
}

namespace {
void append_escaped(std::string& out, char32_t code) {
  const auto append = [&](unsigned unit) {
    constexpr const char* kDigits = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[(unit >> shift) & 15];
  };
  if (code < 0x10000) return append(code);
  append(0xD800 + ((code - 0x10000) >> 10));
  append(0xDC00 + ((code - 0x10000) & 0x3FF));
}
}  // namespace

std::string json_text(const Json& value, int indent) {
  const std::string plain = value.dump(indent, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(plain.size() + 1);  // space for a newline that the caller may add
  for (std::size_t at = 0; at < plain.size();) {
    const auto rare = std::find_if(plain.begin() + static_cast<std::ptrdiff_t>(at), plain.end(),
                                   [](char c) { return static_cast<unsigned char>(c) >= 0x7F; });
    const auto end = static_cast<std::size_t>(rare - plain.begin());
    out.append(plain, at, end - at);
    at = end;
    if (at == plain.size()) break;
    const Character next = character_at(plain, at).value_or(Character{1, 0xFFFF});
    if (is_unseen(next.code)) {
      append_escaped(out, next.code);
    } else {
      out.append(plain, at, next.bytes);
    }
    at += next.bytes;
  }
  return out;
}

Json text_json(const std::optional<std::string>& text) {
  return text ? Json(valid_utf8(*text)) : Json(nullptr);
}

Json texts_json(const std::vector<std::string>& texts) { return list_json(texts, text_json); }

Json number_json(std::optional<std::int64_t> number) {
  return number ? Json(*number) : Json(nullptr);
}

}  // namespace plytrace::text
