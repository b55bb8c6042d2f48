// SPDX-License-Identifier: MIT
//
// Counts per pass and ply, made from batches on the writer thread: the table ply_summary.
// Only rows that changed since the last call are handed out, so that a tree of 100,000 plies costs
// linear work. Memory grows with the plies of the passes under way, not with the trace.
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "schemas/rows.h"
#include "tracer/batch.h"

namespace plytrace {

class PlySummary {
 public:
  void add(const Batch& batch);
  // The rows that changed since the last call, by pass and in the order of first change. Passes
  // that have ended are forgotten.
  std::vector<PlySummaryRow> take_changed();

 private:
  struct Pass {
    struct Ply {
      PlySummaryRow row;
      bool changed = false;
    };
    // Its row, which changes.
    PlySummaryRow& at(std::int32_t ply);
    void note_change(std::size_t ply);
    void nodes(const Batch& batch);
    void count(std::int32_t ply, std::size_t kind, std::uint32_t nodes);
    void cutoff(const EventRecord& event);

    std::vector<Ply> plies;
    std::vector<std::int32_t> changed;
    bool ended = false;
  };
  std::map<std::int64_t, Pass> passes_;
};

}  // namespace plytrace
