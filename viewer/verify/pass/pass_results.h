// SPDX-License-Identifier: MIT
//
// The passes of a search with the results of the scan, and which of them decide.
// Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/scan/scanner.h"

namespace plytrace::verify {

using PassResults = std::map<std::int64_t, PassResult>;  // by root

// Whether the pass was finished and its root has a value.
bool is_complete(const PassResult& pass);
// The depth of the root, else of the row; nullopt if neither has one.
std::optional<std::int64_t> depth_of(const PassResult& pass);
// Whether no leaf that its root rests on is, or may be, at the horizon: then the root has the value
// of the whole game.
bool goes_to_the_end(const PassResult& pass);
// Whether its row and its root report different depths.
bool tells_two_depths(const PassResult& pass);
// The claim of a root's row about its value; nullopt without a value.
std::optional<Interval> root_claim(const NodeRow& root, const Facts& facts);
std::optional<std::string> move_name(const TraceReader& reader, std::optional<std::int64_t> move);

// The passes in the order in which they began. The ids of their roots show it only within one
// stream.
std::vector<const PassResult*> in_order(const PassResults& passes);
// The passes whose proofs are combined, in order, and other candidates.
struct DecidingPasses {
  // The last complete pass of the completed depth, and the complete passes that, according to rows,
  // have the same depth, or no depth and go to the end of the game, and exclude the same moves at
  // the root.
  std::vector<const PassResult*> passes;
  // Complete passes that may have that depth as well, but report no depth, or two, or exclude other
  // moves.
  std::vector<const PassResult*> maybe;
  // Complete passes of that depth that left out other moves: further lines (multipv).
  std::vector<const PassResult*> lines;
};
DecidingPasses deciding_passes(const SearchRow& search, const PassResults& passes);

}  // namespace plytrace::verify
