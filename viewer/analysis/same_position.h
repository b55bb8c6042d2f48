// SPDX-License-Identifier: MIT
//
// All nodes of one position, and the nodes that used the table entries they stored.
//
// Nodes are found by the reported position key, with a query that an index makes fast. If a trace
// has no keys and the game is known, the moves are replayed and the game's own hashes are compared:
// one scan, memory proportional to the depth.
//
// Errors: damaged file, interrupted; no answer if the game is unknown. Thread rule: one thread a
// call.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "viewer/analysis/subtree_scan.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct PositionKey {
  std::int64_t key = 0;
  std::optional<format::Side> side;  // nullopt: either side
};

struct PositionNodes {
  std::vector<std::int64_t> ids;  // ascending
  bool has_more = false;          // there are more than requested
};

// The nodes of these passes whose position has that hash in the search's game. Nodes below a move
// that cannot be played (a null move) are left out.
Result<PositionNodes> nodes_by_replay(const TraceReader& reader, const SearchRow& search,
                                      const std::vector<PassRow>& passes, const PositionKey& key,
                                      std::size_t most, const ScanControl& control);

struct EntryUsers {
  static constexpr std::size_t kMost = 12;
  std::vector<std::int64_t> nodes;  // the first kMost
  std::size_t total = 0;
};

// Finds, for each of these nodes, the nodes that used an entry it stored.
Result<std::map<std::int64_t, EntryUsers>> users_of(const TraceReader& reader,
                                                    const std::vector<std::int64_t>& ids,
                                                    const std::atomic<bool>* interrupt);

}  // namespace plytrace
