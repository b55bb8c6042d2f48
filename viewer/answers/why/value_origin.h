// SPDX-License-Identifier: MIT
//
// Finds where a value was computed. From a node it follows the children whose values were taken,
// and the table entries to the nodes that stored them, down to a leaf, a stand-pat score or an
// entry of unknown origin. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct ValueOrigin {
  enum class End : std::uint8_t {
    kLeaf,      // evaluated, or known
    kOwnScore,  // the static score of a node that chose none of its moves
    kEntry,     // a table entry whose origin is not recorded
    kOther,     // the best child gave another value
    kNotKnown   // the child that the value came from is not recorded
  };
  NodeRow node;  // the node where the chain ends
  End end = End::kNotKnown;
  std::size_t steps = 0;         // length of the chain
  std::optional<NodeRow> other;  // for kOther: that child
  // Nodes on the chain that the table answered, each with the node that stored the entry.
  std::vector<std::pair<std::int64_t, std::int64_t>> entries;
};

// `node` must have a value.
ValueOrigin value_origin(const TraceReader& reader, const NodeRow& node);

// "its value comes from #3609 (/d/c/e), = 983 horizon, through the table entries #3609 -> #4154".
std::string origin_words(const TraceReader& reader, const ValueOrigin& origin);

}  // namespace plytrace
