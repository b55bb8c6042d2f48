// SPDX-License-Identifier: MIT
//
// PlySummary counts nodes and events by pass and ply while chunks are read, for the table
// ply_summary. It returns only the rows that changed since the last call, so that a tree of 100,000
// plies costs linear work. Memory grows with the plies of the running passes, not with the trace.
// Thread rule: one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "schemas/ply_counts.h"
#include "tracer/batch.h"

namespace plytrace {

class PlySummary {
 public:
  // The counts of one pass. Each function is called once for each node or event.
  class Pass {
   public:
    void enter(std::int32_t ply, std::uint8_t role) {
      count_entered(at(ply), static_cast<format::Role>(role));
    }
    void leave(std::int32_t ply, std::uint8_t kind) { count_left(at(ply), kind); }
    // Counts a run of plain leaves.
    void leaves(std::int32_t ply, std::uint8_t kind, std::int64_t nodes) {
      PlySummaryRow& row = at(ply);
      row.nodes += nodes;
      count_left(row, kind, nodes);
    }
    // Counts bound updates and cutoffs; ignores other events. `searched`: moves of the node so far.
    void event(const EventRecord& event, std::int32_t searched) {
      if (event.type == kEventType<BoundUpdateRow>) ++at(event.ply).bound_updates;
      if (event.type == kEventType<CutoffRow>) cutoff(event, searched);
    }
    void cutoff(const EventRecord& event, std::int32_t searched) {
      const auto kind = static_cast<CutoffKind>(event.code);
      if (kind == CutoffKind::kForward) return;
      const bool is_by_child = event.cause == static_cast<std::uint8_t>(Cause::kChild);
      count_cutoff(at(event.ply), kind, event.skipped, is_by_child ? searched : 0);
    }

   private:
    friend class PlySummary;
    // The row of a ply, marked as changed.
    PlySummaryRow& at(std::int32_t ply) {
      const auto index = static_cast<std::size_t>(ply);
      if (index >= is_changed_.size() || is_changed_[index] == 0) [[unlikely]]
        note_change(index);
      return rows_[index];
    }
    void note_change(std::size_t ply);

    std::vector<PlySummaryRow> rows_;       // by ply
    std::vector<std::uint8_t> is_changed_;  // by ply
    std::vector<std::int32_t> changed_;
    bool ended_ = false;
  };

  // The counts of a pass. Those of pass 0 (none) are dropped.
  Pass& counts_of(std::int64_t pass) { return passes_[pass]; }
  void add(const Batch& batch);
  // Returns the rows that changed since the last call, by pass and in the order of first change.
  // Forgets passes that have ended.
  std::vector<PlySummaryRow> drain_changed();

 private:
  std::map<std::int64_t, Pass> passes_;
};

}  // namespace plytrace
