// SPDX-License-Identifier: MIT
//
// Other shapes in which people write down a game tree, each written again as the JSON of
// tree_data.h: adjacency lists, nodes and edges, nested objects, tuples and [value, [children]],
// Newick, and DOT. kForms shows one line of each. Only trees with MAX and MIN in turn are read:
// chance nodes and leaves with several scores are refused, with the reason.
//
// The readers do not recurse, so a tree may be as deep as memory allows. DOT is read without
// Graphviz: core knows the standard library only, and a search should not have to load it.
// Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/status.h"

namespace plytrace::tree {

// A tree as its text describes it, whatever the shape of the text. Nodes may be in any order; the
// root has no parent.
struct OutlineNode {
  std::string name, move, type;
  std::string label;  // a label beside the name; on a leaf, a number is its score
  std::string value;  // a number, or "" for none
  std::vector<std::size_t> children;
  bool has_parent = false;
  int name_rank = 0;  // of the key that gave the name: id 1, label 2, name 3; 0 for none of them
};
struct Outline {
  std::vector<OutlineNode> nodes;
  std::size_t root = 0;
  bool is_whole = false;  // every node must be below the root

  std::size_t add() {
    nodes.emplace_back();
    return nodes.size() - 1;
  }
  // Makes `child` the next child of `parent`. bad_input if it has a parent already.
  void link(std::size_t parent, std::size_t child);
  // Sets `root` to the first node without a parent. bad_input if there is none, or if there are
  // several and the tree `is_only_one`; then the outline is_whole.
  void find_root(bool is_only_one);
  // The tree below the root. bad_input for a leaf without a value, or a cycle.
  std::string json() const;
};

// Converts a text in one of these shapes to JSON. `json_error`: the fault of the text as JSON of a
// tree, which is thrown if the text has none of the shapes. `lists_forms`: the error also lists
// all shapes.
std::string json_of_shape(std::string_view text, const Status& json_error, bool lists_forms);

// The single shapes; a Failure says what is wrong in the text. They expect a text that begins like
// one.
Outline read_newick(std::string_view text);
Outline read_dot(std::string_view text);
// Texts of brackets. `is_known` is set to whether the text has one of these shapes at all, also
// before a Failure.
Outline read_brackets(std::string_view text, bool& is_known);

}  // namespace plytrace::tree
