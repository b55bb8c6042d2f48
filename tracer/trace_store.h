// SPDX-License-Identifier: MIT
//
// The seam behind which the trace file lies. Nothing but an implementation of TraceStore knows how
// rows reach the file, so that the store can be replaced by a faster one, and by one that fails on
// purpose in tests. Errors: every function returns its first failure (environment, or bad input
// where the file that is appended to is damaged), after which only mark_failed() is called. Thread
// rule: the writer thread, after the construction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/status.h"
#include "tracer/batch.h"
#include "tracer/move_dictionary.h"
#include "tracer/ply_summary.h"

namespace plytrace {

// Where numbering goes on in a file that may hold searches already: the last ids in use, those of
// nodes and events in stream 0.
struct LastIds {
  std::int64_t search = 0, pass = 0, node = 0, event = 0;
  std::int64_t stream = 0;
};

class TraceStore {
 public:
  virtual ~TraceStore() = default;

  // What the file holds before the recording.
  virtual LastIds last_ids() const = 0;
  virtual std::vector<MoveEntry> moves() const = 0;

  // Rows of the current transaction, which starts with the first of them.
  virtual Status write_moves(const std::vector<MoveEntry>& entries) = 0;
  virtual Status write(const Batch& batch) = 0;
  virtual Status write_plies(const std::vector<PlySummaryRow>& rows) = 0;
  // Makes them visible to other processes. False: readers are in the way; to be tried again later.
  virtual Result<bool> commit() = 0;

  // Ends the recording: one ordinary file, marked complete. The search threads waited that long.
  virtual Status finish(double seconds_waited) = 0;
  // Whether what was committed is still where it was put: the file was not removed, renamed,
  // replaced or cut. Before finish() and mark_failed().
  virtual bool is_in_place() const { return true; }
  // After a failure: drops what was not committed and says so in the file. False: the file could
  // not be marked.
  virtual bool mark_failed(std::uint64_t lost_events) = 0;
};

}  // namespace plytrace
