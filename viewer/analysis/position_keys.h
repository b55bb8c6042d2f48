// SPDX-License-Identifier: MIT
//
// Yields the position key of each node during a scan: from the trace, or, if the trace has no keys
// and plytrace knows the game, by playing the moves on a board. When replaying, a position below an
// unplayable move (a null move, in games without one) has no key. Errors: no keys and an unknown
// game (no answer). Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/game/positions_ahead.h"

namespace plytrace {

class PositionKeys {
 public:
  // Makes the keys for these passes of a search.
  static Result<PositionKeys> make(const TraceReader& reader, const SearchRow& search,
                                   const std::vector<PassRow>& passes);
  // Uses a replayed board even if the trace has keys.
  static Result<PositionKeys> replayed(const TraceReader& reader, const SearchRow& search);

  bool are_replayed() const { return game_ != nullptr; }
  void begin_pass();
  // The key of the next node of the pass; nodes come in order of id.
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

  const TraceReader* reader_;
  std::unique_ptr<AnyGame> game_;                  // null: use the keys of the trace
  std::unique_ptr<verify::PositionsAhead> ahead_;  // of a rules program, else null
  std::vector<Level> levels_;
};

}  // namespace plytrace
