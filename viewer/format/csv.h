// SPDX-License-Identifier: MIT
//
// Comma-separated values (RFC 4180). Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plytrace::text {

// Joins the fields to one line without a newline. A field is quoted if CSV requires it or if it
// begins like a formula (= + - @). Control characters (except newlines) and invalid UTF-8 are
// escaped as printable_lines() does; everything else can be read back unchanged.
std::string csv_line(const std::vector<std::string>& fields);

// A move of a trace, which may be any text. Spreadsheets evaluate a formula even in quotes, so a
// first character that begins one is encoded as in a path (%3D for '='). Paths and `find --move`
// accept this form.
std::string move_cell(std::string_view move);

}  // namespace plytrace::text
