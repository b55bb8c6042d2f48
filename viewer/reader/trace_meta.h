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

// Number of events that the recorder rejected or could not read, and of gaps that an engine left
// because it kept only its last nodes; anything may be missing.
std::int64_t refused_events(const TraceReader& reader);
// The same as words: "at least 2 events are missing: ...".
std::string refused_words(std::int64_t events);
// Whether nodes and events of the search may be missing from the file that it does not count as
// unrecorded.
bool may_lack_events(const TraceReader& reader, const SearchRow& search);
// Whether the search may have gone on behind its last row: it is being recorded, its recorder died,
// or events are missing.
bool may_have_gone_on(const TraceReader& reader, const SearchRow& search);
// Seconds that the search waited for the writer thread.
double seconds_waited(const TraceReader& reader);
// Who wrote the rows: "pages", "insert", or both; "" if the file does not record it.
std::string writer_of(const TraceReader& reader);
// The indexes that `plytrace find --index` added: "key", "parent" and so on
// (schemas/trace_index.h).
std::vector<std::string> indexes_of(const TraceReader& reader);

}  // namespace plytrace
