// SPDX-License-Identifier: MIT
//
// To write to a file, a pipe or a device by its descriptor.
// Thread rule: pure but for the file.
#pragma once

#include <string_view>

namespace plytrace {

// Writes all bytes, however many calls that takes. False where one fails: errno says why.
bool write_all(int file, std::string_view bytes);

}  // namespace plytrace
