// SPDX-License-Identifier: MIT
#include "tracer/ply_summary.h"

#include <algorithm>

namespace plytrace {

std::int64_t& PlySummary::Pass::at(std::int32_t ply, PlyCount count) {
  const auto index = static_cast<std::size_t>(ply);
  if (index >= plies.size()) plies.resize(index + 1);
  if (!plies[index].changed) {
    plies[index].changed = true;
    changed.push_back(ply);
  }
  return plies[index].counts[static_cast<std::size_t>(count)];
}

void PlySummary::Pass::left(std::int32_t ply, const NodeResult& result) {
  if (result.last == 0) return;
  const auto first = static_cast<std::uint8_t>(PlyCount::kInterior);
  ++at(ply, static_cast<PlyCount>(first + result.kind));
}

void PlySummary::Pass::event(const EventRecord& event) {
  if (event.type == EventType::kBound) ++at(event.ply, PlyCount::kBoundUpdates);
  if (event.type != EventType::kCutoff) return;
  const auto kind = static_cast<CutoffKind>(event.code);
  if (kind == CutoffKind::kForward) return;
  ++at(event.ply, kind == CutoffKind::kAlpha ? PlyCount::kAlphaCutoffs : PlyCount::kBetaCutoffs);
  if (event.first_child) ++at(event.ply, PlyCount::kCutByFirst);
  if (event.skipped <= 0) return;
  ++at(event.ply, PlyCount::kCutoffsSkipping);
  at(event.ply, PlyCount::kSkipped) += event.skipped;
}

void PlySummary::add(const Batch& batch) {
  if (batch.pass == 0) return;
  Pass& pass = passes_[batch.pass];
  for (const NodeRecord& node : batch.nodes) {
    ++pass.at(node.ply, PlyCount::kNodes);
    if (node.role == static_cast<std::uint8_t>(Role::kReSearch)) {
      ++pass.at(node.ply, PlyCount::kReSearches);
    }
    pass.left(node.ply, node.result);
  }
  for (const Closing& closing : batch.closings) pass.left(closing.ply, closing.result);
  for (const EventRecord& event : batch.events) pass.event(event);
  for (const Unrecorded& u : batch.unrecorded) pass.at(u.ply, PlyCount::kUnrecorded) += u.nodes;
  pass.ended = std::any_of(batch.rare.begin(), batch.rare.end(), [](const RareRow& row) {
    return std::holds_alternative<PassEndRow>(row);
  });
}

std::vector<PlyRow> PlySummary::take_changed() {
  std::vector<PlyRow> rows;
  for (auto pass = passes_.begin(); pass != passes_.end();) {
    for (const std::int32_t ply : pass->second.changed) {
      auto& entry = pass->second.plies[static_cast<std::size_t>(ply)];
      entry.changed = false;
      rows.push_back({pass->first, ply, entry.counts});
    }
    pass->second.changed.clear();
    pass = pass->second.ended ? passes_.erase(pass) : std::next(pass);
  }
  return rows;
}

}  // namespace plytrace
