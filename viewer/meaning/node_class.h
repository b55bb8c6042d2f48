// SPDX-License-Identifier: MIT
//
// PV, CUT and ALL nodes: what a node was expected to be by its place in the tree, and what its
// value made of it (Knuth and Moore's types 1, 2 and 3 as engines use them).
//
// Expected  the root of a pass is PV; of a PV node the first move is PV, and so is a re-search up
//           to the far end of the node's own window; all other moves lead to CUT nodes; moves of
//           CUT nodes lead to ALL nodes, moves of ALL nodes to CUT nodes; a null move is tried in
//           the hope of a cut, so behind one of a PV node lies an ALL node; the same position
//           searched again (a hand-over, a probe without a move) is what it was
// Was       by value and window, seen by the side to move: CUT at or above beta, ALL at or below
//           alpha, PV between
// Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "schemas/rows.h"

namespace plytrace {

enum class NodeClass : std::int8_t { kPv, kCut, kAll };

// "PV", "CUT", "ALL".
std::string_view word(NodeClass node_class);

// Of a child of a node that was expected to be `parent_class`; `is_first` = no child that counts
// was searched before it.
NodeClass expected_class(const NodeRow& parent, NodeClass parent_class, const NodeRow& child,
                         bool is_first);

// None without a value or a side; where no window was recorded, what the node claims decides.
std::optional<NodeClass> class_of(const NodeRow& node);

}  // namespace plytrace
