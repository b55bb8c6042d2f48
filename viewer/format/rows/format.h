// SPDX-License-Identifier: MIT
//
// How values of a trace are written for people, the same in every command: scores, windows, what a
// value claims, why a cutoff happened, texts that a stranger put into a trace.
// Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/score.h"
#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"
#include "viewer/meaning/claim.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::text {

// "= 3", ">= 3", "<= 3"; "no value".
std::string claim(const NodeRow& node);
std::string claim(std::optional<Score> value, std::optional<Bound> bound);
// "exact", "lower bound", "upper bound", "no claim".
std::string_view bound_words(std::optional<Bound> bound);

// The comparison that cut: "5 >= beta 3", "1 <= alpha 3"; for a forward row what it took for the
// moves, "taken as 12" or "no value". "value ? <= alpha 3" where the value is not known.
std::string cutoff_condition(const CutoffRow& cutoff);
// The same in symbols alone, for pictures: "5 >= 3"; a forward row: its cause. `number` writes a
// score.
std::string cutoff_symbols(const CutoffRow& cutoff,
                           const std::function<std::string(Score)>& number);
// The whole row in words: "beta cutoff by table: 5 >= beta 3, skipped 2: c, e". At most `most`
// names.
std::string cutoff_words(const CutoffRow& cutoff, std::size_t most = 12);
// "skipped 2: c, e", "skipped 2", "skipped none", "skipped moves not known".
std::string skipped_words(const CutoffRow& cutoff, std::size_t most = 12);

// What changed: "alpha 3 -> 5"; both ends where both did. `before` is the window until then.
std::string update_words(const BoundUpdateRow& update, std::optional<Window> before);

// "MAX", "MIN"; "?" where the side is not known.
std::string_view side(const NodeRow& node);

// "move", "re_search" and so on, as words: "re-search", "null move", "hand-over".
std::string readable(std::string_view stored);

// "alphabeta on connectk"; a search that names no algorithm is "a search on connectk", one that
// names no game "alphabeta".
std::string search_words(const SearchRow& search);

}  // namespace plytrace::text
