// SPDX-License-Identifier: MIT
//
// Makes the store of a trace file. tracer/writer/ implements both kinds and is the only folder here
// that knows SQLite.
//
// A new trace is a file with the schema of schemas/trace.sql, 16 KiB pages and meta 'recording' =
// '1'. kPages writes the pages of the large tables itself and publishes them at each commit, as
// soon as readers let it. kInsert writes the same rows through SQL and a WAL journal, some six
// times slower. finish() writes finished_at, removes the mark and leaves one ordinary file
// (kInsert: a valid WAL database if another process has it open). After a kill at any moment the
// file holds every committed row.
//
// Errors: bad_input if the file to append to is not a finished trace of this version, otherwise
// environment. Thread rule: as TraceStore.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tracer/trace_store.h"

namespace plytrace {

// How rows reach the file. If a file or its place does not allow kPages, kInsert is used; the file
// records which it was (meta 'writer').
enum class WriterKind : std::uint8_t { kPages, kInsert };

// Begins a trace in an empty file, as create_destination() makes it.
Result<std::unique_ptr<TraceStore>> create_trace(const std::string& path, WriterKind writer);
// Continues a trace that create_trace() made and that holds no rows yet.
Result<std::unique_ptr<TraceStore>> continue_created_trace(const std::string& path,
                                                           WriterKind writer);
// Appends to a finished trace, always with kInsert.
Result<std::unique_ptr<TraceStore>> append_to_trace(const std::string& path);

}  // namespace plytrace
