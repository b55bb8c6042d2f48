// SPDX-License-Identifier: MIT
//
// plytrace find --index: adds the indexes that make look-ups by key, parent and value fast. Errors:
// a trace that cannot be read or written, or is being recorded; an interrupt leaves it unchanged.
// Thread rule: the main thread.
#pragma once

#include <string>

#include "core/status.h"
#include "viewer/cli/cli.h"

namespace plytrace {

// Adds the missing indexes to the trace and says which it has.
Status add_indexes(const std::string& file, cli::OutputFormat format);

}  // namespace plytrace
