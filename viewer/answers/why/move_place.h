// SPDX-License-Identifier: MIT
//
// Where a path leads in one pass: to a node, to a skipped move, below a leaf, or nowhere.
// Thread rule: pure functions over a reader.
#pragma once

#include <optional>
#include <string>

#include "viewer/answers/why/move_outcome.h"
#include "viewer/reader/path_walk.h"

namespace plytrace {

struct Place {
  PathEnd end;
  std::optional<MoveOutcome> outcome;  // none: no event of the trace knows of the move
  std::optional<CutoffRow> cut;        // that skipped the first missing move, or may have
  std::string missing_move;            // the first one; "" where the whole path exists
};

Place place_of(const TraceReader& reader, PathEnd end);

// With the rules of the game: a legal move that no event names was filtered, or is one of the
// skipped moves without names. bad_input where a missing move is not legal, or where an unknown
// game leaves nothing to say about it.
Status consult_rules(const TraceReader& reader, const SearchRow& search, Place& place);

}  // namespace plytrace
