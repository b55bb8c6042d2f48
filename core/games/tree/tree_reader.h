// SPDX-License-Identifier: MIT
//
// Reads the JSON text of a tree into a TreeData, with an explicit stack of open brackets.
// Thread rule: one thread an object; use once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/games/tree/tree_data.h"
#include "core/json_reader.h"

namespace plytrace::tree {

// Shown in messages as an example of the form.
inline constexpr std::string_view kExample = "[[3,12,8],[2,4,6],[14,5,2]]";

class TreeReader {
 public:
  explicit TreeReader(std::string_view json) : reader_("tree", json) {}

  // Fills `nodes_`, `names_` and `moves_` of `tree`; TreeData derives the other members.
  Status read(TreeData& tree);

 private:
  using Token = JsonReader::Token;
  enum class Expect { kNode, kAfterNode, kFirstKey, kKey, kAfterMember, kEnd };

  // An open bracket: either the list of a node's children or the object of a node.
  struct Open {
    NodeIndex node;
    bool is_object;
    bool list_of_object;  // the list is the "children" of an object
    bool has_move = false;
    bool has_children = false;
  };

  Status read_to_end(TreeData& tree);
  Status step(Token token);
  Status start_node(Token token);
  Status after_node(Token token);
  Status key(Token token);
  Status after_member(Token token);
  Status close_object();
  Status close_list();
  Status read_value(NodeIndex node);
  Status read_text(std::string& text);
  Status expect(Token wanted, const char* what);
  Status error(std::string_view what) const { return reader_.error(what); }
  NodeIndex add_node();

  JsonReader reader_;
  TreeData* tree_ = nullptr;
  std::vector<Open> open_;
  Expect expect_ = Expect::kNode;
};

}  // namespace plytrace::tree
