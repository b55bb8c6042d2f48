// SPDX-License-Identifier: MIT
#include "tracer/ply_summary.h"

#include <algorithm>

namespace plytrace {

std::int64_t& PlySummary::Pass::at(std::int32_t ply, std::int64_t PlySummaryRow::*count) {
  const auto index = static_cast<std::size_t>(ply);
  if (index >= plies.size() || !plies[index].changed) [[unlikely]]
    note_change(index);
  return plies[index].row.*count;
}

void PlySummary::Pass::note_change(std::size_t ply) {
  if (ply >= plies.size()) plies.resize(ply + 1);
  plies[ply].changed = true;
  changed.push_back(static_cast<std::int32_t>(ply));
}

void PlySummary::Pass::left(std::int32_t ply, const NodeResult& result) {
  if (result.last == 0) return;
  ++at(ply, kCountOfKind[result.kind]);
}

void PlySummary::Pass::event(const EventRecord& event) {
  if (event.type == kEventType<BoundUpdateRow>) ++at(event.ply, &PlySummaryRow::bound_updates);
  if (event.type != kEventType<CutoffRow>) return;
  const auto kind = static_cast<CutoffKind>(event.code);
  if (kind == CutoffKind::kForward) return;
  ++at(event.ply,
       kind == CutoffKind::kAlpha ? &PlySummaryRow::alpha_cutoffs : &PlySummaryRow::beta_cutoffs);
  if (event.first_child) ++at(event.ply, &PlySummaryRow::cut_by_first);
  if (event.skipped <= 0) return;
  ++at(event.ply, &PlySummaryRow::cutoffs_skipping);
  at(event.ply, &PlySummaryRow::skipped) += event.skipped;
}

[[gnu::flatten]] void PlySummary::add(const Batch& batch) {
  if (batch.pass == 0) return;
  Pass& pass = passes_[batch.pass];
  for (const NodeRecord& node : batch.nodes) {
    ++pass.at(node.ply, &PlySummaryRow::nodes);
    if (node.role == static_cast<std::uint8_t>(Role::kReSearch)) {
      ++pass.at(node.ply, &PlySummaryRow::re_searches);
    }
    pass.left(node.ply, node.result);
  }
  for (const Closing& closing : batch.closings) pass.left(closing.ply, closing.result);
  for (const EventRecord& event : batch.events) pass.event(event);
  for (const Unrecorded& u : batch.unrecorded)
    pass.at(u.ply, &PlySummaryRow::unrecorded) += u.nodes;
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
    pass = pass->second.ended ? passes_.erase(pass) : std::next(pass);
  }
  return rows;
}

}  // namespace plytrace
