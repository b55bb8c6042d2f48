// SPDX-License-Identifier: MIT
//
// Positions that a search visited again, and what a perfect transposition table would have saved:
// one that never loses an entry and answers whenever an earlier visit proves the answer.
//
// Definitions
//   same position   same key, same side to move
//   repeat          a visit to a position that was entered before, in these passes
//   answerable      a repeat for which an earlier visit was finished at least as deep (unreported
//                   depths count as equal), and was exact or had a bound that closes the window
//                   of the repeat. Visits with excluded moves neither count nor answer
//   saved           nodes below answerable repeats, each counted once, at the outermost repeat.
//                   Nodes below still count as searched: earlier visits there can answer others
//   reason          why the engine's own table did not answer such a repeat: it did (answered); an
//                   entry was found but was too shallow, or its bound did not suffice; none was
//                   found although an earlier visit had stored one (overwritten), or none had
//                   been stored (never_stored); not_told: not all stores and probes are recorded
//   depth gap       depth of a repeat minus the greatest depth at which the position was searched
//   cost            nodes of the repeats of a position, without those inside another visit to it
//
// One scan, then one external sort by position and one by time (external_sort.h). Memory is bounded
// by kMemory and the depth; the temporary file takes up to 56 bytes per node. Thrown: damaged file,
// interrupted, no keys (position_keys.h), no space for the file. Thread rule: one thread a call.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "viewer/analysis/subtree_scan.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

enum class RepeatReason : std::uint8_t {
  kAnswered,
  kNeverStored,
  kOverwritten,
  kTooShallow,
  kBoundNoUse,
  kNotTold
};
inline constexpr std::size_t kRepeatReasons = 6;
// "answered", "never_stored", "overwritten", "too_shallow", "bound_no_use", "not_told".
std::string_view word(RepeatReason reason);

struct RepeatedPosition {
  std::int64_t key = 0, first = 0;  // id of the first visit
  std::int64_t visits = 0, cost = 0;
  std::optional<std::int64_t> least_depth, greatest_depth;
};

struct RepeatCount {
  std::int64_t repeats = 0, nodes = 0;
};

struct Repeats {
  static constexpr std::size_t kMostExpensive = 10;
  static constexpr std::size_t kMemory = std::size_t{64} << 20;
  // Larger gaps are counted as this.
  static constexpr std::int64_t kFurthestGap = 32;

  std::int64_t nodes = 0, without_key = 0;
  std::int64_t unrecorded = 0;  // visited nodes that the trace does not contain
  bool are_replayed = false;
  std::int64_t positions = 0, repeated_positions = 0, repeats = 0;
  std::int64_t answerable = 0, saved = 0;
  std::array<RepeatCount, kRepeatReasons> by_reason{};  // answerable repeats and their saved nodes
  struct Gap {
    std::optional<std::int64_t> plies;  // nullopt: unknown depths, or no earlier visit was finished
    RepeatCount count;                  // includes nodes of repeats inside others
  };
  std::vector<Gap> by_gap;  // ascending, nullopt last
  std::vector<RepeatedPosition> most_expensive;
};

struct RepeatOptions {
  std::size_t memory = Repeats::kMemory;
};

// Examines these passes of one search.
Repeats find_repeats(const TraceReader& reader, const SearchRow& search,
                     const std::vector<PassRow>& passes, const ScanControl& control,
                     const RepeatOptions& options = {});

}  // namespace plytrace
