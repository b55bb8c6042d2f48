// SPDX-License-Identifier: MIT
//
// Rows of a trace as JSON, the same in every command: words for codes, scores as cli.md wants them,
// keys in a fixed order. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/cli/cli.h"
#include "viewer/trace_reader.h"

namespace plytrace::text {

// A text of a trace, made valid UTF-8.
cli::Json text_json(const std::string& text);
cli::Json texts_json(const std::vector<std::string>& texts);
// A number, null for none.
cli::Json number_json(std::optional<std::int64_t> number);
// The text of a move of the dictionary; null for none.
cli::Json move_json(const TraceReader& reader, std::optional<std::int64_t> move);

// {"node","move","ply","side","kind","role","phase","depth","alpha","beta","value","bound","score",
//  "credited","best","legal","size","unrecorded","open"}; "bound" is the claim (format.h),
// "size" null while the node is open.
cli::Json node_json(const TraceReader& reader, const NodeRow& node);

// {"type","node","id","at",...}; a child and a storing node by id.
cli::Json event_json(const BoundUpdateRow& row);
cli::Json event_json(const CutoffRow& row);
cli::Json event_json(const TraceReader& reader, const TableStoreRow& row);
cli::Json event_json(const TraceReader& reader, const TableProbeRow& row);
cli::Json event_json(const NoteRow& row);

}  // namespace plytrace::text
