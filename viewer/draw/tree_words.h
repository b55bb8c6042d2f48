// SPDX-License-Identifier: MIT
//
// What nodes and edges of a picture of a tree say, in every format and on the page: values, moves,
// sizes, what cut. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "viewer/tree/excerpt.h"

namespace plytrace::draw {

struct Labels {
  bool move = true, value = true, window = true, bound = true, id = false, board = false;
  bool name = false;  // A, B, ... of the inner nodes drawn, level by level
  bool size = false;  // nodes of the subtree
  bool rank = false;  // the how-manieth of how many moves it is
};

// The value with the sign of its bound: "≥ 3", "?" without one.
std::string value_label(const NodeRow& row);
// What the labels ask for of it: "≥ 3"; of the bound alone "≥", "=" of an exact value; or nothing.
std::string claim_label(const NodeRow& row, const Labels& labels);
// The moves that lead to a place, shortened; and where it is none of the usual what the parent did
// with the node.
std::string edge_text(const tree::ExcerptNode& node, bool with_move, std::size_t most = SIZE_MAX);
// What stands in the box of a place that was left out or pruned, but its value: how many moves
// and nodes it stands for.
std::vector<std::string> count_lines(const tree::Excerpt& excerpt, const tree::ExcerptNode& node,
                                     bool with_move, bool of_two = false);
// "1,234 nodes", "~9e5 nodes"; "" of a leaf.
std::string size_text(const tree::TreeSize& size);
// Also of one node.
std::string size_text_of_searched(const tree::TreeSize& size);
// The nodes that a gap of two searches stands for: "A 1,234 nodes", "B 7 nodes".
std::vector<std::string> size_texts(const tree::ExcerptNode& gap);

// "<=", ">=" and "inf" as the signs that pictures have for them.
std::string with_signs(std::string text);
// What cut: "5 >= 3", "2 <= 3 (table)", "late move".
std::string cut_condition(const CutoffRow& cutoff);

}  // namespace plytrace::draw
