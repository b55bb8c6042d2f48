// SPDX-License-Identifier: MIT
//
// PV, CUT and ALL nodes (types 1, 2 and 3 of Knuth and Moore, as engines use them): the class
// expected from the node's place in the tree, and the class its value gave it.
//
// Expected:
// - The root of a pass is PV.
// - The first move of a PV node leads to a PV node. So does a re-search up to the far end of the
//   node's own window. All its other moves lead to CUT nodes.
// - Moves of CUT nodes lead to ALL nodes, moves of ALL nodes to CUT nodes.
// - A null move is tried in the hope of a cutoff, so at a PV node it leads to an ALL node.
// - A repeated search of the same position (a hand-over, or a probe without a move) keeps the
//   class.
//
// Actual, by value and window from the view of the side to move: CUT at or above beta, ALL at or
// below alpha, PV between.
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

// The class expected of a child of a node that was expected to be `parent_class`. `is_first`: no
// child that counts was searched before it.
NodeClass expected_class(const NodeRow& parent, NodeClass parent_class, const NodeRow& child,
                         bool is_first);

// nullopt without a value or a side. If no window was recorded, the node's claim decides.
std::optional<NodeClass> class_of(const NodeRow& node);

}  // namespace plytrace
