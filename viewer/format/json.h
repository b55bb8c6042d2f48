// SPDX-License-Identifier: MIT
//
// The JSON of all commands: keys stay in the order in which they were written, scores follow
// docs/cli.md, texts are valid UTF-8. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/score.h"

namespace plytrace::text {
// Called where an assertion of nlohmann-json fails. Usually that is an error in this program. But
// if memory ran out while an object was constructed, its destructor fails the assertion; then the
// program ends with the message about memory (main.cc).
[[noreturn]] void json_is_broken();
}  // namespace plytrace::text

#ifndef JSON_ASSERT
#define JSON_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : plytrace::text::json_is_broken())
#endif
#include <nlohmann/json.hpp>

namespace plytrace::text {

using Json = nlohmann::ordered_json;

// A number, or "-inf" / "+inf"; whole numbers without a decimal point; null for nullopt.
Json score_json(std::optional<Score> score);
// JSON nested deeper than this is rejected, because walking a value takes stack for each level.
inline constexpr int kMostNested = 100;
bool is_nested_deeper(std::string_view json);
// Parses JSON text from a trace (options, for example). The result is "discarded" if the text is
// not JSON or is nested too deep.
Json parsed_json(const std::string& text);
// Like parsed_json(), but returns the text itself as a string if it cannot be parsed.
Json embedded_json(const std::string& text);

// Serialises a value; `indent` -1 gives one line. Also escapes control characters from U+0080 on,
// which a terminal might interpret; JSON itself only escapes those below U+0020.
std::string json_text(const Json& value, int indent = -1);

// JSON with sorted keys, for comparisons that must ignore the order of keys.
using SortedJson = nlohmann::json;
SortedJson sorted_json(const std::string& text);
std::string sorted_text(const SortedJson& value);

// A text of a trace, converted to valid UTF-8; null for nullopt.
Json text_json(const std::optional<std::string>& text);
Json texts_json(const std::vector<std::string>& texts);
// A number; null for nullopt.
Json number_json(std::optional<std::int64_t> number);

// The list of what `make` returns for each of the values.
template <class Values, class Make>
Json list_json(const Values& values, const Make& make) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(make(value));
  return list;
}

}  // namespace plytrace::text
