// SPDX-License-Identifier: MIT
//
// The neighbours of a node, found by look-ups along the open path, and its children and events up
// to a bound: a node may have a million of either. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

std::optional<NodeRow> first_child(const TraceReader& reader, const NodeRow& node);
std::optional<NodeRow> last_child(const TraceReader& reader, const NodeRow& node);
std::optional<NodeRow> previous_sibling(const TraceReader& reader, const NodeRow& node);
std::optional<NodeRow> next_sibling(const TraceReader& reader, const NodeRow& node);

// The nodes from the root to this one; of a long path the first and the last ones.
struct PathRows {
  std::vector<NodeRow> head, tail;
  std::int64_t between = 0;  // left out
};
PathRows path_to(const TraceReader& reader, const NodeRow& node, std::size_t most_head,
                 std::size_t most_tail);

inline constexpr std::size_t kMostChildren = 10'000;

// Of each kind the first `most`; of a node with many children those before the end of the first
// thousand.
struct BoundedEvents {
  NodeEvents events;
  bool more = false;  // there may be more
};
BoundedEvents events_of(const TraceReader& reader, const NodeRow& node, std::size_t most,
                        EventTables wanted = EventTables().set());
std::vector<CutoffRow> cutoffs_of(const TraceReader& reader, const NodeRow& node, std::size_t most);

// The cutoff that ended a node: its last one by a window, else its first one of moves without a
// proof. `rank`: how many different moves had been searched, the one that cut included; none where
// no move cut.
struct OwnCut {
  CutoffRow row;
  std::optional<std::int64_t> rank;
};
std::optional<OwnCut> own_cut(const TraceReader& reader, const NodeRow& node,
                              const std::vector<CutoffRow>& cutoffs);
std::optional<OwnCut> own_cut(const TraceReader& reader, const NodeRow& node);
// How many different moves of the node had been searched when the cutoff happened; of a node with
// more children than kMostChildren, at least so many.
std::int64_t moves_until(const TraceReader& reader, const NodeRow& node, const CutoffRow& cutoff);
// The same by a look at the node's end alone: a cutoff by a window ends it, one without a proof
// need not and is not seen.
std::optional<OwnCut> closing_cut(const TraceReader& reader, const NodeRow& node);

}  // namespace plytrace
