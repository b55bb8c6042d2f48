// SPDX-License-Identifier: MIT
//
// A store that keeps nothing, for checking events without a file. Thread rule: as TraceStore.
#pragma once

#include <cstdint>
#include <vector>

#include "tracer/trace_store.h"

namespace plytrace {

class Nowhere final : public TraceStore {
 public:
  LastIds last_ids() const override { return {}; }
  std::vector<MoveEntry> moves() const override { return {}; }
  Status write_moves(const std::vector<MoveEntry>&) override { return Status::ok(); }
  Status write(const Batch&) override { return Status::ok(); }
  Status write_plies(const std::vector<PlySummaryRow>&) override { return Status::ok(); }
  Result<bool> commit() override { return true; }
  Status finish(double) override { return Status::ok(); }
  bool mark_failed(std::uint64_t) override { return true; }
};

}  // namespace plytrace
