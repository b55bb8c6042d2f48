// SPDX-License-Identifier: MIT
//
// Rows of a trace as JSON: words instead of codes, scores as docs/cli.md defines, keys in a fixed
// order. All commands use this form. Thread rule: pure functions.
#pragma once

#include <optional>

#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::text {

// The text of a move in the dictionary; null if there is none.
Json move_json(const TraceReader& reader, std::optional<std::int64_t> move);

// Adds every column (schemas/rows.h) under its name. A key that already exists keeps its place and
// gets the new value.
void add_columns(Json& json, const SearchRow& search);
void add_columns(Json& json, const PlySummaryRow& counts);

// All columns, with these differences: "node" is the id, "bound" the claim (format.h), and
// "excluded" only appears if it lists moves. Adds "size" (null while the node is open) and "open".
Json node_json(const TraceReader& reader, const NodeRow& node);

// "type" with the table's name, all columns, and for a cutoff its "condition".
Json event_json(const TraceReader& reader, const format::EventRef& event);

// Converts a node or an event.
inline Json row_json(const TraceReader& reader, const NodeRow& node) {
  return node_json(reader, node);
}
inline Json row_json(const TraceReader& reader, const format::EventRef& event) {
  return event_json(reader, event);
}

}  // namespace plytrace::text
