// SPDX-License-Identifier: MIT
//
// Counts per pass and ply, made from batches on the writer thread: the table ply_summary.
// Only rows that changed since the last call are handed out, so that a tree of 100,000 plies costs
// linear work. Memory grows with the plies of the passes under way, not with the trace.
// Thread rule: one thread.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "tracer/batch.h"

namespace plytrace {

// In the order of the columns of ply_summary after pass and ply.
enum class PlyCount : std::uint8_t {
  kNodes,
  kInterior,  // the seven kinds, in the order of NodeKind
  kHorizon,
  kTerminal,
  kTable,
  kKnown,
  kDraw,
  kUnknown,
  kAlphaCutoffs,
  kBetaCutoffs,
  kCutByFirst,
  kCutoffsSkipping,
  kSkipped,
  kBoundUpdates,
  kReSearches,
  kUnrecorded
};
inline constexpr std::size_t kPlyCounts = 16;

struct PlyRow {
  std::int64_t pass = 0;
  std::int32_t ply = 0;
  std::array<std::int64_t, kPlyCounts> counts{};
};

class PlySummary {
 public:
  void add(const Batch& batch);
  // The rows that changed since the last call, by pass and in the order of first change. Passes
  // that have ended are forgotten.
  std::vector<PlyRow> take_changed();

 private:
  struct Pass {
    struct Ply {
      std::array<std::int64_t, kPlyCounts> counts{};
      bool changed = false;
    };
    std::int64_t& at(std::int32_t ply, PlyCount count);
    void left(std::int32_t ply, const NodeResult& result);
    void event(const EventRecord& event);

    std::vector<Ply> plies;
    std::vector<std::int32_t> changed;
    bool ended = false;
  };
  std::map<std::int64_t, Pass> passes_;
};

}  // namespace plytrace
