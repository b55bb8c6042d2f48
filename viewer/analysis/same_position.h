// SPDX-License-Identifier: MIT
//
// All nodes of one position, and who used the table entries that they stored.
//
// By key: nodes with the position key that the engine told; a query finds them (an index makes it
// fast). Where a trace holds no keys, and the game is known, the moves are replayed instead, and
// the game's own hash of each position is compared: one scan, memory in proportion to the depth.
//
// Errors: damaged file, interrupted; no answer where the game is not known. Thread rule: one thread
// a call.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "viewer/analysis/tree_measures.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct PositionKey {
  std::int64_t key = 0;
  std::optional<format::Side> side;  // none: whoever is to move
};

struct PositionNodes {
  std::vector<std::int64_t> ids;  // ascending
  bool has_more = false;          // than were asked for
};

// The nodes of these passes whose position has that hash in the game of the search. What lies below
// a move that cannot be played there (a null move) is left out.
Result<PositionNodes> nodes_by_replay(const TraceReader& reader, const SearchRow& search,
                                      const std::vector<PassRow>& passes, const PositionKey& key,
                                      std::size_t most, const ScanControl& control);

struct EntryUsers {
  static constexpr std::size_t kMost = 12;
  std::vector<std::int64_t> nodes;  // the first ones
  std::size_t total = 0;
};

// Of each of these nodes: the nodes that used an entry which it stored.
Result<std::map<std::int64_t, EntryUsers>> users_of(const TraceReader& reader,
                                                    const std::vector<std::int64_t>& ids,
                                                    const std::atomic<bool>* interrupt);

}  // namespace plytrace
