// SPDX-License-Identifier: MIT
//
// JSON as the results of all commands have it: keys in the order in which they were written, scores
// as docs/cli.md wants them, texts in valid UTF-8. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/score.h"

namespace plytrace::text {
// What nlohmann-json says of itself does not hold: a fault of this program, but while bad_alloc
// goes on its way to main(). A value that got no memory as it became an object is half made then,
// and cannot be destroyed: it takes the way of a destructor that finds no memory (main.cc).
[[noreturn]] void json_is_broken();
}  // namespace plytrace::text

#ifndef JSON_ASSERT
#define JSON_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : plytrace::text::json_is_broken())
#endif
#include <nlohmann/json.hpp>

namespace plytrace::text {

using Json = nlohmann::ordered_json;

// A number, or "-inf" / "+inf"; whole numbers without a decimal point; null for none.
Json score_json(std::optional<Score> score);
// More open brackets at once than kMostNested: to walk such a value takes as much stack.
inline constexpr int kMostNested = 100;
bool is_nested_deeper(std::string_view json);
// JSON text that came from a trace (options and the like) as a value, which is discarded where the
// text is no JSON or nested too deep.
Json parsed_json(const std::string& text);
// The same; the text itself, as a string, where it is no such JSON.
Json embedded_json(const std::string& text);

// The value as text; `indent` -1: on one line. What a terminal could take for a command is escaped:
// JSON does that for the control characters below U+0020 only.
std::string json_text(const Json& value, int indent = -1);

// The same with sorted keys: to compare, as the order in which they were written says nothing.
using SortedJson = nlohmann::json;
SortedJson sorted_json(const std::string& text);
std::string sorted_text(const SortedJson& value);

// A text of a trace, made valid UTF-8.
Json text_json(const std::string& text);
Json texts_json(const std::vector<std::string>& texts);
// A number, null for none.
Json number_json(std::optional<std::int64_t> number);

}  // namespace plytrace::text
