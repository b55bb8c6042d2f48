// SPDX-License-Identifier: MIT
//
// Positions that a search visited again, and what a perfect transposition table would have saved:
// one that forgets nothing, and answers whatever an earlier visit proves.
//
// Definitions
//   same position   same key, same side to move
//   repeat          a visit to a position that was entered before, in these passes
//   answerable      a repeat for which an earlier visit had ended at least as deep (depths that are
//                   not told are equal), and whose value is exact, or a bound that closes the
//                   window of the repeat. Not one with excluded moves, nor by one
//   saved           nodes below answerable repeats, each counted once, at the outermost of them.
//   What
//                   lies below is taken as searched all the same: earlier visits there still answer
//   reason          why the engine's own table did not answer such a repeat: it did (answered); an
//                   entry was found, but too shallow, or its bound was no use; none was found, and
//                   an earlier visit had stored (overwritten) or none had (never_stored); not_told
//                   where the trace does not hold all stores and probes
//   depth gap       depth of a repeat less the greatest depth at which the position had been
//   searched cost            nodes of the repeats of a position, those within another visit of it
//   left out
//
// One scan, then an external sort by position and one by time (external_sort.h): memory is bounded
// by kMemory and the depth, the temporary file takes up to 56 bytes a node. Errors: damaged file,
// interrupted, no keys (position_keys.h), no room for the file. Thread rule: one thread a call.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "viewer/analysis/tree_measures.h"
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
  static constexpr std::size_t kDearest = 10;
  static constexpr std::size_t kMemory = std::size_t{64} << 20;
  // Gaps beyond these are taken for them.
  static constexpr std::int64_t kFurthestGap = 32;

  std::int64_t nodes = 0, without_key = 0;
  bool are_replayed = false;
  std::int64_t positions = 0, repeated_positions = 0, repeats = 0;
  std::int64_t answerable = 0, saved = 0;
  std::array<RepeatCount, kRepeatReasons> by_reason{};  // answerable ones, with what they save
  struct Gap {
    std::optional<std::int64_t> plies;  // none: depths are not told, or no visit had ended
    RepeatCount count;                  // nodes: of repeats within others, too
  };
  std::vector<Gap> by_gap;  // the least first, none last
  std::vector<RepeatedPosition> dearest;
};

struct RepeatOptions {
  std::size_t memory = Repeats::kMemory;
};

// In these passes of one search.
Result<Repeats> find_repeats(const TraceReader& reader, const SearchRow& search,
                             const std::vector<PassRow>& passes, const ScanControl& control,
                             const RepeatOptions& options = {});

}  // namespace plytrace
