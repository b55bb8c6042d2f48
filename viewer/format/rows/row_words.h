// SPDX-License-Identifier: MIT
//
// Rows of a trace in words, one line each, the same in every command.
// Thread rule: pure functions of the trace.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "viewer/cli/printer.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::text {

// The move that led to a node, printable: "c", "=" for the same position, "/" for a root.
std::string name_of(const TraceReader& reader, const NodeRow& node);
// What it was searched for, where that is not its move's value: "re-search", "null move"; "null
// window" of one that was searched again for that; else "".
std::string role_words(const TraceReader& reader, const NodeRow& node);

// "MAX  (3, 9)  = 5  horizon", with what is not ordinary about the node.
std::string node_words(const TraceReader& reader, const NodeRow& node);
// "c (#12)  MAX  (3, 9)  = 5  [1,234 nodes below]": the node as one of a list.
std::string node_line(const TraceReader& reader, const NodeRow& node);

struct EventWords {
  std::string text;
  Color color = Color::kFaint;
};
struct EventDetail {
  std::optional<Window> before{};  // the window of the node until then
  bool with_ids = false;           // the child by its id, too
  std::size_t most_moves = 12;     // names of skipped moves
};
// "* alpha 3 -> 5 by c", "! beta cutoff by table: 5 >= beta 3, skipped 2: c, e", "T stored >= 5,
// depth 3, move c", "# stage: killer": a mark, and what happened.
EventWords event_words(const TraceReader& reader, const format::EventRef& event,
                       const EventDetail& detail);

}  // namespace plytrace::text
