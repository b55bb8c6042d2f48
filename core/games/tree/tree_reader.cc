// SPDX-License-Identifier: MIT
#include "core/games/tree/tree_reader.h"

#include "core/games/tree/tree_words.h"
#include "core/parameters.h"
#include "schemas/trace_format.h"

namespace plytrace::tree {
void TreeReader::read(TreeData& tree) {
  tree_ = &tree;
  while (true) {
    const Token token = next();
    if (token == Token::kEnd && expect_ == Expect::kEnd) return;
    step(token);
  }
}

void TreeReader::step(Token token) {
  switch (expect_) {
    case Expect::kNode:
      return start_node(token);
    case Expect::kAfterNode:
      return after_node(token);
    case Expect::kFirstKey:
      if (token == Token::kEndObject) return close_object();
      return key(token);
    case Expect::kKey:
      return key(token);
    case Expect::kAfterMember:
      return after_member(token);
    case Expect::kEnd:
      break;
  }
  error("text after the tree");
}

NodeIndex TreeReader::add_node() {
  const auto index = static_cast<NodeIndex>(tree_->nodes_.size());
  TreeData::Node node;
  if (!open_.empty()) {
    TreeData::Node& parent = tree_->nodes_[open_.back().node];
    node.parent = open_.back().node;
    // The child's number is its move unless the text names one.
    node.move = ++parent.child_count;
  }
  tree_->nodes_.push_back(node);
  return index;
}

void TreeReader::start_node(Token token) {
  switch (token) {
    case Token::kNumber:
      expect_ = open_.empty() ? Expect::kEnd : Expect::kAfterNode;
      return read_value(add_node());
    case Token::kBeginArray:
      open_.push_back({.node = add_node(), .is_object = false});
      return;
    case Token::kBeginObject:
      open_.push_back({.node = add_node(), .is_object = true});
      expect_ = Expect::kFirstKey;
      return;
    case Token::kEndArray:
      if (!open_.empty() && tree_->nodes_[open_.back().node].child_count == 0) {
        // "children": [] makes a leaf, whose object must give a value; [] alone is an error.
        if (open_.back().list_of_object) return close_list();
        error("a list without children (a leaf is a number)");
      }
      error("a comma without a node after it");
    default:
      error("expected a number, '[' or '{'");
  }
}

void TreeReader::after_node(Token token) {
  if (token == Token::kEndArray) return close_list();
  if (token != Token::kComma) error("expected ',' or ']'");
  expect_ = Expect::kNode;
}

void TreeReader::close_list() {
  const bool of_object = open_.back().list_of_object;
  open_.pop_back();
  if (of_object) {
    expect_ = Expect::kAfterMember;
  } else {
    expect_ = open_.empty() ? Expect::kEnd : Expect::kAfterNode;
  }
}

void TreeReader::key(Token token) {
  if (token != Token::kString) error("expected a key in double quotes");
  const std::string name = reader_.string();
  Open& object = open_.back();
  const NodeIndex index = object.node;
  const auto once = [&](bool seen) {
    if (seen) error("the key '" + name + "' for the second time");
  };
  // The state after any member; "children" is followed by its list first.
  expect_ = Expect::kAfterMember;
  if (name == "name" || name == "id" || name == "label") return read_name(name);
  if (name == "type") return read_type(index);
  if (name == "move") {
    once(object.has_move);
    std::string text;
    read_text(text);
    if (text.empty()) error("a move without text");
    if (text.size() > format::kLongestMove) error("a move of more than 4,096 bytes");
    object.has_move = true;
    tree_->nodes_[index].has_move = true;
    // No move of this tree leads to the root.
    if (index != kRoot) tree_->nodes_[index].move = tree_->moves_.intern(text);
    return;
  }
  if (name == "value" || name == "score" || name == "utility") {
    once(tree_->nodes_[index].has_value);
    expect(Token::kColon, "expected ':'");
    const Token given = next();
    if (given == Token::kNull) return;
    if (given == Token::kBeginArray) error(std::string(kSeveralScores));
    if (given != Token::kNumber) error("expected a number");
    return read_value(index);
  }
  if (name == "children") {
    once(object.has_children);
    expect(Token::kColon, "expected ':'");
    const Token given = next();
    object.has_children = true;
    if (given == Token::kNull) return;
    if (given != Token::kBeginArray) error("expected '['");
    open_.push_back({.node = index, .is_object = false, .list_of_object = true});
    expect_ = Expect::kNode;
    return;
  }
  if (is_word_of_chance(name)) error(std::string(kChance));
  unknown_key_ = true;
  error("unknown key '" + name + "'" + did_you_mean(name, node_keys()) + "; a node has " +
        joined(node_keys()));
}

// Reads name, id or label. The name that people see wins over the id, whatever comes first.
void TreeReader::read_name(const std::string& key) {
  Open& object = open_.back();
  const int rank = key == "id" ? 1 : key == "label" ? 2 : 3;
  if ((object.names_seen & (1 << rank)) != 0) {
    error("the key '" + key + "' for the second time");
  }
  object.names_seen |= 1 << rank;
  expect(Token::kColon, "expected ':'");
  const Token token = next();
  if (token == Token::kNull) return;
  const bool is_number = token == Token::kNumber && key != "name";
  if (token != Token::kString && !is_number) error("expected a text in double quotes");
  std::string text = is_number ? std::string(reader_.number()) : std::move(reader_.string());
  const bool names_higher = (object.names_seen >> (rank + 1)) != 0;
  // A label that is a number may be the score of a leaf; close_object() decides.
  if (key == "label" && finite_number_of(text)) {
    object.label_score = *finite_number_of(text);
    object.label = std::move(text);
    return;
  }
  if (!names_higher && !text.empty()) set_name(object.node, std::move(text));
}

void TreeReader::set_name(NodeIndex index, std::string text) {
  TreeData::Node& node = tree_->nodes_[index];
  if (node.name == kNoIndex) {
    node.name = static_cast<std::uint32_t>(tree_->names_.size());
    tree_->names_.emplace_back();
  }
  tree_->names_[node.name] = std::move(text);
}

void TreeReader::read_type(NodeIndex node) {
  std::string text;
  read_text(text);
  if (is_word_of_chance(text)) error(std::string(kChance));
  const std::optional<NodeType> type = node_type(text);
  if (!type) {
    error("the type '" + text +
          "': a node is of type MAX, MIN or leaf; games of more than two players are not "
          "supported");
  }
  open_.back().is_leaf = *type == NodeType::kLeaf;
  if (*type != NodeType::kLeaf) tree_->types_.emplace_back(node, *type == NodeType::kMax);
}

void TreeReader::after_member(Token token) {
  if (token == Token::kEndObject) return close_object();
  if (token != Token::kComma) error("expected ',' or '}'");
  expect_ = Expect::kKey;
}

void TreeReader::close_object() {
  TreeData::Node& node = tree_->nodes_[open_.back().node];
  Open& object = open_.back();
  constexpr int kNameSeen = 1 << 3;
  if (object.label_score && node.child_count == 0 && !node.has_value) {
    node.value = *object.label_score;
    node.has_value = true;
  } else if (object.label_score && (object.names_seen & kNameSeen) == 0) {
    set_name(object.node, std::move(object.label));
  }
  if (object.is_leaf && node.child_count > 0) error("a node of type leaf with children");
  // Checked when the object ends, because keys come in any order.
  if (node.child_count == 0 && !node.has_value) error("a leaf without a value");
  open_.pop_back();
  expect_ = open_.empty() ? Expect::kEnd : Expect::kAfterNode;
}

void TreeReader::read_value(NodeIndex node) {
  const std::optional<Score> value = finite_number_of(reader_.number());
  if (!value) error("a number that is too large for a score");
  tree_->nodes_[node].value = *value;
  tree_->nodes_[node].has_value = true;
}

void TreeReader::read_text(std::string& text) {
  expect(Token::kColon, "expected ':'");
  expect(Token::kString, "expected a text in double quotes");
  text = std::move(reader_.string());
}

void TreeReader::expect(Token wanted, const char* what) {
  if (next() != wanted) error(what);
}

TreeReader::Token TreeReader::next() {
  const Token token = reader_.next();
  if (token == Token::kError) throw Failure(reader_.error());
  return token;
}

}  // namespace plytrace::tree
