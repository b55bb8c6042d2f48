// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/foreign/graph.h"

#include <algorithm>
#include <limits>

namespace plytrace::test::foreign {
namespace {

constexpr int kWidth = 4;  // positions per layer

// The target of a move: a position of the next layer, or with `jumps` sometimes of the third layer
// down, so that positions are met at different plies.
int target(Random& random, const GraphOptions& options, int layer) {
  const int skip = options.jumps && random.one_in(5) ? 3 : 1;
  return std::min(layer + skip, options.plies) * kWidth + random.below(kWidth);
}

Position random_position(Random& random, const GraphOptions& options, int layer) {
  Position position;
  position.side = layer % 2 == 0 ? Side::kMax : Side::kMin;
  if (options.other_order && random.one_in(4)) {
    position.side = random.one_in(2) ? Side::kMax : Side::kMin;
  }
  position.score = random.below(options.different_scores) - options.different_scores / 2;
  position.quiet = random.one_in(2);
  const bool ends = layer == options.plies || (layer > 0 && random.one_in(10));
  if (ends) {
    position.over = true;
    position.lost = options.mates && random.one_in(2);
    return position;
  }
  std::vector<int> names;
  for (int i = 0; i < 8; ++i) names.push_back(i + 1);
  random.shuffle(names);
  const int moves = random.between(1, options.most_moves);
  for (int i = 0; i < moves; ++i) {
    position.moves.push_back({target(random, options, layer), names[static_cast<std::size_t>(i)],
                              random.one_in(2), random.one_in(6)});
  }
  if (random.one_in(2)) position.null_move = target(random, options, layer);
  return position;
}

class Minimax {
 public:
  Minimax(const Graph& graph, const Rules& rules) : graph_(graph), rules_(rules) {}

  Score value(int at, int depth, int ply, int quiet, bool in_quiescence) const {
    const Position& position = graph_[at];
    const Score sign = position.side == Side::kMax ? 1 : -1;
    if (position.over) return position.lost ? sign * mated(rules_, ply) : position.score;
    if (rules_.draw_after > 0 && ply > 0 && quiet >= rules_.draw_after) return rules_.draw_score;
    const bool ends = depth <= 0 || in_quiescence;
    if (ends && !rules_.quiescence) return position.score;
    Score best = ends ? sign * position.score : -std::numeric_limits<Score>::infinity();
    const int counted = position.quiet ? quiet + 1 : 0;
    for (const Position::Move& move : position.moves) {
      if (ends && !move.tactical) continue;
      const bool extends = rules_.extensions && move.extends && !ends;
      const Score below = value(move.to, extends ? depth : depth - 1, ply + 1, counted, ends);
      best = std::max(best, credited(rules_, sign * below));
    }
    return sign * best;
  }

 private:
  const Graph& graph_;
  const Rules& rules_;
};

}  // namespace

Graph::Graph(Random& random, const GraphOptions& options) {
  for (int layer = 0; layer <= options.plies; ++layer) {
    for (int i = 0; i < kWidth; ++i) {
      positions_.push_back(random_position(random, options, layer));
    }
  }
}

Score mated(const Rules& rules, int ply) {
  return rules.mate == Rules::Mate::kByPly ? ply - kMate : -kMate;
}

Score credited(const Rules& rules, Score value) {
  if (rules.mate != Rules::Mate::kByCredit) return value;
  if (value > kMateRange) return value - 1;
  if (value < -kMateRange) return value + 1;
  return value;
}

Score minimax(const Graph& graph, const Rules& rules, int position, int depth, int ply, int quiet) {
  return Minimax(graph, rules).value(position, depth, ply, quiet, false);
}

}  // namespace plytrace::test::foreign
