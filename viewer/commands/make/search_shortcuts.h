// SPDX-License-Identifier: MIT
//
// What `search --verify`, `--render` and `--compare` do with the trace that was just made: the same
// as `verify`, `render` and `compare`. Thread rule: one thread.
#pragma once

#include <string>

#include "viewer/commands/made_trace.h"
#include "viewer/commands/make/recorded_search.h"
#include "viewer/commands/make/search_options.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace {

// Judges the last search of a trace. `name` stands for the trace in the report.
Result<verify::JudgedSearch> judge_last_search(const std::string& trace, const std::string& name);

// Checks everything about a picture that can be checked before the search. `output` has the trace.
void check_picture(const std::string& file, const Destination& output);
// Draws the last search of a trace. `named`: the caption says how the trace is called.
void draw_last_search(const std::string& trace, bool named, const std::string& file, bool force);

// Runs a search into a trace, which is `temporary` if that is not null. A failure of a temporary
// trace does not name its file.
Result<SearchOutcome> run_into(const PreparedSearch& search, const Destination& destination,
                               const MadeTrace* temporary);

// Searches the position by two searchers, as in "minimax,alphabeta", and compares the searches.
// Both are recorded in the output, or in a temporary trace. An option of `command` that both
// searchers replace is a usage error.
Status compare_searchers(const cli::Command& command, const SearchOptions& options,
                         const std::string& searchers);

}  // namespace plytrace
