// SPDX-License-Identifier: MIT
//
// Adds SQLite indexes for look-ups other than by id: nodes by key, by parent and by value, table
// probes by the node that stored the entry. They change no row and no command requires them: the
// digests, verify and every other answer are the same with and without.
//
// All are made in one transaction with a rollback journal, so that a kill or an interrupt leaves
// the trace unchanged. They enlarge the file by half or more, and need as much space for sorting in
// SQLite's temporary folder; memory is bounded (some 140 MB).
//
// Errors: bad_input for a file that is not a trace of this version or is being recorded;
// environment (disk full, no permission, another program has it open); interrupted. Thread rule:
// one thread.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <string>

#include "core/status.h"
#include "schemas/trace_index.h"

namespace plytrace {

struct IndexSettings {
  std::function<void(std::size_t made)> progress;  // called after each index; may be empty
  const std::atomic<bool>* interrupt = nullptr;    // polled
};

Status index_trace(const std::string& path, const IndexSettings& settings);

}  // namespace plytrace
