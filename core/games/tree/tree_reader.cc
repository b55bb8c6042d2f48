// SPDX-License-Identifier: MIT
#include "core/games/tree/tree_reader.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "core/parameters.h"
#include "schemas/trace_format.h"

namespace plytrace::tree {
namespace {

// The value of a valid JSON number; nullopt if it is too large for a double.
std::optional<Score> finite_number(std::string_view digits) {
  Score value = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // from_chars does not distinguish overflow from underflow; strtod does.
  if (end.ec == std::errc::result_out_of_range)
    value = std::strtod(std::string(digits).c_str(), nullptr);
  if (!std::isfinite(value)) return std::nullopt;
  // -0 becomes 0, so that equal trees have equal texts and hashes.
  return value == 0 ? 0 : value;
}

}  // namespace

Status TreeReader::read(TreeData& tree) {
  const Status status = read_to_end(tree);
  if (status) return status;
  return Status::bad_input(
      status.message() + "; a tree is nested lists of leaf values, on a command line in quotes: '" +
      std::string(kExample) + "'");
}

Status TreeReader::read_to_end(TreeData& tree) {
  tree_ = &tree;
  while (true) {
    const Token token = reader_.next();
    if (token == Token::kError) return reader_.error();
    if (token == Token::kEnd && expect_ == Expect::kEnd) return Status::ok();
    if (Status status = step(token); !status) return status;
  }
}

Status TreeReader::step(Token token) {
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
  return error("text after the tree");
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

Status TreeReader::start_node(Token token) {
  switch (token) {
    case Token::kNumber:
      expect_ = open_.empty() ? Expect::kEnd : Expect::kAfterNode;
      return read_value(add_node());
    case Token::kBeginArray:
      open_.push_back({add_node(), false, false});
      return Status::ok();
    case Token::kBeginObject:
      open_.push_back({add_node(), true, false});
      expect_ = Expect::kFirstKey;
      return Status::ok();
    case Token::kEndArray:
      if (!open_.empty() && tree_->nodes_[open_.back().node].child_count == 0) {
        // "children": [] makes a leaf, whose object must give a value; [] alone is an error.
        if (open_.back().list_of_object) return close_list();
        return error("a list without children (a leaf is a number)");
      }
      return error("a comma without a node after it");
    default:
      return error("expected a number, '[' or '{'");
  }
}

Status TreeReader::after_node(Token token) {
  if (token == Token::kEndArray) return close_list();
  if (token != Token::kComma) return error("expected ',' or ']'");
  expect_ = Expect::kNode;
  return Status::ok();
}

Status TreeReader::close_list() {
  const bool of_object = open_.back().list_of_object;
  open_.pop_back();
  if (of_object) {
    expect_ = Expect::kAfterMember;
  } else {
    expect_ = open_.empty() ? Expect::kEnd : Expect::kAfterNode;
  }
  return Status::ok();
}

Status TreeReader::key(Token token) {
  if (token != Token::kString) return error("expected a key in double quotes");
  const std::string name = reader_.string();
  Open& object = open_.back();
  const NodeIndex index = object.node;
  const auto once = [&](bool seen) {
    return seen ? error("the key '" + name + "' for the second time") : Status::ok();
  };
  // The state after any member; "children" is followed by its list first.
  expect_ = Expect::kAfterMember;
  if (name == "name") {
    if (Status status = once(tree_->has_name(index)); !status) return status;
    std::string text;
    if (Status status = read_text(text); !status) return status;
    tree_->nodes_[index].name = static_cast<std::uint32_t>(tree_->names_.size());
    tree_->names_.push_back(std::move(text));
    return Status::ok();
  }
  if (name == "move") {
    if (Status status = once(object.has_move); !status) return status;
    std::string text;
    if (Status status = read_text(text); !status) return status;
    if (text.empty()) return error("a move without text");
    if (text.size() > format::kLongestMove) return error("a move of more than 4,096 bytes");
    object.has_move = true;
    // No move of this tree leads to the root.
    if (index != kRoot) tree_->nodes_[index].move = tree_->moves_.intern(text);
    return Status::ok();
  }
  if (name == "value") {
    if (Status status = once(tree_->nodes_[index].has_value); !status) return status;
    if (Status status = expect(Token::kColon, "expected ':'"); !status) return status;
    if (Status status = expect(Token::kNumber, "expected a number"); !status) return status;
    return read_value(index);
  }
  if (name == "children") {
    if (Status status = once(object.has_children); !status) return status;
    if (Status status = expect(Token::kColon, "expected ':'"); !status) return status;
    if (Status status = expect(Token::kBeginArray, "expected '['"); !status) return status;
    object.has_children = true;
    open_.push_back({index, false, true});
    expect_ = Expect::kNode;
    return Status::ok();
  }
  return error("unknown key '" + name + "'" +
               did_you_mean(name, {"name", "move", "value", "children"}));
}

Status TreeReader::after_member(Token token) {
  if (token == Token::kEndObject) return close_object();
  if (token != Token::kComma) return error("expected ',' or '}'");
  expect_ = Expect::kKey;
  return Status::ok();
}

Status TreeReader::close_object() {
  const TreeData::Node& node = tree_->nodes_[open_.back().node];
  // Checked when the object ends, because keys come in any order.
  if (node.child_count == 0 && !node.has_value) return error("a leaf without a value");
  open_.pop_back();
  expect_ = open_.empty() ? Expect::kEnd : Expect::kAfterNode;
  return Status::ok();
}

Status TreeReader::read_value(NodeIndex node) {
  const std::optional<Score> value = finite_number(reader_.number());
  if (!value) return error("a number that is too large for a score");
  tree_->nodes_[node].value = *value;
  tree_->nodes_[node].has_value = true;
  return Status::ok();
}

Status TreeReader::read_text(std::string& text) {
  if (Status status = expect(Token::kColon, "expected ':'"); !status) return status;
  if (Status status = expect(Token::kString, "expected a text in double quotes"); !status) {
    return status;
  }
  text = std::move(reader_.string());
  return Status::ok();
}

Status TreeReader::expect(Token wanted, const char* what) {
  const Token token = reader_.next();
  if (token == wanted) return Status::ok();
  return token == Token::kError ? reader_.error() : error(what);
}

}  // namespace plytrace::tree
