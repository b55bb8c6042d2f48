// SPDX-License-Identifier: MIT
//
// The SQLite store.
// A new trace is a file with the schema of schemas/trace.sql, 16 KiB pages, meta 'recording' = '1'
// and a WAL journal, so that other processes can read what was committed. finish() writes
// finished_at last, takes the mark away and makes it one ordinary file again (unless another
// process has it open: then it stays a valid WAL database). After a kill at any moment the file
// holds every committed row. Made in tracer/writer/, the only folder here that knows SQLite.
//
// Errors: a file to append to that is no finished trace of this version is bad_input, everything
// else environment. Thread rule: as TraceStore.
#pragma once

#include <memory>
#include <string>

#include "tracer/trace_store.h"

namespace plytrace {

// Into an empty file, as create_destination makes it.
Result<std::unique_ptr<TraceStore>> create_trace(const std::string& path);
// Goes on in one that create_trace made and nobody wrote to.
Result<std::unique_ptr<TraceStore>> continue_created_trace(const std::string& path);
// Goes on in a finished trace.
Result<std::unique_ptr<TraceStore>> append_to_trace(const std::string& path);

}  // namespace plytrace
