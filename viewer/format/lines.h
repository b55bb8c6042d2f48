// SPDX-License-Identifier: MIT
//
// Lines of a text that may have no end: a device, or a stranger's file that is one hole of the
// disk. Thread rule: that of the stream.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace plytrace::text {

inline constexpr std::size_t kLongestLine = std::size_t{64} << 20U;  // bytes

// As std::getline, but false for a line that is longer as well; then in.eof() is false, as after a
// read that failed (in.bad()).
bool read_line(std::istream& in, std::string& line);

}  // namespace plytrace::text
