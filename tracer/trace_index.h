// SPDX-License-Identifier: MIT
//
// Indexes that SQLite uses for look-ups other than by id: nodes by key, by parent and by value,
// table probes by the node that stored the entry. They change no row, and nothing needs them: the
// digests, verify and every other answer are the same with and without.
//
// All are made in one transaction, on the rollback journal of the file: killed or interrupted
// meanwhile, the trace is what it was. They take half of the file again or more, and as much room
// for sorting in SQLite's temporary folder; memory is bounded (some 140 MB).
//
// Errors: bad_input for a file that is no trace of this version or is being recorded; environment
// (disk full, no permission, another program has it open); interrupted. Thread rule: one thread.
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
