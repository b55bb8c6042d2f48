// SPDX-License-Identifier: MIT
//
// Reads the table `meta` of a trace (schemas/trace.sql): facts that the recorder stored, and what
// was added later. Thread rule: as the reader.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

// Number of events that the recorder rejected or could not read; anything may be missing.
std::int64_t refused_events(const TraceReader& reader);
// Seconds that the search waited for the writer thread.
double seconds_waited(const TraceReader& reader);
// Who wrote the rows: "pages", "insert", or both; "" if the file does not record it.
std::string writer_of(const TraceReader& reader);
// The indexes that `plytrace index` added: "key", "parent" and so on (schemas/trace_index.h).
std::vector<std::string> indexes_of(const TraceReader& reader);

}  // namespace plytrace
