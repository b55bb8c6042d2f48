// SPDX-License-Identifier: MIT
//
// TraceStore is the interface to the trace file. Only its implementations know how rows reach the
// file, so that tests can use one that fails on purpose. Errors: every function returns its first
// failure (environment, or bad_input if the file to append to is damaged); after a failure only
// mark_failed() may be called. Thread rule: the writer thread, after construction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/status.h"
#include "tracer/batch.h"
#include "tracer/move_dictionary.h"
#include "tracer/ply_summary.h"

namespace plytrace {

// The last ids in use in a file that may already hold searches; for nodes and events those of
// stream 0.
struct LastIds {
  std::int64_t search = 0, pass = 0, node = 0, event = 0;
  std::int64_t stream = 0;
};

class TraceStore {
 public:
  virtual ~TraceStore() = default;

  // The contents of the file before the recording.
  virtual LastIds last_ids() const = 0;
  virtual std::vector<MoveEntry> moves() const = 0;

  // Add rows to the current transaction, which the first row starts.
  virtual Status write_moves(const std::vector<MoveEntry>& entries) = 0;
  virtual Status write(const Batch& batch) = 0;
  virtual Status write_plies(const std::vector<PlySummaryRow>& rows) = 0;
  // Makes the rows visible to other processes. False: readers are in the way; try again later.
  virtual Result<bool> commit() = 0;

  // Ends the recording: leaves one ordinary file, marked complete. Also stores how long search
  // threads waited for the writer.
  virtual Status finish(double seconds_waited) = 0;
  // Whether the file is still there with all committed rows: not removed, renamed, replaced or cut.
  // Call before finish() and mark_failed().
  virtual bool is_in_place() const { return true; }
  // After a failure: drops uncommitted rows and marks the trace as failed. False: the file could
  // not be marked.
  virtual bool mark_failed(std::uint64_t lost_events) = 0;
};

}  // namespace plytrace
