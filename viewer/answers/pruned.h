// SPDX-License-Identifier: MIT
//
// The exam question about a pass: which leaves and subtrees were pruned, in which order the nodes
// were visited, and the final window of each. Leaves are numbered from the left of the whole tree,
// in the game's order of moves, whatever the order of the search; so the game must be known, and
// the tree must follow from position and depth. Thread rule: as the reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/format/answer_table.h"
#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::answers {

// A node of the whole tree, visited or not.
struct SolvedNode {
  std::string path, name;  // the name that the game gives, or ""
  std::size_t parent = 0;  // index; of the root: itself
  bool is_max = true;      // who is to move
  bool is_leaf = false;
  std::int64_t order = 0;  // number among the visited nodes, from 1; 0 = pruned
  // Number of the last node visited when it was decided: for a visited node the last one below it,
  // for a pruned one the last one below the node that was cut.
  std::int64_t decided = 0;
  std::optional<Score> value;  // returned by the search; of a pruned leaf, its score
  std::optional<format::Bound> bound;
  std::optional<Score> alpha_in, beta_in, alpha, beta;  // the window on entry, and at the end
  std::string cut;                                      // "2 <= alpha 3", if it was cut
  std::int64_t leaf = 0;                    // a leaf's number from the left, from 1; otherwise 0
  std::int64_t first_leaf = 0, leaves = 0;  // the leaves below it, itself included

  bool is_visited() const { return order > 0; }
};

struct PrunedAnswer {
  std::string trace;
  SearchRow search;
  PassRow pass;
  std::vector<SolvedNode> nodes;  // from the left, each before its children
  std::string value{};            // of the pass, with its bound
  std::int64_t visited = 0, leaves = 0, visited_leaves = 0;

  // Whether the node is pruned and its parent is not.
  bool is_pruned_root(std::size_t i) const {
    return !nodes[i].is_visited() && nodes[nodes[i].parent].is_visited();
  }
};

// no_answer if the game is unknown, values depend on more than the position, or the tree has more
// than 20,000 nodes.
PrunedAnswer pruned_answer(const TraceReader& reader, const SearchRow& search, const PassRow& pass);

// "node K", "leaf I, the 7th from the left", "the 7th leaf from the left"
std::string place_words(const SolvedNode& node);
// "7th"
std::string ordinal(std::int64_t number);

// Lists end after `limit` rows; 0 = all.
text::Json json(const PrunedAnswer& answer, std::size_t limit);
std::string lines(const PrunedAnswer& answer, std::size_t limit);
// A row for each node of the tree, from the left.
std::string csv(const PrunedAnswer& answer);
// The same as a table of Markdown, for a solution sheet.
std::string markdown(const PrunedAnswer& answer);

}  // namespace plytrace::answers
