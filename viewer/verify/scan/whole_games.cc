// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/whole_games.h"

namespace plytrace::verify {
namespace {

using format::NodeKind;

bool may_have_depth(const NodeRow& row) {
  const bool may_be_at_horizon = row.kind == NodeKind::kHorizon || row.kind == NodeKind::kUnknown;
  return row.depth || may_be_at_horizon || row.phase != format::Phase::kMain ||
         (row.kind == NodeKind::kInterior && row.score) || row.unrecorded != 0;
}
bool may_have_depth(const TableProbeRow& row) { return row.depth || row.stored_depth; }
bool may_have_depth(const TableStoreRow& row) { return row.depth.has_value(); }
template <class Event>
bool may_have_depth(const Event&) {
  return false;
}

}  // namespace

bool are_whole_games(const TraceReader& reader, std::int64_t first, std::int64_t last) {
  const auto scan = reader.scan(first, last);
  bool has_depth = false;
  while (!has_depth && scan->next()) {
    scan->visit([&](const auto& row) { has_depth = may_have_depth(row); });
  }
  return !has_depth;
}

}  // namespace plytrace::verify
