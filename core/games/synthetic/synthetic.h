// SPDX-License-Identifier: MIT
//
// A reproducible game tree of any size that stores no nodes: every node has `branching` children
// down to `depth` plies, and its value depends only on the options and on its path.
//
// Construction, exactly. H is splitmix64 (core/hash.h), C(a, b) = H(a xor H(b)).
//   hash of the root            h = H(seed)
//   hash of child i (from 1)    h' = C(h, i)
//   value of the root           v = H(h) mod (2 spread + 1) - spread, seen from player 0
//   inheriting child            i* = 1 if (C(h, 2^32) >> 11) / 2^53 < ordering,
//                               else 1 + C(h, 2^32 + 1) mod branching
//   value of child i            v if i = i*, else v - d where player 0 moves and v + d where
//                               player 1 moves, with d = H(h') mod (spread + 1)
// So the value of a node is its exact game-theoretic value: the mover keeps it by playing the
// inheriting child and cannot improve it. `ordering` is the share of nodes whose best child is
// first.
//
// Moves are the child's number from 1; the position text is the path from the root, "/" at the
// root. The evaluator `scores` returns the value of a node, at the horizon as well. Thread rule:
// one thread an object.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/games/evaluator_of.h"
#include "core/hash.h"

namespace plytrace::synthetic {

inline constexpr int kMaxBranching = 100'000;
inline constexpr int kMaxDepth = 1'000'000;
inline constexpr std::int64_t kMaxSpread = 1'000'000;

struct Options {
  int branching = 4;
  int depth = 6;
  std::uint64_t seed = 1;
  std::int64_t spread = 100;
  double ordering = 0.5;

  void read(ArgumentReader& reader);
};

class Synthetic {
 public:
  static GameInfo info();
  static Result<Synthetic> start(const Arguments& arguments);
  static Result<Synthetic> from_position(const Arguments& arguments, std::string_view path);

  explicit Synthetic(const Options& options);

  int player_to_move() const { return ply() & 1; }
  bool is_finished() const { return ply() == options_.depth; }
  int winner() const { return kNobody; }
  void generate(MoveList& moves) const;
  bool is_legal(MoveCode move) const {
    return !is_finished() && move >= 1 && move <= static_cast<MoveCode>(options_.branching);
  }
  void play(MoveCode move);
  void undo() { nodes_.pop_back(); }
  std::uint64_t key() const { return node().hash; }
  int plies_left() const { return options_.depth - ply(); }
  std::string move_text(MoveCode move) const { return std::to_string(move); }
  Result<MoveCode> parse_move(std::string_view text) const;
  std::string why_illegal(MoveCode move) const;
  std::string position_text() const;
  std::string board_text() const;
  std::string options_json() const;

  // The value of this node, seen from player 0, for the evaluator.
  std::int64_t value() const { return node().value; }
  const Options& options() const { return options_; }

 private:
  struct Node {
    std::uint64_t hash;
    std::int64_t value;
    MoveCode move;  // the move that led here
  };
  const Node& node() const { return nodes_.back(); }
  int ply() const { return static_cast<int>(nodes_.size()) - 1; }
  MoveCode inheriting_child() const;

  Options options_;
  std::vector<Node> nodes_;  // from the root to here
};

class Scores : public EvaluatorOf<Scores, Synthetic> {
 public:
  static constexpr AboutEvaluator kAbout{"scores",
                                         "the value of the node, which is exact at every depth"};
  explicit Scores(const Synthetic& game, NoParameters = {});

  Score operator()(const Synthetic& game, int player) const {
    const std::int64_t value = game.value();
    return static_cast<Score>(player == 0 ? value : -value);
  }
  Window score_range() const { return {-limit_, limit_}; }

 private:
  Score limit_;
};

inline MoveCode Synthetic::inheriting_child() const {
  constexpr std::uint64_t kFirstOrNot = std::uint64_t{1} << 32U;
  const double share = static_cast<double>(hash_combine(node().hash, kFirstOrNot) >> 11U) * 0x1p-53;
  if (share < options_.ordering) return 1;
  const auto branching = static_cast<std::uint64_t>(options_.branching);
  return static_cast<MoveCode>(1 + hash_combine(node().hash, kFirstOrNot + 1) % branching);
}

inline void Synthetic::play(MoveCode move) {
  assert(is_legal(move));
  const std::uint64_t hash = hash_combine(node().hash, move);
  std::int64_t value = node().value;
  if (move != inheriting_child()) {
    const auto loss = static_cast<std::int64_t>(splitmix64(hash) %
                                                static_cast<std::uint64_t>(options_.spread + 1));
    value += player_to_move() == 0 ? -loss : loss;
  }
  nodes_.push_back({hash, value, move});
}

static_assert(Game<Synthetic> && Evaluator<Scores, Synthetic>);

}  // namespace plytrace::synthetic
