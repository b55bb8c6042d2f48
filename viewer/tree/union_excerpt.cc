// SPDX-License-Identifier: MIT
#include "viewer/tree/union_excerpt.h"

#include <algorithm>
#include <cstdlib>
#include <queue>
#include <tuple>
#include <utility>

#include "viewer/analysis/alignment.h"
#include "viewer/analysis/node_block.h"

namespace plytrace::tree {
namespace {

// At most this many children of one node can be chosen from; the rest is counted as hidden.
constexpr std::size_t kMostUnionCandidates = 5000;

class UnionPicker {
 public:
  UnionPicker(const TraceReader& reader_a, const TraceReader& reader_b, const UnionLimits& limits)
      : reader_a_(reader_a), reader_b_(reader_b), limits_(limits) {}

  UnionExcerpt build(const NodeRow& root_a, const NodeRow& root_b) {
    UnionNode root;
    root.a = root_a;
    root.b = root_b;
    root.size_a = size(reader_a_, root_a);
    root.size_b = size(reader_b_, root_b);
    root.principal = true;
    add(std::move(root));
    while (!open_.empty()) {
      const std::size_t at = open_.top().index;
      open_.pop();
      expand(at);
    }
    return std::move(excerpt_);
  }

 private:
  struct Candidate {
    std::int64_t difference;  // in size between the two sides
    std::size_t index;

    bool operator<(const Candidate& other) const {
      // Of equal ones the one that was met first.
      return std::tuple(difference, ~index) < std::tuple(other.difference, ~other.index);
    }
  };

  static std::int64_t size(const TraceReader& reader, const NodeRow& node) {
    return reader.last_of(node) - node.id + 1;
  }

  void add(UnionNode node) {
    const std::size_t at = excerpt_.nodes.size();
    // What one side alone searched is one leaf of the picture.
    const bool has_children = node.in_both() && (node.size_a > 1 || node.size_b > 1);
    // Where both are of one size there is least to see.
    if (has_children) open_.push({std::abs(node.size_a - node.size_b), at});
    excerpt_.nodes.push_back(std::move(node));
  }

  UnionNode child_of(std::size_t parent, const NodeRow* a, const NodeRow* b) const {
    UnionNode node;
    node.parent = static_cast<int>(parent);
    if (a != nullptr) {
      node.a = *a;
      node.size_a = size(reader_a_, *a);
    }
    if (b != nullptr) {
      node.b = *b;
      node.size_b = size(reader_b_, *b);
    }
    const NodeRow& row = a != nullptr ? *a : *b;
    if (row.move) node.move = (a != nullptr ? reader_a_ : reader_b_).move_text(row.move);
    const UnionNode& above = excerpt_.nodes[parent];
    node.principal = above.principal && a != nullptr && above.a->best == a->id;
    return node;
  }

  std::vector<ChildKey> keys_of(const TraceReader& reader, const std::vector<NodeRow>& children) {
    std::vector<ChildKey> keys;
    for (std::size_t i = 0; i < children.size(); ++i) {
      keys.push_back({child_key(names_.intern(reader, children[i].move), children[i].role), i});
    }
    return keys;
  }

  // The children of both sides, in the order of A, then those of B alone.
  std::vector<UnionNode> aligned_children(std::size_t parent) {
    const std::vector<NodeRow> of_a =
        reader_a_.children(*excerpt_.nodes[parent].a, kMostUnionCandidates);
    const std::vector<NodeRow> of_b =
        reader_b_.children(*excerpt_.nodes[parent].b, kMostUnionCandidates);
    std::vector<ChildKey> keys_a = keys_of(reader_a_, of_a);
    std::vector<ChildKey> keys_b = keys_of(reader_b_, of_b);
    std::vector<std::pair<std::size_t, UnionNode>> found;  // with the place in the order
    const auto pair = [&](std::size_t x, std::size_t y) {
      found.emplace_back(x, child_of(parent, &of_a[x], &of_b[y]));
    };
    const auto left_over = [&](bool side_a, std::size_t index, bool) {
      if (side_a) {
        found.emplace_back(index, child_of(parent, &of_a[index], nullptr));
      } else {
        // Behind all of A's.
        found.emplace_back(of_a.size() + index, child_of(parent, nullptr, &of_b[index]));
      }
    };
    align_children(keys_a, keys_b, pair, left_over);
    std::sort(found.begin(), found.end(),
              [](const auto& x, const auto& y) { return x.first < y.first; });
    std::vector<UnionNode> children;
    // All moves that one side alone searched become one leaf of that side.
    int group_a = -1;
    int group_b = -1;
    for (auto& [place, node] : found) {
      int& group = node.a ? group_a : group_b;
      if (!node.in_both()) node.moves = {node.move};
      if (!node.in_both() && group >= 0) {
        join(children[static_cast<std::size_t>(group)], node);
        continue;
      }
      if (!node.in_both()) group = static_cast<int>(children.size());
      children.push_back(std::move(node));
    }
    return children;
  }

  // One more move that only this side searched.
  static void join(UnionNode& group, const UnionNode& node) {
    group.size_a += node.size_a;
    group.size_b += node.size_b;
    ++group.moves_total;
    if (group.moves.size() < UnionNode::kMostNames) group.moves.push_back(node.move);
  }

  // Which of the children are shown: those of the principal variation, then the largest.
  static std::vector<bool> choose(const std::vector<UnionNode>& children, std::size_t most) {
    std::vector<std::size_t> by_worth(children.size());
    for (std::size_t i = 0; i < by_worth.size(); ++i) by_worth[i] = i;
    const auto worth = [&](std::size_t i) {
      const UnionNode& node = children[i];
      return std::tuple(node.principal, std::max(node.size_a, node.size_b));
    };
    std::stable_sort(by_worth.begin(), by_worth.end(),
                     [&](std::size_t x, std::size_t y) { return worth(x) > worth(y); });
    std::vector<bool> chosen(children.size(), false);
    for (std::size_t i = 0; i < by_worth.size() && i < most; ++i) chosen[by_worth[i]] = true;
    return chosen;
  }

  void expand(std::size_t at) {
    std::vector<UnionNode> children = aligned_children(at);
    excerpt_.nodes[at].cutoffs_a = reader_a_.events(*excerpt_.nodes[at].a).of<CutoffRow>();
    excerpt_.nodes[at].cutoffs_b = reader_b_.events(*excerpt_.nodes[at].b).of<CutoffRow>();
    // Its own place becomes free when a node is opened.
    const std::size_t room_across = limits_.max_across - std::min(across_, limits_.max_across) + 1;
    const std::size_t room = limits_.max_nodes - std::min(excerpt_.nodes.size(), limits_.max_nodes);
    const std::size_t most = std::min({limits_.max_children, room, room_across});
    const bool all = children.size() <= most;
    // What is left out becomes one more leaf. A node is opened only if most of its children fit.
    const std::size_t shown = all ? children.size() : most - std::min<std::size_t>(most, 1);
    const bool worth_it = at == 0 || 2 * shown >= children.size();
    if (children.empty() || shown == 0 || !worth_it) return;
    const std::vector<bool> chosen = choose(children, shown);
    UnionNode& parent = excerpt_.nodes[at];
    parent.expanded = true;
    std::int64_t shown_a = 1;
    std::int64_t shown_b = 1;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (!chosen[i]) {
        ++parent.hidden_children;
        continue;
      }
      shown_a += children[i].size_a;
      shown_b += children[i].size_b;
    }
    parent.hidden_nodes_a = parent.size_a - shown_a;
    parent.hidden_nodes_b = parent.size_b - shown_b;
    across_ += shown + (all ? 0 : 1) - 1;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (chosen[i]) add(std::move(children[i]));
    }
  }

  const TraceReader& reader_a_;
  const TraceReader& reader_b_;
  const UnionLimits& limits_;
  MoveNames names_;
  UnionExcerpt excerpt_;
  std::priority_queue<Candidate> open_;
  std::size_t across_ = 1;
};

}  // namespace

UnionExcerpt take_union(const TraceReader& reader_a, const NodeRow& root_a,
                        const TraceReader& reader_b, const NodeRow& root_b,
                        const UnionLimits& limits) {
  const TraceReader::Snapshot still_a(reader_a);
  const TraceReader::Snapshot still_b(reader_b);
  return UnionPicker(reader_a, reader_b, limits).build(root_a, root_b);
}

}  // namespace plytrace::tree
