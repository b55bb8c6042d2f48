// SPDX-License-Identifier: MIT
//
// A search of any size as an icicle: the nodes lie along x in the order in which they were entered,
// each subtree is a box as wide as its ids are many, its children lie on it, one row further down.
// Subtrees too narrow to be seen are not read: neighbours of them make one run.
//
// Because ids are numbered in pre-order and `last` ends a subtree, this takes one look-up by
// primary key for each box and for each subtree before one, whatever the size of the trace. What
// is left of a node's children once it is too narrow for a box is not read, nor what lies below a
// box less than twice as wide as that (but where the rank of a cut is wanted): it is a run whose
// subtrees are not counted. Where the look-ups or the boxes that are allowed run out, the widest
// subtrees have been looked into first, and what was not is a run of that kind, too. An open node
// (`last` NULL) ends with its parent, an open pass with the last node of its stream.
//
// Guaranteed: within the spans, every node of the trace is one of the boxes or lies in the ids of
// exactly one run, unless it lies deeper than the rows that were asked for; no two places of a row
// overlap.
// Errors: a damaged trace shows as less than it holds, and in the reader's status().
// Memory: boxes and runs, and the ids of one path. Thread rule: one thread a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/meaning/node_class.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

// A part of the trace that is shown: what of the subtree of `root` has the ids first..last.
struct IcicleSpan {
  std::int64_t root = 0, first = 0, last = 0;

  std::int64_t nodes() const { return last - first + 1; }
};

struct IcicleLimits {
  // Across; a subtree narrower than one of them gets no box, nor does one in a box below two.
  int pixels = 1000;
  std::int64_t rows = 1000;        // from the roots of the spans down
  std::size_t boxes = 20'000;      // places that stand for one node
  std::size_t look_ups = 200'000;  // of nodes
  bool ranks = true;               // of cuts: then all children of CUT nodes are read
};

// One node and what lies below it. Ids and x are those of the part that is shown.
struct IcicleBox {
  NodeRow node;
  std::int64_t end = 0;              // the last id of its subtree, shown or not
  std::int64_t first = 0, last = 0;  // ids
  std::int64_t x = 0;                // of `first`, in nodes from the left end of all spans
  std::int64_t row = 0;              // 0: the roots of the spans
  std::size_t span = 0;
  std::optional<NodeClass> expected;  // none where its place was too dear to find out
  // How many different moves were searched here, for a node whose value closed the window: 1 = the
  // first move cut, 0 = cut before any. None for others, and where not all children were looked at.
  std::optional<std::int64_t> cut_rank;
  // By how much it was searched deeper (or, below 0, less deep) than its parent's depth allows for:
  // none for the root of a span, and where depths are not known.
  std::optional<std::int64_t> depth_gain;

  std::int64_t nodes() const { return last - first + 1; }
};

// Neighbours that have no boxes: children of one node, or passes side by side.
struct IcicleRun {
  std::int64_t first = 0, last = 0;  // ids
  std::int64_t x = 0;
  std::int64_t row = 0;
  std::size_t span = 0;                  // the first one
  std::int64_t ply = 0;                  // of the first of them
  std::optional<std::int64_t> subtrees;  // none where they were not looked at
  // Ids of these subtrees: fewer than first..last holds where ids between them have no row.
  std::int64_t nodes = 0;
  std::int64_t width = 0;  // along x
};

struct Icicle {
  std::vector<IcicleSpan> spans;
  std::vector<IcicleBox> boxes;  // by x, then by row
  std::vector<IcicleRun> runs;   // by x, then by row
  std::int64_t nodes = 0;        // ids of all spans: the width
  std::int64_t rows = 0;         // that are shown
  std::size_t look_ups = 0;
  bool has_deeper = false;  // there are nodes below the rows that were asked for
  bool ran_out = false;     // of boxes or of look-ups
};

// The whole subtree of a node.
IcicleSpan span_of(const TraceReader& reader, const NodeRow& node);
// Each pass that has a root, in the order given.
std::vector<IcicleSpan> spans_of(const TraceReader& reader, const std::vector<PassRow>& passes);
// What lies in both; none where nothing does.
std::optional<IcicleSpan> slice_of(const IcicleSpan& span, std::int64_t first, std::int64_t last);

// The spans side by side. Opens a snapshot of its own.
Icicle take_icicle(const TraceReader& reader, const std::vector<IcicleSpan>& spans,
                   const IcicleLimits& limits);

}  // namespace plytrace
