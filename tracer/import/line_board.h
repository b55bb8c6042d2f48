// SPDX-License-Identifier: MIT
//
// LineBoard compares the names of moves in event lines as moves: e1h1 and O-O are the castling
// e1g1. It plays the moves to a node on a board of the game that the search names. The board is
// made for the first name that needs it. Thread rule: one thread an object.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/any_game.h"
#include "core/events.h"

namespace plytrace {

class LineBoard {
 public:
  // The move that leads to a node; "" for a root, a hand-over or a probe without one.
  struct Step {
    std::string move;
    Role role = Role::kMove;
  };

  struct Found {
    bool is_known = false;  // false: the game, the position or a move to the node is unknown
    std::optional<std::size_t> index{};  // of the last name of that move
  };

  // The game and the position of the next lines, as a search line names them.
  void set_search(const std::string& game, const std::string& options, const std::string& position);
  // The name among `names` that means the same move as `name` at the end of the path.
  Found find(const std::vector<Step>& path, const std::string& name,
             const std::vector<std::string>& names);

 private:
  bool play(const Step& step);

  std::string game_name_, options_, position_;
  std::unique_ptr<AnyGame> game_;  // at the position
  bool is_made_ = false;           // game_ is null if it could not be made
};

}  // namespace plytrace
