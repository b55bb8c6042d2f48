// SPDX-License-Identifier: MIT
//
// A search of any size as an icicle chart. Nodes lie along x in the order of entry. Each subtree is
// a box as wide as its number of ids, and its children are one row further down. Subtrees too
// narrow to be seen are not read: adjacent ones are joined to a run.
//
// Because ids are pre-order numbers and `last` ends a subtree, this takes one look-up by primary
// key per box and per subtree before one, whatever the size of the trace. The rest of a node's
// children is not read once it is too narrow for a box. Nor are the children of a box less than
// twice as wide as the minimum, unless the rank of its cut is needed. Both become a run whose
// subtrees are not counted. If the allowed look-ups or boxes run out, the widest subtrees were
// expanded first, and the others become such runs. An open node (`last` NULL) ends with its parent,
// an open pass with the last node of its stream.
//
// Guaranteed: within the spans, every node of the trace is one of the boxes or lies in the ids of
// exactly one run, unless it is below the requested rows; no two places in a row overlap.
// Errors: a damaged trace shows fewer nodes than it holds; see the reader's status().
// Memory: boxes and runs, and the ids of one path. Thread rule: one thread a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "viewer/meaning/node_class.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

// A displayed part of the trace: the nodes of the subtree of `root` with ids first..last.
struct IcicleSpan {
  std::int64_t root = 0, first = 0, last = 0;

  std::int64_t nodes() const { return last - first + 1; }
};

struct IcicleLimits {
  // Width. A subtree narrower than one pixel gets no box, nor does a child of a box narrower than
  // two.
  int pixels = 1000;
  std::int64_t rows = 1000;        // counted from the roots of the spans
  std::size_t boxes = 20'000;      // boxes for single nodes
  std::size_t look_ups = 200'000;  // look-ups of nodes
  bool ranks = true;               // compute ranks of cuts: reads all children of CUT nodes
};

// One node and its subtree. Ids and x are those of the displayed part.
struct IcicleBox {
  NodeRow node;
  std::int64_t end = 0;              // the last id of its subtree, displayed or not
  std::int64_t first = 0, last = 0;  // ids
  std::int64_t x = 0;                // position of `first`, in nodes from the left end of all spans
  std::int64_t row = 0;              // 0: the roots of the spans
  std::size_t span = 0;
  std::optional<NodeClass> expected;  // nullopt if it was too expensive to find out
  // The number of different moves searched at a node whose value closed the window: 1 = the first
  // move cut, 0 = cut before any move. nullopt for other nodes, and if not all children were read.
  std::optional<std::int64_t> cut_rank;
  // The plies by which it was searched deeper than its parent's depth allows; negative if less
  // deep. nullopt for the root of a span and for unknown depths.
  std::optional<std::int64_t> depth_gain;

  std::int64_t nodes() const { return last - first + 1; }
};

// Adjacent subtrees without boxes: children of one node, or passes side by side.
struct IcicleRun {
  std::int64_t first = 0, last = 0;  // ids
  std::int64_t x = 0;
  std::int64_t row = 0;
  std::size_t span = 0;                  // the first span
  std::int64_t ply = 0;                  // ply of the first subtree
  std::optional<std::int64_t> subtrees;  // nullopt if they were not read
  // Number of ids in these subtrees: fewer than first..last if ids between them have no row.
  std::int64_t nodes = 0;
  std::int64_t width = 0;  // along x
};

// A part of a run, in its row or in a row below. mix_runs() (icicle_mix.h) fills it.
struct IcicleCell {
  std::int64_t first = 0, last = 0;  // ids
  std::int64_t x = 0;
  std::int64_t row = 0;
  std::int64_t ply = 0;
  // The looks of the nodes in this row, and which share of the ids lies in their subtrees. The
  // shares make less than 1 if not all ids have an ancestor in this row.
  std::vector<std::pair<std::size_t, double>> shares;

  std::int64_t nodes() const { return last - first + 1; }
};

struct Icicle {
  std::vector<IcicleSpan> spans;
  std::vector<IcicleBox> boxes;        // sorted by x, then by row
  std::vector<IcicleRun> runs;         // sorted by x, then by row
  std::vector<IcicleCell> cells = {};  // parts of runs, sorted by x, then by row
  std::int64_t nodes = 0;              // total width: number of ids in all spans
  std::int64_t rows = 0;               // number of displayed rows
  std::size_t look_ups = 0;
  bool has_deeper = false;  // there are nodes below the requested rows
  bool ran_out = false;     // the limit of boxes or look-ups was reached
};

// The span of a node's whole subtree.
IcicleSpan span_of(const TraceReader& reader, const NodeRow& node);
// The span of each pass that has a root, in the given order.
std::vector<IcicleSpan> spans_of(const TraceReader& reader, const std::vector<PassRow>& passes);
// The intersection of a span with an id range; nullopt if it is empty.
std::optional<IcicleSpan> slice_of(const IcicleSpan& span, std::int64_t first, std::int64_t last);

// Builds the chart of these spans, side by side. Opens its own snapshot.
Icicle take_icicle(const TraceReader& reader, const std::vector<IcicleSpan>& spans,
                   const IcicleLimits& limits);

}  // namespace plytrace
