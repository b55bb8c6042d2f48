// SPDX-License-Identifier: MIT
//
// A subtree as collapsed stacks, the text that tools for flame graphs read (flamegraph.pl,
// speedscope, inferno): one line a node, "frame;frame;frame count", where a frame is a move of the
// way to it and the count is of nodes. The counts of all lines add up to all nodes of the subtree.
//
// A node with at least `threshold` of all of them counts itself, and each child has its lines; a
// smaller subtree, and one below `most_frames`, is one line with all its nodes. Nodes that have ids
// but no row (partial recording) count where they lie. A move searched again gives the same stack
// again, which the tools add up.
//
// A frame is a component of a path (TraceReader::path_component), in which ';', blanks, unseen
// characters and bytes that are no UTF-8 are written %XX, too; "=" is a hand-over or a probe of the
// same position.
//
// One look-up by primary key a line; memory: the open path. Errors: in the reader's status().
// Thread rule: one thread a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct FoldedOptions {
  double threshold = 0.001;       // share of the nodes
  std::size_t most_frames = 500;  // of a line
};

// Calls `write` for each line; stops when that says false.
void write_folded_stacks(
    const TraceReader& reader, const NodeRow& root, const FoldedOptions& options,
    const std::function<bool(std::string_view stack, std::int64_t nodes)>& write);

// A move as a frame.
std::string stack_frame(std::string_view move);

}  // namespace plytrace
