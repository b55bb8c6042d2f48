// SPDX-License-Identifier: MIT
//
// Builds texts line by line. Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace plytrace::text {

inline void add_line(std::string& text, std::string_view line) { (text += line) += '\n'; }

}  // namespace plytrace::text
