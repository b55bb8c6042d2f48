// SPDX-License-Identifier: MIT
//
// What a search without cutoffs would have visited where one skipped moves: the game is played on
// from the recorded node, as far as a picture may take. Nothing is known of games that plytrace
// does not know, and of searches whose tree does not follow from position and depth.
// Thread rule: one thread.
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

// A number of nodes, and how sure it is.
struct TreeSize {
  enum class Sure { kExact, kAbout, kUnknown };
  double nodes = 1;
  Sure sure = Sure::kExact;

  void add(const TreeSize& other);
};

struct PrunedNode {
  NodeRow row;  // side, kind, depth and, where it was cheap to find, the true value; no id
  TreeSize size;
  bool is_known = false;  // false: nothing but a guess at the size
};

class PrunedMoves {
 public:
  using Line = std::vector<std::string>;

  // With how many positions it may count, and search, before it guesses.
  struct Effort {
    std::int64_t to_count = 5'000'000, to_search = 1'000'000;
  };
  PrunedMoves(const TraceReader& reader, const SearchRow& search, Effort effort);
  PrunedMoves(const TraceReader& reader, const SearchRow& search)
      : PrunedMoves(reader, search, Effort()) {}
  ~PrunedMoves();

  // What stands behind a line of moves, played one after the other at a recorded node.
  const PrunedNode& behind(const NodeRow& node, const Line& line);
  // The moves there, in the order of the game; none where nothing is known.
  std::vector<std::string> replies(const NodeRow& node, const Line& line);

 private:
  // Plays to the node and on; the destructor takes everything back.
  class Stand;
  PrunedNode look(const NodeRow& node, const Line& line);
  PrunedNode guess(const NodeRow& node, const Line& line) const;
  TreeSize size_here(std::int64_t depth);
  AnyGame& game() { return *game_->game; }

  const TraceReader& reader_;
  bool uniform_;
  std::unique_ptr<verify::SearchGame> game_;  // null: not known
  std::map<std::pair<std::int64_t, Line>, PrunedNode> known_;
  Effort left_;
};

}  // namespace plytrace::tree
