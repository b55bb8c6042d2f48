// SPDX-License-Identifier: MIT
#include "core/games/tree/tree.h"

#include <algorithm>

#include "core/games/tree/tree_words.h"

namespace plytrace::tree {
namespace {

struct Options {
  int player = 0;
  void read(ArgumentReader& reader) {
    reader.choice_into(player, "root", {"max", "min"},
                       "who moves at the root; types in the tree say it as well");
  }
};

}  // namespace

Result<Tree> Tree::start(const Arguments& arguments) { return from_position(arguments, kExample); }

Result<Tree> Tree::from_position(const Arguments& arguments, std::string_view text) {
  const auto options = read_settings<Options>("tree", arguments);
  if (!options) return options.status();
  Result<TreeData> data = TreeData::read(text);
  if (!data) return data.status();
  // Types in the tree say who moves, unless the option does.
  const bool is_given = std::any_of(arguments.begin(), arguments.end(),
                                    [](const auto& argument) { return argument.first == "root"; });
  int player = options->player;
  if (!is_given) player = data->first_player().value_or(player);
  if (Status status = data->check_types(player); !status) return status;
  return Tree(std::move(*data), player);
}

void Tree::generate(MoveList& moves) const {
  for (std::uint32_t i = 0; i < node().child_count; ++i) {
    moves.push_back(data_->node(data_->child(at_, i)).move);
  }
}

Result<MoveCode> Tree::parse_move(std::string_view text) const {
  const MoveCode move = data_->moves().find(text);
  if (move == kNoMove) {
    return Status::bad_input("'" + std::string(text) + "' is not a move of this tree");
  }
  return move;
}

std::string Tree::why_illegal(MoveCode move) const {
  if (is_finished()) return "the game is over: this node is a leaf";
  // Bounded, because a node may have 100,000 children.
  constexpr std::uint32_t kShown = 8;
  std::string text = "this node has no child '" + move_text(move) + "'; it has ";
  for (std::uint32_t i = 0; i < std::min(node().child_count, kShown); ++i) {
    if (i > 0) text += ", ";
    text += move_text(data_->node(data_->child(at_, i)).move);
  }
  if (node().child_count > kShown) {
    text += " and " + std::to_string(node().child_count - kShown) + " more";
  }
  return text;
}

std::string Tree::position_name() const { return data_->has_name(at_) ? data_->name(at_) : ""; }

std::string Tree::board_text() const {
  std::string text = data_->has_name(at_) ? data_->name(at_) + ": " : "";
  const std::uint32_t moves = node().child_count;
  if (moves == 0) return text + "leaf " + score_text(value());
  text += std::to_string(moves) + (moves == 1 ? " move" : " moves");
  return node().has_value ? text + ", value " + score_text(value()) : text;
}

std::string Tree::options_json() const { return settings_json(Options{player_}); }

GameInfo Tree::info() {
  GameInfo info;
  info.name = "tree";
  info.summary = "an explicit tree, given as its position; without one, a textbook example";
  info.move_form = "the child's move, else its name, else its number from 1";
  info.position_form =
      "nested JSON lists of leaf scores, such as " + std::string(kExample) +
      R"(; a node may be {"name": "A", "move": "a1", "value": 3, "children": [...]}; )" +
      "adjacency lists, tuples, Newick and DOT are read as well";
  info.options = parameters_of<Options>();
  info.searched_whole = true;
  return info;
}

}  // namespace plytrace::tree
