// SPDX-License-Identifier: MIT
//
// Computes what a search without cutoffs would have visited below skipped moves. It plays the game
// on from the recorded node, within a limited effort. Nothing is known for games that plytrace does
// not implement, or if the search's tree does not follow from position and depth. Thread rule: one
// thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace::tree {

// A number of nodes, and how certain it is.
struct TreeSize {
  enum class Sure { kExact, kAbout, kUnknown };
  double nodes = 1;
  Sure sure = Sure::kExact;

  void add(const TreeSize& other);
};

struct PrunedNode {
  NodeRow row;  // side, kind, depth and, if it was cheap to compute, the true value; no id
  TreeSize size;
  bool is_known = false;  // if false, only `size` is set, and it is a guess
};

class PrunedMoves {
 public:
  using Line = std::vector<std::string>;

  // Budget of positions to count and to search; beyond it, sizes are estimated.
  struct Effort {
    std::int64_t to_count = 5'000'000, to_search = 1'000'000;
  };
  PrunedMoves(const TraceReader& reader, const SearchRow& search, Effort effort);
  PrunedMoves(const TraceReader& reader, const SearchRow& search)
      : PrunedMoves(reader, search, Effort()) {}
  ~PrunedMoves();

  // The node reached by playing the line of moves from a recorded node.
  const PrunedNode& behind(const NodeRow& node, const Line& line);
  // The moves available there, in the game's order; empty if unknown.
  std::vector<std::string> replies(const NodeRow& node, const Line& line);

 private:
  // Plays to the node and along the line; the destructor undoes all moves.
  class Stand;
  PrunedNode look(const NodeRow& node, const Line& line);
  PrunedNode guess(const NodeRow& node, const Line& line) const;
  TreeSize size_here(std::int64_t depth);
  AnyGame& game() { return *game_->game; }

  const TraceReader& reader_;
  bool uniform_;
  std::unique_ptr<verify::SearchGame> game_;  // null: game not known
  std::map<std::pair<std::int64_t, Line>, PrunedNode> known_;
  Effort left_;
};

}  // namespace plytrace::tree
