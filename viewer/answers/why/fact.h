// SPDX-License-Identifier: MIT
//
// One statement of an answer in words, with its kind and the node it is about; and the names of
// nodes in such statements. Thread rule: plain values, pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct Fact {
  std::string_view kind;  // a fixed word: "window", "value", "cut", ...
  std::optional<std::int64_t> node;
  std::string text;  // printable
};

text::Json json(const Fact& fact);

// "#6 (/d/c)"; the middle of a long path is omitted.
std::string place_name(const TraceReader& reader, const NodeRow& node);
// "c (#6)".
std::string move_name(const TraceReader& reader, const NodeRow& node);
// A printable path; the middle of a long one is omitted.
std::string short_path(std::string_view path);

}  // namespace plytrace
