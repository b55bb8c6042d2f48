// SPDX-License-Identifier: MIT
//
// Formats values of a trace for people: scores, windows, claims, causes of cutoffs, untrusted
// texts. All commands use the same forms. Thread rule: pure functions.
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

// The comparison that caused a cutoff: "5 >= beta 3", "1 <= alpha 3"; "value ? <= alpha 3" if the
// value is not known. For a forward cutoff, the value assumed for the dropped moves: "taken as 12",
// or "no value".
std::string cutoff_condition(const CutoffRow& cutoff);
// The comparison in symbols only, for pictures: "5 >= 3"; for a forward cutoff its cause. `number`
// formats a score.
std::string cutoff_symbols(const CutoffRow& cutoff,
                           const std::function<std::string(Score)>& number);
// The whole row in words: "beta cutoff by table: 5 >= beta 3, skipped 2: c, e". Names at most
// `most` moves.
std::string cutoff_words(const CutoffRow& cutoff, std::size_t most = 12);
// "skipped 2: c, e", "skipped 2", "skipped none", "skipped moves not known".
std::string skipped_words(const CutoffRow& cutoff, std::size_t most = 12);

// The change in words: "alpha 3 -> 5"; both ends if both changed. `before` is the window before the
// update.
std::string update_words(const BoundUpdateRow& update, std::optional<Window> before);

// "MAX", "MIN"; "?" if the side is not recorded.
std::string_view side(const NodeRow& node);

// Converts stored words such as "re_search" to "re-search", "null move", "hand-over".
std::string readable(std::string_view stored);

// "alphabeta on connectk"; "a search on connectk" without an algorithm; "alphabeta" without a game.
std::string search_words(const SearchRow& search);

}  // namespace plytrace::text
