// SPDX-License-Identifier: MIT
//
// An explicit tree as a game (games.md): positions are nodes, moves lead to children, leaves are
// finished. Scores are MAX's, and MAX is player 0 wherever the search starts; `root=max|min` says
// who moves first, and so may the types of the nodes. The position text is the JSON of the current
// subtree (tree_data.h), so after a move the option `root` must name the side that moves there.
// tree_shapes.h lists the other texts that are read.
//
// The evaluator `scores` returns the value of a node. Leaves always have one; other nodes may have
// one, which a search sees at its horizon, and count 0 otherwise. Thread rule: one thread an
// object; copies share the tree.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/game.h"
#include "core/games/evaluator_of.h"
#include "core/games/tree/tree_data.h"

namespace plytrace::tree {

class Tree {
 public:
  static GameInfo info();
  // Starts at a textbook example; from_position() takes any other tree.
  static Result<Tree> start(const Arguments& arguments);
  static Result<Tree> from_position(const Arguments& arguments, std::string_view text);

  int player_to_move() const { return player_; }
  int max_player() const { return 0; }
  bool is_finished() const { return node().child_count == 0; }
  int winner() const { return kNobody; }
  void generate(MoveList& moves) const;
  bool is_legal(MoveCode move) const { return data_->child_by_move(at_, move) != kNoIndex; }
  void play(MoveCode move) {
    assert(is_legal(move));
    at_ = data_->child_by_move(at_, move);
    player_ = 1 - player_;
  }
  void undo() {
    at_ = node().parent;
    player_ = 1 - player_;
  }
  std::uint64_t key() const { return player_ == 0 ? node().hash : ~node().hash; }
  int plies_left() const { return static_cast<int>(node().height); }
  std::string move_text(MoveCode move) const { return data_->moves().text(move); }
  Result<MoveCode> parse_move(std::string_view text) const;
  std::string why_illegal(MoveCode move) const;
  std::string position_text() const { return data_->json(at_); }
  // The name that the tree gives this node, or "".
  std::string position_name() const;
  std::string board_text() const;
  std::string options_json() const;

  // The value of this node from MAX's point of view, for the evaluator; 0 if it has none.
  Score value() const { return node().value; }
  Score largest_value() const { return data_->largest(); }

 private:
  Tree(TreeData data, int player)
      : data_(std::make_shared<const TreeData>(std::move(data))), player_(player) {}
  const TreeData::Node& node() const { return data_->node(at_); }

  std::shared_ptr<const TreeData> data_;
  NodeIndex at_ = kRoot;
  int player_;
};

class Scores : public EvaluatorOf<Scores, Tree> {
 public:
  static constexpr AboutEvaluator kAbout{"scores",
                                         "the value of the node; 0 for an inner node without one"};
  explicit Scores(const Tree& game, NoParameters = {})
      : EvaluatorOf(game), limit_(game.largest_value()) {}

  Score operator()(const Tree& game, int player) const {
    const Score value = game.value();
    return player == game.max_player() || value == 0 ? value : -value;
  }
  Window score_range() const { return {-limit_, limit_}; }

 private:
  Score limit_;
};

static_assert(FixedMaxGame<Tree> && Evaluator<Scores, Tree>);

}  // namespace plytrace::tree
