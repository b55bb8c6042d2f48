// SPDX-License-Identifier: MIT
#include "tracer/ply_summary.h"

#include <algorithm>

namespace plytrace {

void PlySummary::Pass::note_change(std::size_t ply) {
  // Each step may throw std::bad_alloc. The vector that the check reads is resized last.
  if (ply >= is_changed_.size()) {
    rows_.resize(ply + 1);
    is_changed_.resize(ply + 1);
  }
  changed_.push_back(static_cast<std::int32_t>(ply));
  is_changed_[ply] = 1;
}

void PlySummary::add(const Batch& batch) {
  Pass& pass = counts_of(batch.pass);
  for (const Unrecorded& u : batch.unrecorded) pass.at(u.ply).unrecorded += u.nodes;
  pass.ended_ = std::any_of(batch.rare.begin(), batch.rare.end(), [](const RareRow& row) {
    return std::holds_alternative<PassEndRow>(row);
  });
}

std::vector<PlySummaryRow> PlySummary::drain_changed() {
  passes_.erase(0);
  std::vector<PlySummaryRow> rows;
  for (auto pass = passes_.begin(); pass != passes_.end();) {
    for (const std::int32_t ply : pass->second.changed_) {
      const auto index = static_cast<std::size_t>(ply);
      PlySummaryRow& row = pass->second.rows_[index];
      row.pass = pass->first;
      row.ply = ply;
      rows.push_back(row);
      pass->second.is_changed_[index] = 0;
    }
    pass->second.changed_.clear();
    // A pass that has ended is dropped, because its last counts have been returned.
    pass = pass->second.ended_ ? passes_.erase(pass) : std::next(pass);
  }
  return rows;
}

}  // namespace plytrace
