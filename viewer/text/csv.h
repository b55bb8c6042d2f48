// SPDX-License-Identifier: MIT
//
// Comma-separated values (RFC 4180). Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plytrace::text {

// The fields of a line, quoted where they must be, without the newline. Control characters (but
// newlines) and bytes that are no UTF-8 are escaped as printable_lines() does.
std::string csv_line(const std::vector<std::string>& fields);

// A text for such a field that no spreadsheet takes for a formula: printable, and with an
// apostrophe before what starts like one.
std::string spreadsheet_text(std::string_view text);

}  // namespace plytrace::text
