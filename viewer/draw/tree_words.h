// SPDX-License-Identifier: MIT
//
// The texts of nodes and edges in pictures of a tree, for every format and for the HTML page:
// values, moves, sizes, cut conditions. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "viewer/tree/excerpt.h"

namespace plytrace::draw {

struct Labels {
  bool move = true, value = true, window = true, bound = true, id = false, board = false;
  // The names that the game gives; if it gives none, letters A, B, ... for the drawn inner nodes.
  bool name = false;
  bool size = false;  // nodes of the subtree
  bool rank = false;  // the move's rank among its siblings, and their number
};

// The value with the sign of its bound: "≥ 3"; "?" without a value.
std::string value_label(const NodeRow& row);
// The part of it that the labels ask for: "≥ 3"; with only the bound "≥", or "=" for an exact
// value; or "".
std::string claim_label(const NodeRow& row, const Labels& labels);
// The moves that lead to a place, shortened to `most` characters. If the parent did not use the
// node in the usual way, the text also says what it did.
std::string edge_text(const tree::ExcerptNode& node, bool with_move, std::size_t most = SIZE_MAX);
// The lines in the box of a left-out or pruned place, without its value: how many moves and nodes
// it stands for.
std::vector<std::string> count_lines(const tree::Excerpt& excerpt, const tree::ExcerptNode& node,
                                     bool with_move, bool of_two = false);
// "1,234 nodes", "~9e5 nodes"; "" for a leaf.
std::string size_text(const tree::TreeSize& size);
// The same as size_text(), but also names a size of one node.
std::string size_text_of_searched(const tree::TreeSize& size);
// How many nodes of each of two searches a gap stands for: "A 1,234 nodes", "B 7 nodes".
std::vector<std::string> size_texts(const tree::ExcerptNode& gap);

// Replaces "<=", ">=" and "inf" with the signs used in pictures.
std::string with_signs(std::string text);
// The reason for a cut: "5 >= 3", "2 <= 3 (table)", "late move".
std::string cut_condition(const CutoffRow& cutoff);

}  // namespace plytrace::draw
