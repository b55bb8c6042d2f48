// SPDX-License-Identifier: MIT
//
// Writes to a file, a pipe or a device through its descriptor. Thread rule: each descriptor is used
// by one thread.
#pragma once

#include <string_view>

namespace plytrace {

// Writes all bytes, with as many calls as needed. On failure returns false and leaves the reason in
// errno.
bool write_all(int file, std::string_view bytes);

}  // namespace plytrace
