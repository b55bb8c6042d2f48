// SPDX-License-Identifier: MIT
//
// Whether the rows of a search show that it goes to the end of the game: then no value in it is
// that of some depth, and a table entry cannot be deeper than its reader asked for.
// Thread rule: one thread per reader. Errors: in the reader's status().
#pragma once

#include <cstdint>

#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

// Whether no row of the nodes first..last, and of their events, reports a depth, a leaf at the
// horizon or of unknown kind, a static score that a node may take, or unrecorded nodes. Stops at
// the first row that does.
bool are_whole_games(const TraceReader& reader, std::int64_t first, std::int64_t last);

}  // namespace plytrace::verify
