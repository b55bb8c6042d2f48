// SPDX-License-Identifier: MIT
//
// Traces for tests of analyses, made without the project's searches and recorder: random trees, a
// textbook minimax and alpha-beta over them in any move order, and rows inserted by SQL. The
// visited nodes are also kept as plain paths, so that tests can count independently.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace plytrace::test {

struct ToyTree {
  struct Node {
    std::vector<std::size_t> children;  // node numbers; moves are "m0", "m1", ...
    double score = 0;                   // for a leaf
  };
  std::vector<Node> nodes{1};  // the root first

  // Every interior node has 1..most_children children; leaves end the game or are at `depth`.
  static ToyTree random(std::mt19937& random, int depth, int most_children, int most_score);
};

struct ToySearch {
  bool prune = true;
  std::mt19937::result_type order = 0;  // 0: natural; else the seed that shuffles each move list
  bool search_first_move_twice = false;
  int stop_after = 0;         // the recording ends after this many nodes, unfinished
  bool skipped_names = true;  // capture the names of skipped moves
};

struct ToyResult {
  std::map<std::string, std::int64_t> nodes;  // path to id; "d~1" for an earlier search of d
  std::map<int, std::uint64_t> by_ply;
  std::uint64_t skipped = 0;  // moves that cutoffs skipped
  double value = 0;
};

// Writes the search of the tree to a new trace; returns what it visited.
ToyResult record(const std::string& file, const ToyTree& tree, const ToySearch& search);

// Makes a trace with one finished search and pass for the nodes root..last, but without nodes.
void write_frame(const std::string& file, std::int64_t last, double value,
                 const std::string& best_move);

}  // namespace plytrace::test
