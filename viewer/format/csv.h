// SPDX-License-Identifier: MIT
//
// Comma-separated values (RFC 4180). Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plytrace::text {

// The fields of a line, quoted where they must be and where a text begins like a formula (= + - @),
// without the newline. What is read back is what was written: control characters (but newlines) and
// bytes that are no UTF-8 are escaped as printable_lines() does, nothing else is changed.
std::string csv_line(const std::vector<std::string>& fields);

// A move of a trace, whose texts may come from anywhere: spreadsheets compute what begins like a
// formula even in quotes, so such a first character is written as in a path, %3D for '='. Paths and
// `find --move` read it back.
std::string move_cell(std::string_view move);

}  // namespace plytrace::text
