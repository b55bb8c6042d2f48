// SPDX-License-Identifier: MIT
#include "core/games/tree/tree_data.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <unordered_set>

#include "core/games/tree/tree_reader.h"
#include "core/games/tree/tree_shapes.h"
#include "core/hash.h"
#include "core/number_text.h"
#include "core/parameters.h"
#include "schemas/trace_format.h"

namespace plytrace::tree {
namespace {

// Returns the number that a text like "12" spells, as a move code; kNoMove for other texts.
MoveCode number_code(std::string_view text) {
  // A number of nine digits stays below kFirstNamed.
  constexpr std::size_t kMostDigits = 9;
  // A leading zero is refused, because it would be lost when the code is written.
  if (text.empty() || text.size() > kMostDigits || text.front() == '0') return kNoMove;
  return number_from<MoveCode>(text).value_or(kNoMove);
}

bool is_move_text(const std::string& name) {
  return !name.empty() && name.size() <= format::kLongestMove;
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

Result<TreeData> TreeData::read(std::string_view text) try {
  TreeData tree;
  TreeReader reader(text);
  try {
    reader.read(tree);
  } catch (const Failure& failure) {
    const std::string json = json_of_shape(text, failure.status(), reader.met_unknown_key());
    tree = {};
    TreeReader(json).read(tree);
  }
  tree.link_children();
  tree.check_ids();
  tree.sum_up();
  return tree;
} catch (const Failure& failure) {
  return failure.status();
}

void TreeData::check_ids() const {
  std::unordered_set<std::string_view> ids;
  for (NodeIndex i = 1; i < nodes_.size(); ++i) {
    if (nodes_[i].parent != kRoot) continue;
    if (!has_name(i)) return;
    ids.insert(names_[nodes_[i].name]);
  }
  const Node* last = nullptr;
  for (NodeIndex i = 1; i < nodes_.size(); ++i) {
    if (nodes_[i].parent == kRoot) continue;
    if (has_name(i) || nodes_[i].child_count > 0) return;
    last = &nodes_[i];
    if (!ids.contains(score_text(last->value))) return;
  }
  if (last == nullptr) return;
  throw Failure::bad_input("tree: the child " + score_text(last->value) +
                           " may be a score or the id of a node of the list; write ids as texts: "
                           "[{\"id\":\"1\",\"children\":[\"2\"]},{\"id\":\"2\",\"value\":3}]");
}

MoveCode TreeData::move_by_name(NodeIndex index) {
  if (!has_name(index)) return kNoMove;
  const std::string& text = names_[nodes_[index].name];
  return is_move_text(text) ? moves_.intern(text) : kNoMove;
}

void TreeData::name_moves(NodeIndex index) {
  const auto children =
      std::span(children_).subspan(nodes_[index].children_begin, nodes_[index].child_count);
  std::vector<std::pair<MoveCode, NodeIndex>> named;
  for (const NodeIndex child : children) {
    const MoveCode name = nodes_[child].has_move ? nodes_[child].move : move_by_name(child);
    named.emplace_back(name == kNoMove ? nodes_[child].move : name, child);
  }
  std::vector<std::pair<MoveCode, NodeIndex>> sorted = named;
  std::sort(sorted.begin(), sorted.end());
  const bool repeats = std::adjacent_find(sorted.begin(), sorted.end(), [](auto a, auto b) {
                         return a.first == b.first;
                       }) != sorted.end();
  if (repeats) return;
  for (const auto& [move, child] : named) nodes_[child].move = move;
}

std::optional<int> TreeData::first_player() const {
  if (types_.empty()) return std::nullopt;
  int ply = 0;
  for (NodeIndex i = types_.front().first; i != kRoot; i = nodes_[i].parent) ++ply;
  return types_.front().second == (ply % 2 == 0) ? 0 : 1;
}

Status TreeData::check_types(int first) const {
  if (types_.empty()) return Status::ok();
  std::vector<bool> is_odd(nodes_.size(), false);
  for (NodeIndex i = 1; i < nodes_.size(); ++i) is_odd[i] = !is_odd[nodes_[i].parent];
  for (const auto& [node, is_max] : types_) {
    if (is_max == (is_odd[node] == (first == 1))) continue;
    const auto word = [](bool max) { return std::string(max ? "MAX" : "MIN"); };
    return Status::bad_input("tree: " + path(node) + " is of type " + word(is_max) + ", but " +
                             word(!is_max) + " is to move there: " + word(first == 0) +
                             " moves at the root (-g root=max|min), and the sides alternate");
  }
  return Status::ok();
}

// Fills the tables of children; refuses two siblings with the same move.
void TreeData::link_children() {
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
  for (NodeIndex index = 0; index < nodes_.size(); ++index) {
    if (nodes_[index].child_count > 0) name_moves(index);
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
      throw Failure::bad_input("tree: two children of " + path(index) + " have the move '" +
                               moves_.text(nodes_[*twin].move) +
                               "'; give each child a move of its own");
    }
  }
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

bool TreeData::open_node(std::string& text, NodeIndex index, std::optional<MoveCode> number) const {
  const Node& node = nodes_[index];
  const bool is_leaf = node.child_count == 0;
  // A name is the move unless the text gives another one.
  const bool is_named = has_name(index) && is_move_text(name(index));
  const bool names_move =
      number && (is_named ? moves_.text(node.move) != name(index) : node.move != *number);
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
  open.push_back({root, 0, open_node(text, root, std::nullopt)});
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
