// SPDX-License-Identifier: MIT
//
// Tests whether a file exists. On a failing disk the answer is unknown, and an unknown name must
// not count as free. Errors: nullopt, with errno set. Thread rule: pure functions on files.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

namespace plytrace::format {

// Whether the name leads to a file, following links. Sets `found` if it does.
std::optional<bool> is_there(const std::string& path, struct stat& found);

// Whether the name is in use, even by a broken link.
std::optional<bool> is_taken(const std::string& path);

}  // namespace plytrace::format
