// SPDX-License-Identifier: MIT
//
// Rows of a trace as JSON, the same in every command: words for codes, scores as cli.md wants them,
// keys in a fixed order. Thread rule: pure functions.
#pragma once

#include <optional>

#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::text {

// The text of a move of the dictionary; null for none.
Json move_json(const TraceReader& reader, std::optional<std::int64_t> move);

// Every column (schemas/rows.h) by its name, as it is: behind the keys that are there, or in place
// of what one of its name held.
void add_columns(Json& json, const SearchRow& search);

// All columns but that "node" is the id, "bound" the claim (format.h), "excluded"
// only there where moves are; and "size" (null while the node is open) and "open".
Json node_json(const TraceReader& reader, const NodeRow& node);

// "type", the table, and all of its columns; a cutoff's "condition", too.
Json event_json(const TraceReader& reader, const format::EventRef& event);

// Of a node or an event.
inline Json row_json(const TraceReader& reader, const NodeRow& node) {
  return node_json(reader, node);
}
inline Json row_json(const TraceReader& reader, const format::EventRef& event) {
  return event_json(reader, event);
}

}  // namespace plytrace::text
