// SPDX-License-Identifier: MIT
//
// The key of the position of each node, beside a scan: as the trace has it, or, where it has none
// and plytrace knows the game, by playing the moves on a board. Below a null move, or a move that
// cannot be played, a replayed position has no key. Errors: neither keys nor a game that is known
// (no answer). Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

// Whether the node lies below one that was entered before it.
bool is_below(const NodeRow& row, const NodeRow& above);

class PositionKeys {
 public:
  // For these passes of a search.
  static Result<PositionKeys> make(const TraceReader& reader, const SearchRow& search,
                                   const std::vector<PassRow>& passes);
  // By the board, whatever the trace tells.
  static Result<PositionKeys> replayed(const TraceReader& reader, const SearchRow& search);

  bool are_replayed() const { return game_ != nullptr; }
  void begin_pass();
  // The next node of the pass, in order of id.
  std::optional<std::int64_t> enter(const NodeRow& row);

 private:
  PositionKeys(const TraceReader& reader, std::unique_ptr<AnyGame> game)
      : reader_(&reader), game_(std::move(game)) {}
  struct Level {
    NodeRow row;
    bool is_lost = false, is_played = false;
  };
  bool play(const NodeRow& row, Level& level);
  void leave();
  std::optional<MoveCode> code_of(std::int64_t move);

  const TraceReader* reader_;
  std::unique_ptr<AnyGame> game_;  // null: the keys of the trace
  std::vector<Level> levels_;
  std::unordered_map<std::int64_t, std::optional<MoveCode>> codes_;
};

}  // namespace plytrace
