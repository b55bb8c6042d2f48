// SPDX-License-Identifier: MIT
//
// plytrace search --positions FILE: one search for each line of a file.
//
//   # comment
//   ......./......./......./......./......./...X... O
//   ......./......./......./......./......./...X... O moves d,c
//   start moves d,d
//
// All lines are read and checked before the first search; a bad one is bad input that names file
// and line. The searches go into one trace, or, where its name holds %d, into one for each
// position, counted from 1. Thread rule: one call at a time.
#pragma once

#include "core/status.h"
#include "viewer/commands/make/search_options.h"

namespace plytrace {

Status run_search_suite(const SearchOptions& options);

}  // namespace plytrace
