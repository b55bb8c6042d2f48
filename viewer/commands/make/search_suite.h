// SPDX-License-Identifier: MIT
//
// plytrace search --positions FILE: searches each line of a file (position_file.h).
//
// All lines are checked before the first search; an invalid one is bad input, reported with file
// and line. All searches go into one trace or, if its name contains %d, each into its own, numbered
// from 1. Thread rule: one call at a time.
#pragma once

#include "core/status.h"
#include "viewer/commands/make/search_options.h"

namespace plytrace {

Status run_search_suite(const SearchOptions& options);

}  // namespace plytrace
