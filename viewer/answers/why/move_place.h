// SPDX-License-Identifier: MIT
//
// Finds where a path leads in one pass: to a node, to a skipped move, below a leaf, or nowhere.
// Thread rule: pure functions over a reader.
#pragma once

#include <optional>
#include <string>

#include "viewer/answers/why/move_outcome.h"
#include "viewer/reader/path_walk.h"

namespace plytrace {

struct Place {
  PathEnd end;
  std::optional<MoveOutcome> outcome;  // nullopt: no event of the trace mentions the move
  std::optional<CutoffRow> cut;  // the cutoff that skipped the first missing move, or may have
  std::string missing_move;      // the first missing move; "" if the whole path exists
};

// "a was excluded at #1 (/): left out on purpose"
std::string excluded_move_words(const std::string& move, const std::string& where);

Place place_of(const TraceReader& reader, PathEnd end);

// Uses the rules of the game: a legal move that no event names was filtered out, or is one of the
// skipped moves that are not named. bad_input if a missing move is illegal, or if the game is
// unknown and the events do not mention the move.
Status consult_rules(const TraceReader& reader, const SearchRow& search, Place& place);

}  // namespace plytrace
