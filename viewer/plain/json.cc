// SPDX-License-Identifier: MIT
#include "viewer/plain/json.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <exception>
#include <new>

#include "viewer/plain/characters.h"

namespace plytrace::text {

void json_is_broken() {
  assert(std::uncaught_exceptions() > 0);
  throw std::bad_alloc();
}

Json score_json(std::optional<Score> score) {
  if (!score) return nullptr;
  // JSON has no infinities (docs/cli.md).
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
template <class Value>
Value parsed_as(const std::string& text) {
  return is_nested_deeper(text) ? Value(Value::value_t::discarded)
                                : Value::parse(text, nullptr, /*allow_exceptions=*/false);
}
}  // namespace

Json parsed_json(const std::string& text) { return parsed_as<Json>(text); }
SortedJson sorted_json(const std::string& text) { return parsed_as<SortedJson>(text); }
std::string sorted_text(const SortedJson& value) { return value.dump(); }

Json embedded_json(const std::string& text) {
  Json value = parsed_json(text);
  return value.is_discarded() ? Json(text) : value;
}

std::string json_text(const Json& value, int indent) {
  const std::string plain = value.dump(indent, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(plain.size() + 1);  // for a line's end
  for (auto at = plain.begin(); at != plain.end();) {
    // U+007F, and U+0080 to U+009F: as UTF-8 C2 and their number.
    const auto rare =
        std::find_if(at, plain.end(), [](char c) { return c == '\x7F' || c == '\xC2'; });
    out.append(at, rare);
    if (rare == plain.end()) break;
    at = rare + 1;
    unsigned code = static_cast<unsigned char>(*rare);
    if (code == 0xC2) {
      code = at == plain.end() ? 0 : static_cast<unsigned char>(*at);
      if (code < 0x80 || code > 0x9F) {
        out += *rare;
        continue;
      }
      ++at;
    }
    constexpr const char* kDigits = "0123456789abcdef";
    out += {'\\', 'u', '0', '0', kDigits[code / 16], kDigits[code % 16]};
  }
  return out;
}

Json text_json(const std::string& text) { return valid_utf8(text); }

Json texts_json(const std::vector<std::string>& texts) {
  Json array = Json::array();
  for (const std::string& text : texts) array.push_back(text_json(text));
  return array;
}

Json number_json(std::optional<std::int64_t> number) {
  return number ? Json(*number) : Json(nullptr);
}

}  // namespace plytrace::text
