// SPDX-License-Identifier: MIT
//
// A trace with the search and the pass that a question is about. Thread rule: as its reader.
#pragma once

#include <string>
#include <string_view>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct Selection {
  TraceReader reader;
  SearchRow search;
  PassRow pass;
  // The user named the pass or a node of it, so that pass is meant, not the whole search.
  bool of_pass = false;

  bool has_pass() const { return pass.ordinal > 0; }
};

// The node of a path or id. If an id belongs to another pass or search, that one is selected, so
// that board and path match the node.
NodeRow select_node(Selection& selection, std::string_view path_or_id);

// The options of the rules program for a command that is shown: " --rules 'python3 checkers.py'".
std::string rules_words();

// If the user named the pass of one, the question is about the passes of both.
void mean_passes_of_both(Selection& a, Selection& b);

}  // namespace plytrace
