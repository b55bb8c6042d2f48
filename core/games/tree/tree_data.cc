// SPDX-License-Identifier: MIT
#include "core/games/tree/tree_data.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "core/games/tree/tree_reader.h"
#include "core/hash.h"
#include "core/parameters.h"

namespace plytrace::tree {
namespace {

// Returns the number that a text like "12" spells, as a move code; kNoMove for other texts.
MoveCode number_code(std::string_view text) {
  // A number of nine digits stays below kFirstNamed.
  constexpr std::size_t kMostDigits = 9;
  // A leading zero is refused, because it would be lost when the code is written.
  if (text.empty() || text.size() > kMostDigits || text.front() == '0') return kNoMove;
  MoveCode number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  return end.ptr == text.data() + text.size() ? number : kNoMove;
}

std::uint64_t text_hash(std::string_view text) {
  std::uint64_t hash = splitmix64(text.size());
  for (const char c : text) hash = hash_combine(hash, static_cast<unsigned char>(c));
  return hash;
}

}  // namespace

MoveCode MoveNames::intern(const std::string& text) {
  if (const MoveCode number = number_code(text); number != kNoMove) return number;
  const auto [entry, is_new] =
      codes_.try_emplace(text, kFirstNamed + static_cast<MoveCode>(names_.size()));
  if (is_new) names_.push_back(text);
  return entry->second;
}

MoveCode MoveNames::find(std::string_view text) const {
  if (const MoveCode number = number_code(text); number != kNoMove) return number;
  const auto entry = codes_.find(std::string(text));
  return entry == codes_.end() ? kNoMove : entry->second;
}

std::string MoveNames::text(MoveCode move) const {
  return move < kFirstNamed ? std::to_string(move) : names_[move - kFirstNamed];
}

std::uint64_t MoveNames::hash(MoveCode move) const {
  // The hash of a name is inverted, so that it does not collide with that of a number.
  return move < kFirstNamed ? splitmix64(move) : ~text_hash(names_[move - kFirstNamed]);
}

Result<TreeData> TreeData::read(std::string_view json) {
  TreeData tree;
  TreeReader reader(json);
  if (Status status = reader.read(tree); !status) return status;
  if (Status status = tree.link_children(); !status) return status;
  tree.sum_up();
  return tree;
}

// Fills the tables of children; refuses two siblings with the same move.
Status TreeData::link_children() {
  std::uint32_t begin = 0;
  for (Node& node : nodes_) {
    node.children_begin = begin;
    begin += node.child_count;
  }
  children_.resize(begin);
  std::vector<std::uint32_t> placed(nodes_.size(), 0);
  // Nodes are numbered in text order, so this keeps the children of each node in text order.
  for (NodeIndex index = 1; index < nodes_.size(); ++index) {
    const NodeIndex parent = nodes_[index].parent;
    children_[nodes_[parent].children_begin + placed[parent]++] = index;
  }
  by_move_ = children_;
  const auto before = [this](NodeIndex a, NodeIndex b) { return nodes_[a].move < nodes_[b].move; };
  const auto same = [this](NodeIndex a, NodeIndex b) { return nodes_[a].move == nodes_[b].move; };
  for (NodeIndex index = 0; index < nodes_.size(); ++index) {
    const auto first = by_move_.begin() + nodes_[index].children_begin;
    const auto last = first + nodes_[index].child_count;
    // Children that name no move are already in order.
    if (!std::is_sorted(first, last, before)) std::sort(first, last, before);
    const auto twin = std::adjacent_find(first, last, same);
    if (twin != last) {
      return Status::bad_input("tree: two children of " + path(index) + " have the move '" +
                               moves_.text(nodes_[*twin].move) +
                               "'; give each child a move of its own");
    }
  }
  return Status::ok();
}

// Derives heights, hashes and the largest value from the leaves up; a child follows its parent.
void TreeData::sum_up() {
  for (std::size_t index = nodes_.size(); index-- > 0;) {
    Node& node = nodes_[index];
    const std::uint64_t value =
        node.has_value ? splitmix64(std::bit_cast<std::uint64_t>(node.value)) : 0;
    const std::uint64_t name = node.name == kNoIndex ? 0 : text_hash(names_[node.name]);
    // node.hash already holds the sum over the children.
    node.hash = hash_combine(hash_combine(hash_combine(node.hash, value), name), node.child_count);
    largest_ = std::max(largest_, std::abs(node.value));
    if (node.parent == kNoIndex) continue;
    Node& parent = nodes_[node.parent];
    parent.height = std::max(parent.height, node.height + 1);
    parent.hash = hash_combine(hash_combine(parent.hash, moves_.hash(node.move)), node.hash);
  }
}

NodeIndex TreeData::child_by_move(NodeIndex index, MoveCode move) const {
  const auto first = by_move_.begin() + nodes_[index].children_begin;
  const auto last = first + nodes_[index].child_count;
  const auto found = std::lower_bound(first, last, move, [this](NodeIndex child, MoveCode wanted) {
    return nodes_[child].move < wanted;
  });
  return found != last && nodes_[*found].move == move ? *found : kNoIndex;
}

std::string TreeData::path(NodeIndex index) const {
  std::vector<NodeIndex> nodes;
  for (; index != kRoot; index = nodes_[index].parent) nodes.push_back(index);
  std::string text;
  for (; !nodes.empty(); nodes.pop_back()) text += "/" + moves_.text(nodes_[nodes.back()].move);
  return text.empty() ? "/" : text;
}

bool TreeData::open_node(std::string& text, NodeIndex index, MoveCode default_move) const {
  const Node& node = nodes_[index];
  const bool is_leaf = node.child_count == 0;
  const bool names_move = node.move != default_move;
  const bool is_object = names_move || has_name(index) || (!is_leaf && node.has_value);
  if (!is_object) {
    text += is_leaf ? score_text(node.value) : "[";
    return false;
  }
  JsonObjectText object;
  if (has_name(index)) object.add("name", name(index));
  if (names_move) object.add("move", moves_.text(node.move));
  if (node.has_value) object.add("value", node.value);
  std::string fields = object.str();
  fields.pop_back();  // the closing brace comes after the children
  text += fields;
  // Only nodes with some field are written as objects, so a comma is needed here.
  if (!is_leaf) text += ",\"children\":[";
  return true;
}

std::string TreeData::json(NodeIndex root) const {
  struct Open {
    NodeIndex node;
    std::uint32_t next;
    bool is_object;
  };
  std::string text;
  std::vector<Open> open;
  // The move that leads to the root of this text lies outside the text and is not written.
  open.push_back({root, 0, open_node(text, root, nodes_[root].move)});
  while (!open.empty()) {
    Open& top = open.back();
    const Node& node = nodes_[top.node];
    if (top.next == node.child_count) {
      if (node.child_count > 0) text += ']';
      if (top.is_object) text += '}';
      open.pop_back();
      continue;
    }
    if (top.next > 0) text += ',';
    const NodeIndex next = child(top.node, top.next++);
    // top.next was already incremented, so it is the number of this child, from 1.
    open.push_back({next, 0, open_node(text, next, top.next)});
  }
  return text;
}

}  // namespace plytrace::tree
