// SPDX-License-Identifier: MIT
#include "tracer/ply_summary.h"

#include <algorithm>
#include <array>

namespace plytrace {

// Per node and event.
inline PlySummaryRow& PlySummary::Pass::at(std::int32_t ply) {
  const auto index = static_cast<std::size_t>(ply);
  if (index >= plies.size() || !plies[index].changed) [[unlikely]]
    note_change(index);
  return plies[index].row;
}

void PlySummary::Pass::note_change(std::size_t ply) {
  if (ply >= plies.size()) plies.resize(ply + 1);
  plies[ply].changed = true;
  changed.push_back(static_cast<std::int32_t>(ply));
}

// Nodes of the first plies, nearly all of most trees, are counted by ply and kind first: one count
// a node.
void PlySummary::Pass::nodes(const Batch& batch) {
  constexpr std::size_t kPlies = 64;
  constexpr std::size_t kOpen = kCountOfKind.size();  // it has no kind yet
  std::array<std::array<std::uint32_t, 2 * kOpen>, kPlies> counts{};
  const auto add = [&](std::int32_t ply, std::size_t kind, std::size_t nodes) {
    if (static_cast<std::size_t>(ply) < kPlies) [[likely]] {
      counts[static_cast<std::size_t>(ply)][kind] += static_cast<std::uint32_t>(nodes);
    } else {
      count(ply, kind, static_cast<std::uint32_t>(nodes));
    }
  };
  for (const LeafRun& run : batch.runs) add(run.ply, run.like->kind(), run.leaves.size());
  for (const NodeRecord& node : batch.nodes) {
    add(node.ply, node.result.last != 0 ? node.result.kind : kOpen, 1);
    if (node.role == static_cast<std::uint8_t>(Role::kReSearch)) ++at(node.ply).re_searches;
  }
  for (std::size_t ply = 0; ply < kPlies; ++ply) {
    for (std::size_t kind = 0; kind <= kOpen; ++kind) {
      if (counts[ply][kind] != 0) count(static_cast<std::int32_t>(ply), kind, counts[ply][kind]);
    }
  }
}

void PlySummary::Pass::count(std::int32_t ply, std::size_t kind, std::uint32_t nodes) {
  PlySummaryRow& row = at(ply);
  row.nodes += nodes;
  if (kind < kCountOfKind.size()) row.*kCountOfKind[kind] += nodes;
}

void PlySummary::Pass::cutoff(const EventRecord& event) {
  const auto kind = static_cast<CutoffKind>(event.code);
  if (kind == CutoffKind::kForward) return;
  PlySummaryRow& row = at(event.ply);
  ++(kind == CutoffKind::kAlpha ? row.alpha_cutoffs : row.beta_cutoffs);
  row.cut_by_first += event.first_child ? 1 : 0;
  row.cutoffs_skipping += event.skipped > 0 ? 1 : 0;
  row.skipped += std::max(event.skipped, 0);  // kNoNumber is less
}

void PlySummary::add(const Batch& batch) {
  if (batch.pass == 0) return;
  Pass& pass = passes_[batch.pass];
  pass.nodes(batch);
  for (const Closing& closing : batch.closings) {
    ++(pass.at(closing.ply).*kCountOfKind[closing.result.kind]);
  }
  for (const EventRecord& event : batch.events) {
    if (event.type == kEventType<BoundUpdateRow>) ++pass.at(event.ply).bound_updates;
    if (event.type == kEventType<CutoffRow>) pass.cutoff(event);
  }
  for (const Unrecorded& u : batch.unrecorded) pass.at(u.ply).unrecorded += u.nodes;
  pass.ended = std::any_of(batch.rare.begin(), batch.rare.end(), [](const RareRow& row) {
    return std::holds_alternative<PassEndRow>(row);
  });
}

std::vector<PlySummaryRow> PlySummary::take_changed() {
  std::vector<PlySummaryRow> rows;
  for (auto pass = passes_.begin(); pass != passes_.end();) {
    for (const std::int32_t ply : pass->second.changed) {
      auto& entry = pass->second.plies[static_cast<std::size_t>(ply)];
      entry.changed = false;
      entry.row.pass = pass->first;
      entry.row.ply = ply;
      rows.push_back(entry.row);
    }
    pass->second.changed.clear();
    // Its last counts have been handed out.
    pass = pass->second.ended ? passes_.erase(pass) : std::next(pass);
  }
  return rows;
}

}  // namespace plytrace
