// SPDX-License-Identifier: MIT
//
// An explicit game tree, read from nested JSON: a node is a number (a leaf), a list of nodes, or an
// object {"name": "A", "move": "a1", "value": 3, "children": [...]} with every key optional. `id`
// and `label` are read as names, `type` (MAX, MIN, leaf) is checked and not kept. A leaf has a
// value. The move to a child is its `move`, else its name, else its number from 1; if two children
// of a node have one name, those that give no move have their numbers. The canonical form uses a
// number or a list wherever that loses nothing.
//
// Neither reading nor writing recurses, and both take time linear up to a logarithm, so a tree may
// be a million plies deep and a node may have 100,000 children. Nodes are numbered in text order.
// Thread rule: constant once read.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/game.h"

namespace plytrace::tree {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoIndex = 0xFFFFFFFF;
inline constexpr NodeIndex kRoot = 0;

// Converts move texts to codes. "1", "2", ... are their own codes; other texts are numbered from
// kFirstNamed in the order in which they first appear.
class MoveNames {
 public:
  MoveCode intern(const std::string& text);
  // Returns kNoMove for a name that the tree does not have.
  MoveCode find(std::string_view text) const;
  std::string text(MoveCode move) const;
  // Depends only on the text of the move, so equal subtrees of different trees have equal keys.
  std::uint64_t hash(MoveCode move) const;

 private:
  static constexpr MoveCode kFirstNamed = 0x80000000;
  std::vector<std::string> names_;
  std::unordered_map<std::string, MoveCode> codes_;
};

class TreeData {
 public:
  struct Node {
    NodeIndex parent = kNoIndex;
    std::uint32_t children_begin = 0;  // index into children_ and by_move_
    std::uint32_t child_count = 0;
    MoveCode move = kNoMove;  // the move that leads here; kNoMove at the root
    std::uint32_t name = kNoIndex;
    std::uint32_t height = 0;  // plies to the deepest leaf below
    bool has_value = false;
    bool has_move = false;  // the text gives the move itself
    Score value = 0;
    std::uint64_t hash = 0;  // hash of the subtree
  };

  // Reads JSON or one of the shapes of tree_shapes.h. bad_input says what is wrong and at which
  // character or path.
  static Result<TreeData> read(std::string_view text);

  // Who moves at the root according to the types of the nodes: 0 for MAX, 1 for MIN; nullopt if no
  // node has a type.
  std::optional<int> first_player() const;
  // bad_input if a type contradicts that `first` moves at the root and the sides alternate.
  Status check_types(int first) const;

  const Node& node(NodeIndex index) const { return nodes_[index]; }
  std::size_t size() const { return nodes_.size(); }
  // The i-th child in the order of the text.
  NodeIndex child(NodeIndex node, std::uint32_t i) const {
    return children_[nodes_[node].children_begin + i];
  }
  // The child that a move leads to, or kNoIndex.
  NodeIndex child_by_move(NodeIndex node, MoveCode move) const;
  const MoveNames& moves() const { return moves_; }
  const std::string& name(NodeIndex node) const { return names_[nodes_[node].name]; }
  bool has_name(NodeIndex node) const { return nodes_[node].name != kNoIndex; }
  // The largest absolute value in the tree.
  Score largest() const { return largest_; }
  std::string path(NodeIndex node) const;
  // The subtree in canonical form.
  std::string json(NodeIndex node) const;

 private:
  friend class TreeReader;

  void link_children();
  // Refuses a list of nodes where each leaf below one of them may be the id of another.
  void check_ids() const;
  // Children that give no move but a name are called by it, unless two moves would be equal.
  void name_moves(NodeIndex parent);
  MoveCode move_by_name(NodeIndex node);
  void sum_up();
  // Writes a node up to its children; returns true if an object must be closed after them.
  // `number`: its place among its siblings; nullopt at the root of the text.
  bool open_node(std::string& text, NodeIndex node, std::optional<MoveCode> number) const;

  std::vector<Node> nodes_;
  std::vector<NodeIndex> children_;  // children of each node, in the order of the text
  std::vector<NodeIndex> by_move_;   // the same, sorted by move code
  std::vector<std::string> names_;
  std::vector<std::pair<NodeIndex, bool>> types_;  // nodes with a type; true for MAX
  MoveNames moves_;
  Score largest_ = 0;
};

}  // namespace plytrace::tree
