// SPDX-License-Identifier: MIT
//
// A subtree as collapsed stacks, the text format of flame graph tools (flamegraph.pl, speedscope,
// inferno): lines of the form "frame;frame;frame count". A frame is a move on the path to a node,
// and the count is a number of nodes. The counts of all lines add up to the nodes of the subtree.
//
// A node whose subtree has at least `threshold` of all nodes counts 1 in its own line, and its
// children get lines of their own. A smaller subtree, or one below `most_frames`, is one line with
// all its nodes. Nodes that have ids but no row (partial recording) count where they lie. A move
// that was searched again gives an equal stack, which the tools add up.
//
// A frame is a component of a path (TraceReader::path_component) in which ';', blanks, invisible
// characters and invalid UTF-8 bytes are also written as %XX; "=" is a hand-over or a probe of the
// same position.
//
// One look-up by primary key per line; memory: the open path. Errors: in the reader's status().
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
  double threshold = 0.001;       // share of all nodes
  std::size_t most_frames = 500;  // per line
};

// Calls `write` for each line, until it returns false.
void write_folded_stacks(
    const TraceReader& reader, const NodeRow& root, const FoldedOptions& options,
    const std::function<bool(std::string_view stack, std::int64_t nodes)>& write);

// The text of a move as a frame.
std::string stack_frame(std::string_view move);

}  // namespace plytrace
