// SPDX-License-Identifier: MIT
//
// Where a value was made: from a node down through the children whose values were taken, and
// through the table to the nodes that stored the entries, to the leaf, the stand-pat score or the
// entry of unknown origin at the end. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct ValueOrigin {
  enum class End : std::uint8_t {
    kLeaf,      // scored, or known
    kOwnScore,  // the static score of a node that took none of its moves
    kEntry,     // a table entry whose origin is not recorded
    kNotKnown   // which child the value came from is not recorded
  };
  NodeRow node;  // where it ends
  End end = End::kNotKnown;
  std::size_t steps = 0;  // from the node that was asked
  // Nodes that the table answered on the way, each with the one that stored its entry.
  std::vector<std::pair<std::int64_t, std::int64_t>> entries;
};

// `node` must have a value.
ValueOrigin value_origin(const TraceReader& reader, const NodeRow& node);

// "its value was made at #3609 (/d/c/e), = 983 horizon, through the table entries #3609 -> #4154".
std::string origin_words(const TraceReader& reader, const ValueOrigin& origin);

}  // namespace plytrace
