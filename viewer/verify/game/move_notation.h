// SPDX-License-Identifier: MIT
//
// Moves in the notation for people of a game that has one (chess: Nbd7), by playing on a board.
// Thread rule: one thread an object.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/game/node_board.h"

namespace plytrace::verify {

class GameMoveNotation final : public MoveNotation {
 public:
  GameMoveNotation() = default;
  // Names no move, because the search has no position: `why` is the reason.
  explicit GameMoveNotation(const std::string& why) : unnamed_("at the root: " + why) {}
  std::string of(const TraceReader& reader, const NodeRow& node) override;
  std::vector<std::string> line(const TraceReader& reader, const NodeRow& node,
                                const std::vector<std::string>& moves) override;
  std::vector<std::string> choices(const TraceReader& reader, const NodeRow& node,
                                   const std::vector<std::string>& moves) override;
  // The first move that could not be named, and is shown as the trace writes it; "" if all were
  // named.
  const std::string& unnamed() const { return unnamed_; }

 private:
  // The move that a root was entered with; "" if the position before it is not known.
  std::string of_root(const TraceReader& reader, const NodeRow& root);
  // The board at the position of that node; null, and noted, if the moves cannot be played.
  AnyGame* board_at(const TraceReader& reader, std::int64_t node);
  std::string name(const AnyGame& game, std::int64_t node, const std::string& text);
  void leave_unnamed(std::int64_t node, const std::string& why);

  NodeBoard board_;
  std::string unnamed_;
};

// The notation that a word of --moves asks for, "trace" or the one of the game: null for "trace".
// usage: the game of the search has no notation of that name.
Result<std::shared_ptr<MoveNotation>> move_notation(const SearchRow& search,
                                                    const std::string& word);

}  // namespace plytrace::verify
