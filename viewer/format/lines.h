// SPDX-License-Identifier: MIT
//
// Reads lines of bounded length from input that may never end: a device, or an untrusted sparse
// file. Thread rule: as the stream.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace plytrace::text {

inline constexpr std::size_t kLongestLine = std::size_t{64} << 20U;  // bytes

// Like std::getline(), but also false for a line longer than kLongestLine; in.eof() is then false,
// as after a failed read (in.bad()).
bool read_line(std::istream& in, std::string& line);

}  // namespace plytrace::text
