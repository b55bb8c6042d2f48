// SPDX-License-Identifier: MIT
//
// Describes the rows of a trace in words, one line each. All commands use the same words. Thread
// rule: pure functions of the trace.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "viewer/cli/printer.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::text {

// The move that led to a node, made printable: "c"; "=" for the same position, "/" for a root.
std::string name_of(const TraceReader& reader, const NodeRow& node);
// The row with its skipped moves as the reader names them (TraceReader::name_moves).
CutoffRow with_names(const TraceReader& reader, CutoffRow row);
// How the parent searched the node, unless as an ordinary move: "re-search", "null move", or "null
// window" for a null-window search that a re-search followed; else "".
std::string role_words(const TraceReader& reader, const NodeRow& node);

// " (mate in 3)" behind a value of this node; "" if it is not a mate.
std::string mate_remark(const TraceReader& reader, const NodeRow& node, std::optional<Score> value);
// The same for a value of the whole search.
std::string mate_remark(const SearchRow& search, std::optional<Score> value);
// "= 31995 (mate in 3)": the claim of a node.
std::string claim_words(const TraceReader& reader, const NodeRow& node);
// Why a node that was left has no value: "it was left while the search stopped".
std::string_view no_value_words(const NodeRow& node);
// The name of a best move of a pass or of its search, printable.
std::string best_move_name(const TraceReader& reader, const PassRow& pass, const std::string& move);
// The name of a move in the position of a node, printable (TraceReader::name_moves).
std::string choice_name(const TraceReader& reader, const NodeRow& node, const std::string& move);

// "e4, d4 and 40 more": the moves that the node left out on purpose; "" if there are none.
inline constexpr std::size_t kMostExcluded = 12;
std::string excluded_words(const TraceReader& reader, const NodeRow& node,
                           std::size_t most = kMostExcluded);

// "MAX  (3, 9)  = 5  horizon", followed by anything unusual about the node.
std::string node_words(const TraceReader& reader, const NodeRow& node);
// "c (#12)  MAX  (3, 9)  = 5  [1,234 nodes below]": one line of a list of nodes.
std::string node_line(const TraceReader& reader, const NodeRow& node);

struct EventWords {
  std::string text;
  Color color = Color::kFaint;
};
struct EventDetail {
  std::optional<Window> before{};  // the window of the node before the event
  bool with_ids = false;           // also writes the id of the child
  std::size_t most_moves = 12;     // how many skipped moves are named
};
// A mark, and what happened: "* alpha 3 -> 5 by c", "! beta cutoff by table: 5 >= beta 3, skipped
// 2: c, e", "T stored >= 5, depth 3, move c", "# stage: killer".
EventWords event_words(const TraceReader& reader, const format::EventRef& event,
                       const EventDetail& detail);

}  // namespace plytrace::text
