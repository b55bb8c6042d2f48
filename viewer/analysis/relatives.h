// SPDX-License-Identifier: MIT
//
// Neighbours of a node, found by look-ups along the open path; and its children and events up to a
// limit, because a node may have a million of either. Thread rule: pure functions over a reader.
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

// The nodes from the root to this one; only the first and the last ones of a long path.
struct PathRows {
  std::vector<NodeRow> head, tail;
  std::int64_t between = 0;  // number of nodes left out
};
PathRows path_to(const TraceReader& reader, const NodeRow& node, std::size_t most_head,
                 std::size_t most_tail);

inline constexpr std::size_t kMostChildren = 10'000;

// The first `most` events of each kind. For a node with many children only events before the end of
// the first thousand.
struct BoundedEvents {
  NodeEvents events;
  bool more = false;  // there may be more
};
BoundedEvents events_of(const TraceReader& reader, const NodeRow& node, std::size_t most,
                        EventTables wanted = EventTables().set());
std::vector<CutoffRow> cutoffs_of(const TraceReader& reader, const NodeRow& node, std::size_t most);

// The cutoff that ended a node: its last cutoff by a window, or else its first forward cutoff.
// `rank`: how many different moves had been searched, including the one that cut; nullopt if no
// move cut.
struct OwnCut {
  CutoffRow row;
  std::optional<std::int64_t> rank;
};
std::optional<OwnCut> own_cut(const TraceReader& reader, const NodeRow& node,
                              const std::vector<CutoffRow>& cutoffs);
std::optional<OwnCut> own_cut(const TraceReader& reader, const NodeRow& node);
// How many different moves of the node had been searched at the time of the cutoff. If it has more
// than kMostChildren children, a lower bound.
std::int64_t moves_until(const TraceReader& reader, const NodeRow& node, const CutoffRow& cutoff);
// The searches in succession of the move that the node searched last before the cutoff, earliest
// first; at most kMostSearches of them. Null moves and probes are left out.
inline constexpr std::size_t kMostSearches = 1000;
std::vector<NodeRow> last_searches(const TraceReader& reader, const NodeRow& node,
                                   const CutoffRow& cutoff);
// Like own_cut(), but examines only the end of the node: a cutoff by a window ends the node, while
// a forward cutoff need not and is not found.
std::optional<OwnCut> closing_cut(const TraceReader& reader, const NodeRow& node);

}  // namespace plytrace
