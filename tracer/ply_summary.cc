// SPDX-License-Identifier: MIT
#include "tracer/ply_summary.h"

#include <algorithm>

namespace plytrace {

void PlySummary::Pass::note_change(std::size_t ply) {
  if (ply >= plies_.size()) plies_.resize(ply + 1);
  plies_[ply].changed = true;
  changed_.push_back(static_cast<std::int32_t>(ply));
}

void PlySummary::add(const Batch& batch) {
  Pass& pass = of(batch.pass);
  for (const Unrecorded& u : batch.unrecorded) pass.at(u.ply).unrecorded += u.nodes;
  pass.ended_ = std::any_of(batch.rare.begin(), batch.rare.end(), [](const RareRow& row) {
    return std::holds_alternative<PassEndRow>(row);
  });
}

std::vector<PlySummaryRow> PlySummary::take_changed() {
  passes_.erase(0);
  std::vector<PlySummaryRow> rows;
  for (auto pass = passes_.begin(); pass != passes_.end();) {
    for (const std::int32_t ply : pass->second.changed_) {
      auto& entry = pass->second.plies_[static_cast<std::size_t>(ply)];
      entry.changed = false;
      entry.row.pass = pass->first;
      entry.row.ply = ply;
      rows.push_back(entry.row);
    }
    pass->second.changed_.clear();
    // Its last counts have been handed out.
    pass = pass->second.ended_ ? passes_.erase(pass) : std::next(pass);
  }
  return rows;
}

}  // namespace plytrace
