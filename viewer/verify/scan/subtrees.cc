// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/subtrees.h"

#include <optional>

namespace plytrace::verify {
namespace {

// A look-up takes as long as the judging of some ten nodes.
constexpr std::int64_t kNodesForALookUp = 256;
constexpr std::int64_t kLeastLookUps = 1000;

// A node that is too large, and its next child.
struct Large {
  std::int64_t id = 0, last = 0, next = 0;
};

}  // namespace

std::vector<Subtree> subtrees_of(const TraceReader& reader, const PassRow& pass,
                                 SubtreeSizes sizes) {
  std::vector<Subtree> subtrees;
  const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
  if (!root || !root->last || *root->last < root->id) return subtrees;
  const auto size_of = [](const NodeRow& node) { return *node.last - node.id + 1; };
  if (size_of(*root) <= sizes.most) {
    if (size_of(*root) >= sizes.least) subtrees.push_back({root->id, *root->last, &pass});
    return subtrees;
  }
  std::vector<Large> path{{root->id, *root->last, root->id + 1}};
  std::int64_t left = kLeastLookUps + size_of(*root) / kNodesForALookUp;
  for (; !path.empty() && left > 0; --left) {
    Large& parent = path.back();
    const auto child = parent.next <= parent.last ? reader.node(parent.next) : std::nullopt;
    const bool is_child = child && child->parent == parent.id && child->last &&
                          *child->last >= child->id && *child->last <= parent.last;
    if (!is_child) {
      path.pop_back();
      continue;
    }
    parent.next = *child->last + 1;
    if (size_of(*child) > sizes.most) {
      path.push_back({child->id, *child->last, child->id + 1});
    } else if (size_of(*child) >= sizes.least) {
      subtrees.push_back({child->id, *child->last, &pass});
    }
  }
  return subtrees;
}

}  // namespace plytrace::verify
