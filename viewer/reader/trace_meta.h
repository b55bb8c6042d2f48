// SPDX-License-Identifier: MIT
//
// What the recorder leaves in the table `meta` (schemas/trace.sql), and what was added to the file
// behind it. Thread rule: as the
// reader.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

// Events that made no sense to the recorder or could not be read: anything may be missing.
std::int64_t refused_events(const TraceReader& reader);
// How long the search waited for the writer.
double seconds_waited(const TraceReader& reader);
// Who wrote the rows: "pages", "insert", or both; "" where the file does not say.
std::string writer_of(const TraceReader& reader);
// What `plytrace index` added: "key", "parent" and so on (schemas/trace_index.h).
std::vector<std::string> indexes_of(const TraceReader& reader);

}  // namespace plytrace
