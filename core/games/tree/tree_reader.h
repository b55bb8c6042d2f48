// SPDX-License-Identifier: MIT
//
// Reads the JSON text of a tree (tree_data.h) into a TreeData, with an explicit stack of open
// brackets. Texts of other shapes are first written in this form (tree_shapes.h).
// Thread rule: one thread an object; use once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/tree/tree_data.h"
#include "core/json_reader.h"

namespace plytrace::tree {

class TreeReader {
 public:
  explicit TreeReader(std::string_view json) : reader_("tree", json) {}

  // Fills `nodes_`, `names_`, `moves_` and `types_` of `tree`; TreeData derives the other members.
  // Throws a Failure if the text is not a tree in this form.
  void read(TreeData& tree);
  // After a failure: the object of a node had an unknown key.
  bool met_unknown_key() const { return unknown_key_; }

 private:
  using Token = JsonReader::Token;
  enum class Expect { kNode, kAfterNode, kFirstKey, kKey, kAfterMember, kEnd };

  // An open bracket: either the list of a node's children or the object of a node.
  struct Open {
    NodeIndex node;
    bool is_object;
    bool list_of_object = false;  // the list is the "children" of an object
    bool has_move = false;
    bool has_children = false;
    int names_seen = 0;                  // bits 1 to 3: id, label, name
    std::optional<Score> label_score{};  // the number, if the label is one
    std::string label{};                 // that label as a text
    bool is_leaf = false;                // by its type
  };

  void step(Token token);
  void start_node(Token token);
  void after_node(Token token);
  void key(Token token);
  void after_member(Token token);
  void close_object();
  void close_list();
  void read_value(NodeIndex node);
  void read_name(const std::string& key);
  void set_name(NodeIndex node, std::string text);
  void read_type(NodeIndex node);
  void read_text(std::string& text);
  void expect(Token wanted, const char* what);
  // The next token; fails if the text is not JSON.
  Token next();
  [[noreturn]] void error(std::string_view what) const { throw Failure(reader_.error(what)); }
  NodeIndex add_node();

  JsonReader reader_;
  TreeData* tree_ = nullptr;
  std::vector<Open> open_;
  Expect expect_ = Expect::kNode;
  bool unknown_key_ = false;
};

}  // namespace plytrace::tree
