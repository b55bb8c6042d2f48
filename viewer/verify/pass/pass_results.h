// SPDX-License-Identifier: MIT
//
// The passes of a search with what the scan found of each, and which of them decide.
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

// Finished, and its root has a value.
bool is_complete(const PassResult& pass);
// That of its root, else of its row; none where neither tells one.
std::optional<std::int64_t> depth_of(const PassResult& pass);
// Its row and its root tell two depths.
bool tells_two_depths(const PassResult& pass);
// What the row of a root claims of its value; none where it has no value.
std::optional<Interval> root_claim(const NodeRow& root, const Facts& facts);
std::optional<std::string> move_name(const TraceReader& reader, std::optional<std::int64_t> move);

// The passes in the order in which they began. The ids of their roots give it within one stream
// only.
std::vector<const PassResult*> in_order(const PassResults& passes);
// The passes whose proofs are taken together, in order, and those beside them.
struct DecidingPasses {
  // Complete passes of the completed depth, the last of them, and those of which rows tell that
  // they have the same depth and leave out the same moves at their root.
  std::vector<const PassResult*> passes;
  // Complete passes that may have that depth, too, but tell no depth, or two, or leave out other
  // moves.
  std::vector<const PassResult*> maybe;
};
DecidingPasses deciding_passes(const SearchRow& search, const PassResults& passes);

}  // namespace plytrace::verify
