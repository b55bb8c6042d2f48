// SPDX-License-Identifier: MIT
//
// GraphGame: a game for tests of searches, given as an explicit acyclic graph. A node has a player
// to move, a static score and successors; a node without successors is finished. Several paths may
// lead to one node (transpositions), and a player may move twice in a row (passes). Scores are seen
// from player 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/game.h"

namespace plytrace::test {

struct GraphNode {
  int player = 0;
  Score score = 0;
  std::vector<std::uint32_t> successors{};
};

using Graph = std::vector<GraphNode>;

class GraphGame {
 public:
  explicit GraphGame(Graph graph) : graph_(std::make_shared<const Graph>(std::move(graph))) {}

  int player_to_move() const { return node().player; }
  bool is_finished() const { return node().successors.empty(); }
  int winner() const { return kNobody; }
  void generate(MoveList& list) const {
    for (std::size_t i = 0; i < node().successors.size(); ++i) {
      list.push_back(static_cast<MoveCode>(i));
    }
  }
  bool is_legal(MoveCode move) const { return move < node().successors.size(); }
  void play(MoveCode move) { path_.push_back(node().successors[move]); }
  void undo() { path_.pop_back(); }
  std::uint64_t key() const { return path_.back(); }
  int plies_left() const { return static_cast<int>(graph_->size()); }
  std::string move_text(MoveCode move) const { return std::to_string(move + 1); }
  Result<MoveCode> parse_move(std::string_view text) const {
    return static_cast<MoveCode>(std::stoul(std::string(text)) - 1);
  }
  std::string why_illegal(MoveCode) const { return "no such successor"; }
  std::string position_text() const { return std::to_string(path_.back()); }
  std::string board_text() const { return position_text(); }
  std::string options_json() const { return "{}"; }

  Score score() const { return node().score; }

 private:
  const GraphNode& node() const { return (*graph_)[path_.back()]; }

  std::shared_ptr<const Graph> graph_;
  std::vector<std::uint32_t> path_{0};
};

// The static score of the node.
struct GraphScores {
  Score operator()(const GraphGame& game, int player) const {
    return player == 0 ? game.score() : 0 - game.score();
  }
  Window score_range() const { return {-1000, 1000}; }
  std::string parameters_json() const { return "{}"; }
};

static_assert(Game<GraphGame> && Evaluator<GraphScores, GraphGame>);

// The parameters of a random graph.
struct GraphShape {
  int plies = 4;
  int least_branching = 1, most_branching = 4;
  int scores = 10;            // scores are -scores..scores: a small range gives many equal values
  double finished = 0;        // share of nodes above the last ply that end the game
  double passes = 0;          // share of nodes where the same player moves again
  double transpositions = 0;  // share of edges that lead to an existing node
};

// A graph in layers, one per ply; node 0 is the root, and player 0 moves there.
inline Graph random_graph(const GraphShape& shape, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto number = [&random](int low, int high) {
    return low + static_cast<int>(random() % static_cast<std::uint32_t>(high - low + 1));
  };
  const auto chance = [&random](double share) {
    return static_cast<double>(random() % 1000) < share * 1000;
  };
  Graph graph(1);
  graph[0].score = number(-shape.scores, shape.scores);
  std::size_t layer_begin = 0;
  for (int ply = 0; ply < shape.plies; ++ply) {
    const std::size_t layer_end = graph.size();
    for (std::size_t id = layer_begin; id < layer_end; ++id) {
      if (ply > 0 && chance(shape.finished)) continue;
      const int count = number(shape.least_branching, shape.most_branching);
      for (int i = 0; i < count; ++i) {
        if (graph.size() > layer_end && chance(shape.transpositions)) {
          const std::size_t next = layer_end + random() % (graph.size() - layer_end);
          graph[id].successors.push_back(static_cast<std::uint32_t>(next));
          continue;
        }
        const int player = chance(shape.passes) ? graph[id].player : 1 - graph[id].player;
        graph[id].successors.push_back(static_cast<std::uint32_t>(graph.size()));
        graph.push_back({player, static_cast<Score>(number(-shape.scores, shape.scores))});
      }
    }
    layer_begin = layer_end;
  }
  return graph;
}

// The tree with `branching` moves at every node above ply `plies`, all scores equal.
inline Graph uniform_graph(int branching, int plies) {
  GraphShape shape;
  shape.plies = plies;
  shape.least_branching = shape.most_branching = branching;
  shape.scores = 0;
  return random_graph(shape, 0);
}

// The true value of a node at `depth` remaining plies, for player 0, by plain recursion. It is an
// oracle that shares no code with the searches.
inline Score graph_value(const Graph& graph, std::uint32_t id, int depth) {
  const GraphNode& node = graph[id];
  if (depth == 0 || node.successors.empty()) return node.score;
  Score best = node.player == 0 ? -kInfinity : kInfinity;
  for (const std::uint32_t next : node.successors) {
    const Score value = graph_value(graph, next, depth - 1);
    best = node.player == 0 ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

}  // namespace plytrace::test
