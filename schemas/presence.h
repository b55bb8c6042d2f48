// SPDX-License-Identifier: MIT
//
// Whether a file is there, where it matters that a failing disk says neither yes nor no: what
// cannot be seen must not be taken for free. Errors: nothing, and errno says why. Thread rule: pure
// functions on files.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

namespace plytrace::format {

// Something that the name leads to, links followed: then `found` is what it is.
std::optional<bool> is_there(const std::string& path, struct stat& found);

// Something of that name, which may be a link that leads nowhere.
std::optional<bool> is_taken(const std::string& path);

}  // namespace plytrace::format
