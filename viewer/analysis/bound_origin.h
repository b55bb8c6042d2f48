// SPDX-License-Identifier: MIT
//
// Finds where a bound comes from: the place that set one end of a node's window. Follows the window
// from child to parent, up to the bound update that set this value, to the window of the pass, or
// to the point where the origin is not recorded. Reads one row per level and the events of one or
// two nodes. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

enum class WindowEnd : std::uint8_t { kAlpha, kBeta };

// The given end of a row's window: a node's on entry, an update's after it.
template <class Row>
std::optional<Score> end_of(const Row& row, WindowEnd end) {
  return end == WindowEnd::kAlpha ? row.alpha : row.beta;
}

struct BoundOrigin {
  enum class What : std::uint8_t {
    kUpdate,         // a bound update of `node`
    kChild,          // a child of `node` reached it, but the update is not recorded
    kEarlierSearch,  // `child`, an earlier search of the same move below `node`, proved it
    kPass,           // the pass was called with this window; `node` is its root
    kOwnWindow,      // `node` got a separate window: a null move, a probe, a loosened one
    kNotRecorded     // the trace lacks windows, or the nodes above `node`
  };
  What what = What::kNotRecorded;
  WindowEnd end = WindowEnd::kAlpha;  // which end of the window of `node`
  std::optional<Score> bound;         // the value of that end
  NodeRow node;
  std::optional<BoundUpdateRow> update;
  std::optional<NodeRow> child;  // the child that raised alpha or lowered beta
  // A node on the way that was entered with a null window: it only tests whether its value beats
  // `bound`. The bound in question is the other end of that window.
  std::optional<NodeRow> test;
  bool loosened = false;    // the child got `bound` one step looser, to detect ties
  std::int64_t levels = 0;  // levels above the node in question, hand-overs not counted
};

// Finds the origin of this end of `node`'s window just before the event `before`: only updates of
// the node before that event count. By default all of its updates count; with 0 none does, which
// means the window on entry.
BoundOrigin origin_of(const TraceReader& reader, const NodeRow& node, WindowEnd end,
                      std::int64_t before = std::numeric_limits<std::int64_t>::max());

// The parent of a node; nullopt if there is none, or if it is not older than its child.
std::optional<NodeRow> parent_of(const TraceReader& reader, const NodeRow& node);

// The value that the parent used for this child: the backed-up value, else the child's value.
std::optional<Score> taken_value(const NodeRow& child);

// The end of the window that the side to move improves: alpha at MAX nodes, beta at MIN nodes.
WindowEnd own_end(const NodeRow& node);

}  // namespace plytrace
