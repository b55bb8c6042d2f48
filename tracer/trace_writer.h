// SPDX-License-Identifier: MIT
//
// The SQLite store, of two kinds.
// A new trace is a file with the schema of schemas/trace.sql, 16 KiB pages, meta 'recording' = '1'.
// kPages writes the pages of the large tables itself, and makes what is new visible at each commit,
// as soon as readers let it; kInsert writes rows through SQL and a WAL journal. The rows are the
// same. finish() writes finished_at, takes the mark away and leaves one ordinary file (kInsert: a
// valid WAL database, where another process has it open). After a kill at any moment the file holds
// every committed row. Made in tracer/writer/, the only folder here that knows SQLite.
//
// Errors: a file to append to that is no finished trace of this version is bad_input, everything
// else environment. Thread rule: as TraceStore.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tracer/trace_store.h"

namespace plytrace {

// How rows reach the file. Where a file or its place does not allow kPages it is kInsert; the file
// says which it was (meta 'writer').
enum class WriterKind : std::uint8_t { kPages, kInsert };

// Into an empty file, as create_destination makes it.
Result<std::unique_ptr<TraceStore>> create_trace(const std::string& path, WriterKind writer);
// Goes on in one that create_trace made and nobody wrote to.
Result<std::unique_ptr<TraceStore>> continue_created_trace(const std::string& path,
                                                           WriterKind writer);
// Goes on in a finished trace, always with kInsert.
Result<std::unique_ptr<TraceStore>> append_to_trace(const std::string& path);

}  // namespace plytrace
