// SPDX-License-Identifier: MIT
//
// Rows of a trace as JSON, the same in every command: words for codes, scores as cli.md wants them,
// keys in a fixed order. Thread rule: pure functions.
#pragma once

#include <optional>

#include "viewer/plain/json.h"
#include "viewer/trace_reader.h"

namespace plytrace::text {

// The text of a move of the dictionary; null for none.
Json move_json(const TraceReader& reader, std::optional<std::int64_t> move);

// {"node","move","ply","side","kind","role","phase","depth","alpha","beta","value","bound","score",
//  "credited","best","legal","size","unrecorded","open"}; "bound" is the claim (format.h),
// "size" null while the node is open.
Json node_json(const TraceReader& reader, const NodeRow& node);

// {"type","node","id","at",...}; a child and a storing node by id.
Json event_json(const BoundUpdateRow& row);
Json event_json(const CutoffRow& row);
Json event_json(const TraceReader& reader, const TableStoreRow& row);
Json event_json(const TraceReader& reader, const TableProbeRow& row);
Json event_json(const NoteRow& row);

}  // namespace plytrace::text
