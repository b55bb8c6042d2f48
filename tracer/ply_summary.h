// SPDX-License-Identifier: MIT
//
// Counts per pass and ply, made while the tape is read: the table ply_summary.
// Only rows that changed since the last call are handed out, so that a tree of 100,000 plies costs
// linear work. Memory grows with the plies of the passes under way, not with the trace.
// Thread rule: one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "schemas/rows.h"
#include "tracer/batch.h"

namespace plytrace {

class PlySummary {
 public:
  // The counts of one pass. Each function is called once a node or event.
  class Pass {
   public:
    void enter(std::int32_t ply, std::uint8_t role) {
      PlySummaryRow& row = at(ply);
      ++row.nodes;
      row.re_searches += role == static_cast<std::uint8_t>(format::Role::kReSearch) ? 1 : 0;
    }
    void leave(std::int32_t ply, std::uint8_t kind) {
      if (kind < kCountOfKind.size()) ++(at(ply).*kCountOfKind[kind]);
    }
    // Plain leaves below one node.
    void leaves(std::int32_t ply, std::uint8_t kind, std::int64_t nodes) {
      PlySummaryRow& row = at(ply);
      row.nodes += nodes;
      if (kind < kCountOfKind.size()) row.*kCountOfKind[kind] += nodes;
    }
    // A bound update, or a cutoff; others are not counted.
    void event(const EventRecord& event) {
      if (event.type == kEventType<BoundUpdateRow>) ++at(event.ply).bound_updates;
      if (event.type == kEventType<CutoffRow>) cutoff(event);
    }
    void cutoff(const EventRecord& event) {
      const auto kind = static_cast<CutoffKind>(event.code);
      if (kind == CutoffKind::kForward) return;
      PlySummaryRow& row = at(event.ply);
      ++(kind == CutoffKind::kAlpha ? row.alpha_cutoffs : row.beta_cutoffs);
      row.cut_by_first += event.first_child ? 1 : 0;
      row.cutoffs_skipping += event.skipped > 0 ? 1 : 0;
      row.skipped += std::max(event.skipped, 0);  // kNoNumber is less
    }

   private:
    friend class PlySummary;
    // Its row, which changes.
    PlySummaryRow& at(std::int32_t ply) {
      const auto index = static_cast<std::size_t>(ply);
      if (index >= is_changed_.size() || is_changed_[index] == 0) [[unlikely]]
        note_change(index);
      return rows_[index];
    }
    void note_change(std::size_t ply);

    std::vector<PlySummaryRow> rows_;       // by ply
    std::vector<std::uint8_t> is_changed_;  // likewise
    std::vector<std::int32_t> changed_;
    bool ended_ = false;
  };

  // That of a batch, and what the batch says of it as a whole. 0 is none: its counts are forgotten.
  Pass& counts_of(std::int64_t pass) { return passes_[pass]; }
  void add(const Batch& batch);
  // The rows that changed since the last call, by pass and in the order of first change. Passes
  // that have ended are forgotten.
  std::vector<PlySummaryRow> drain_changed();

 private:
  std::map<std::int64_t, Pass> passes_;
};

}  // namespace plytrace
