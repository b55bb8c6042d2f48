// SPDX-License-Identifier: MIT
//
// A trace with the search and the pass that a question is about. Thread rule: as its reader.
#pragma once

#include <string_view>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct Selection {
  TraceReader reader;
  SearchRow search;
  PassRow pass;

  bool has_pass() const { return pass.ordinal > 0; }
};

// The node of a path or id. If an id belongs to another pass or search, that one is selected, so
// that board and path match the node.
Result<NodeRow> select_node(Selection& selection, std::string_view path_or_id);

}  // namespace plytrace
