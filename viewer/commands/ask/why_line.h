// SPDX-License-Identifier: MIT
//
// plytrace why --line: where a line was lost, ply by ply, and pass by pass. Thread rule: one call
// at a time.
#pragma once

#include <cstddef>
#include <string>

#include "viewer/cli/cli.h"
#include "viewer/commands/ask/selection.h"

namespace plytrace {

// `path` begins with '/'; at most `max_passes` passes are listed, the last ones; 0 = all.
Status answer_line(const Selection& selection, const std::string& path, std::size_t max_passes,
                   cli::OutputFormat format);

}  // namespace plytrace
