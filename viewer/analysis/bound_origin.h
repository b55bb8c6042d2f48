// SPDX-License-Identifier: MIT
//
// Who set a bound: the place where one end of a node's window comes from. The window is followed up
// the open path, from child to parent, to the bound update that gave it its number, to the window
// of the pass, or to the place where the trail ends. Reads one row a level and the events of one
// node or two. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

enum class WindowEnd : std::uint8_t { kAlpha, kBeta };

// That end of a row's window: a node's on entry, an update's after it.
template <class Row>
std::optional<Score> end_of(const Row& row, WindowEnd end) {
  return end == WindowEnd::kAlpha ? row.alpha : row.beta;
}

struct BoundOrigin {
  enum class What : std::uint8_t {
    kUpdate,         // a bound update of `node`
    kChild,          // a child of `node` reached it; the update itself is not recorded
    kEarlierSearch,  // `child`, an earlier search of the same move below `node`, proved it
    kPass,           // the window that the pass was asked with; `node` is its root
    kOwnWindow,      // `node` was given a window of its own: a null move, a probe, a loosened one
    kNotRecorded     // windows, or the nodes above `node`, are not in the trace
  };
  What what = What::kNotRecorded;
  WindowEnd end = WindowEnd::kAlpha;  // of the window of `node`
  std::optional<Score> bound;         // the number there
  NodeRow node;
  std::optional<BoundUpdateRow> update;
  std::optional<NodeRow> child;  // that raised alpha or lowered beta
  // A node on the way was entered with a narrower window than its parent's (a null window), which
  // only asks whether it beats `bound`; the number asked about is the other end of that test.
  std::optional<NodeRow> test;
  bool loosened = false;    // the child got `bound` one step looser, so that ties are seen
  std::int64_t levels = 0;  // nodes up from the one asked about, hand-overs not counted
};

// Where that end of the window of `node` came from at the time of the event `before`: the updates
// of the node itself before that event count. Without `before`, all updates of it do; with 0, none
// (the window on entry).
BoundOrigin origin_of(const TraceReader& reader, const NodeRow& node, WindowEnd end,
                      std::int64_t before = std::numeric_limits<std::int64_t>::max());

// The parent of a node, where there is one and it can be one (older than its child).
std::optional<NodeRow> parent_of(const TraceReader& reader, const NodeRow& node);

// What the parent took from this child: what it was credited with, else its value.
std::optional<Score> taken_value(const NodeRow& child);

// The end of the window that the side to move improves: alpha at MAX nodes, beta at MIN nodes.
WindowEnd own_end(const NodeRow& node);

}  // namespace plytrace
