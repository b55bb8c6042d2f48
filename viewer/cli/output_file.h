// SPDX-License-Identifier: MIT
//
// Writes output files that are too large for one string (for others see write_file() in cli.h).
// Thread rule: pure functions.
#pragma once

#include <functional>
#include <string>

#include "core/status.h"

namespace plytrace::cli {

// Like write_file(), for a file that `fill` writes under the name it receives. If `fill` fails, no
// file is left.
Status write_file_by(const std::string& path, bool force,
                     const std::function<Status(const std::string& temporary)>& fill);

}  // namespace plytrace::cli
