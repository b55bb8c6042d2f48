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
#include "viewer/trace_reader.h"

namespace plytrace::text {

// The UTF-8 character at `at`: its length in bytes and its code point; nullopt where there is none.
struct Character {
  std::size_t bytes = 0;
  char32_t code = 0;
};
std::optional<Character> character_at(std::string_view text, std::size_t at);

// Text from a trace on one line that is safe for a terminal: control characters, bidirectional
// marks and bytes that are no UTF-8 are written as \xNN or \u{NNNN}; a backslash stays.
std::string printable(std::string_view text);
// The same for a board or a position of several lines: newlines stay.
std::string printable_lines(std::string_view text);
// For XML and HTML, in text and in attributes within double quotes.
std::string markup_escaped(std::string_view text);
// The same for JSON and other formats that quote control characters themselves: only bytes that are
// no UTF-8 are changed.
std::string valid_utf8(std::string_view text);

// Lines of at most `width` columns, broken at spaces; those after the first begin with `indent`
// spaces. A longer word stays whole.
inline constexpr std::size_t kPageWidth = 80;
std::string wrapped(std::string_view line, std::size_t indent, std::size_t width = kPageWidth);

// Columns that a printable text takes: its characters.
std::size_t width_of(std::string_view printable);

// The number next above or next below a shorter one, as "3+" or "3-": the end of a null window.
// None for any other score.
std::optional<std::string> beside(Score score);

// "3", "-inf", "3+" as above; `none` where there is no score.
std::string score(std::optional<Score> score, std::string_view none = "none");

// "(3, 9)", a null window "(3, 3+)"; "?" for an end that is not known.
std::string window(std::optional<Score> alpha, std::optional<Score> beta);

// What the node claims of its value: what the engine said, else what value and window say
// (schemas/trace.sql). None without a value; and where the value of a search says nothing, for want
// of a window on entry, or because that was empty.
std::optional<Bound> claim_of(const NodeRow& node);
// The same with `window` for the node's own; `may_be_clamped`: a leaf without score at an end of
// the window may have been clamped to it.
std::optional<Bound> claim_in(const NodeRow& node, const std::optional<Window>& window,
                              bool may_be_clamped = false);

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

// "a, b, c and 4 more"; `most` 0 = all. The texts are made printable.
std::string list(const std::vector<std::string>& texts, std::size_t most = 0);

// "MAX", "MIN"; "?" where the side is not known.
std::string_view side(const NodeRow& node);

// "move", "re_search" and so on, as words: "re-search", "null move", "hand-over".
std::string words(std::string_view stored);

// "alphabeta on connectk"; a search that names no algorithm is "a search on connectk", one that
// names no game "alphabeta".
std::string search_words(const SearchRow& search);

// 1234567 as "1,234,567 nodes", 1 as "1 node".
std::string count(std::int64_t number, std::string_view noun);

}  // namespace plytrace::text
