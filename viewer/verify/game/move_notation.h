// SPDX-License-Identifier: MIT
//
// Moves in the notation for people of a game that has one (chess: Nbd7), by playing on a board. The
// board stands at the node that was asked for last: asking in the order of the nodes is fast.
// Thread rule: one thread an object.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

class GameMoveNotation final : public MoveNotation {
 public:
  std::string of(const TraceReader& reader, const NodeRow& node) override;
  std::vector<std::string> line(const TraceReader& reader, const NodeRow& node,
                                const std::vector<std::string>& moves) override;
  std::vector<std::string> choices(const TraceReader& reader, const NodeRow& node,
                                   const std::vector<std::string>& moves) override;

 private:
  // A node on the path to the board's position.
  struct Step {
    std::int64_t node = 0;
    std::size_t played = 0;  // moves that lead to it
    bool is_lost = false;    // the board could not follow
  };
  // Whether the board stands at the position of that node now.
  bool stand_at(const TraceReader& reader, std::int64_t node);
  void start_at(const TraceReader& reader, const NodeRow& root);
  std::string name(const std::string& text) const;

  std::unique_ptr<AnyGame> game_;
  std::vector<Step> path_;
};

// The notation that a word of --moves asks for, "trace" or the one of the game: null for "trace".
// usage: the game of the search has no notation of that name.
Result<std::shared_ptr<MoveNotation>> move_notation(const SearchRow& search,
                                                    const std::string& word);

}  // namespace plytrace::verify
