// SPDX-License-Identifier: MIT
#include "viewer/meaning/node_class.h"

#include <array>

#include "core/score.h"
#include "viewer/meaning/claim.h"

namespace plytrace {
namespace {

// A re-search for the exact value extends to the far end of its parent's window. A null-window
// re-search does not, unless the parent's window is a null window.
bool reaches_far_end(const NodeRow& parent, const NodeRow& child) {
  if (child.role != format::Role::kReSearch) return false;
  return parent.side == format::Side::kMin ? child.alpha && child.alpha == parent.alpha
                                           : child.beta && child.beta == parent.beta;
}

}  // namespace

std::string_view word(NodeClass node_class) {
  static constexpr std::array<std::string_view, 3> kWords{"PV", "CUT", "ALL"};
  return kWords[static_cast<std::size_t>(node_class)];
}

NodeClass expected_class(const NodeRow& parent, NodeClass parent_class, const NodeRow& child,
                         bool is_first) {
  if (child.role == format::Role::kHandOver) return parent_class;
  if (child.role == format::Role::kProbe && !child.move) return parent_class;
  if (parent_class == NodeClass::kAll) return NodeClass::kCut;
  if (parent_class == NodeClass::kCut) return NodeClass::kAll;
  if (child.role == format::Role::kNullMove) return NodeClass::kAll;
  return is_first || reaches_far_end(parent, child) ? NodeClass::kPv : NodeClass::kCut;
}

std::optional<NodeClass> class_of(const NodeRow& node) {
  if (!node.value || !node.side) return std::nullopt;
  const auto bound = node.alpha && node.beta && *node.alpha < *node.beta
                         ? bound_in(*node.value, {*node.alpha, *node.beta})
                         : claimed_bound(node);
  if (!bound) return std::nullopt;
  if (*bound == Bound::kExact) return NodeClass::kPv;
  const bool is_max = node.side == format::Side::kMax;
  return (*bound == Bound::kLower) == is_max ? NodeClass::kCut : NodeClass::kAll;
}

}  // namespace plytrace
