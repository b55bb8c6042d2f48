// SPDX-License-Identifier: MIT
//
// Finds table entries that a probe reports with a depth that no store of their key has: the engine
// reports a wrong depth, or the key of its table lacks the depth. An entry of an earlier search
// that was not recorded would look alike, so the conclusion needs a file in which every entry found
// was stored before, under its key. Memory: the keys of all stores, but only if there is such a
// probe. Thread rule: one thread per reader. Errors: in the reader's status().
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

// An entry that equals a store of its node in all but the depth.
struct OtherDepth {
  std::int64_t probe = 0, node = 0, pass = 0;
  std::int64_t key = 0;
  std::int64_t depth = 0;   // by the probe
  std::int64_t stored = 0;  // by the store
};

// Those of the entries whose depth no store of their key before the probe has. Empty if some probe
// up to node `last` found an entry that was not stored before it, or whose key is unknown.
std::vector<OtherDepth> without_store(const TraceReader& reader, std::int64_t last,
                                      const std::vector<OtherDepth>& entries);

}  // namespace plytrace::verify
