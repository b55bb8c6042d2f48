// SPDX-License-Identifier: MIT
//
// Output files that are too large to be held as one text (cli.h has write_file for the others).
// Thread rule: pure functions.
#pragma once

#include <functional>
#include <string>

#include "core/status.h"

namespace plytrace::cli {

// As write_file(), for a file that `fill` writes under the name that it is given. Where `fill`
// fails there is no file.
Status write_file_by(const std::string& path, bool force,
                     const std::function<Status(const std::string& temporary)>& fill);

}  // namespace plytrace::cli
