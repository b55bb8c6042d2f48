// SPDX-License-Identifier: MIT
//
// Values written with brackets, in JSON or as literals of Python or Lisp, and what the readers of
// trees in this form share. Unlike in the JSON of a tree, quotes may be single, and words may have
// none. Internal to the readers of shapes. Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/tree/tree_shapes.h"
#include "core/status.h"

namespace plytrace::tree {

struct Value {
  enum class Kind { kNumber, kText, kNull, kList, kTuple, kDict };
  Kind kind = Kind::kNull;
  std::string text;                // the number (as JSON) or the text
  std::vector<std::size_t> items;  // indices into the table of values
  std::vector<std::string> keys;   // the keys of a dict, one for each item

  bool is_scalar() const { return kind == Kind::kNumber || kind == Kind::kText; }
  bool is_sequence() const { return kind == Kind::kList || kind == Kind::kTuple; }
};
using Values = std::vector<Value>;

// Reads the text into a table of values, the first of which is the whole. False if the text is not
// made of values. `is_python`: the text has single quotes, None or nil, which JSON does not have.
bool read_values(std::string_view text, Values& values, bool& is_python);

// An error in the text of a tree.
[[noreturn]] void wrong_tree(const std::string& what);
// The error for a key that no node has.
[[noreturn]] void unknown_key(const std::string& key);
// The error for a text where a score is expected. `name`: the node, "" if it has none.
[[noreturn]] void no_score(const std::string& text, const std::string& name);

bool is_node_key(const std::string& key);

// Sets what one key of a node's object gives, for every key but "children".
void set_attribute(const std::string& key, const Value& value, OutlineNode& node);

// Shapes in which names refer to nodes: adjacency lists, nodes and edges, lists of nodes with ids.
// nullopt if the values have none of these shapes.
std::optional<Outline> read_names(const Values& values);

}  // namespace plytrace::tree
