// SPDX-License-Identifier: MIT
//
// The options that choose what a command reads: a trace file, a search in it, a pass of that
// search. Thread rule: one thread a selection, as for its reader.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/cli/command.h"
#include "viewer/meaning/view.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/game/game_at.h"

namespace plytrace::cli {

struct TraceOptions {
  std::string file;
  std::optional<std::int64_t> search, pass;
};
// A command that can do without a trace says what it does then.
enum class Need { kRequired, kOptional };
void add_trace_options(Command* command, TraceOptions& options, Need need = Need::kRequired);
// The trace file alone, for a command that looks at all of it.
void add_trace_file(Command* command, std::string& file, Need need = Need::kRequired);
// --perspective: whose counting of scores is shown. max and side are the words of the column
// search.perspective; engine is the one of them that the search declares.
enum class Perspective { kMax, kSide, kEngine };
void add_perspective(Command* command, Perspective& perspective);
text::View view_of(Perspective perspective, const SearchRow& search);
// "MAX sees", "the side to move sees", "the engine counts": them.
std::string perspective_words(Perspective perspective);

// A trace that the answer of the command rests on (cli::rely_on).
Result<TraceReader> open_trace(const std::string& file);

// An open trace with the chosen search and pass.
struct Selection {
  TraceReader reader;
  SearchRow search;
  PassRow pass;

  bool has_pass() const { return pass.ordinal > 0; }
};
Result<Selection> select(const TraceOptions& options);
// The same, but where the recorder died before the first pass there is none.
Result<Selection> select_or_passless(const TraceOptions& options);
std::string passless_words(const Selection& selection);

// One pass of a search, or all of them: what asks where the nodes of a search went takes all.
struct PassesOptions {
  std::string file, pass = "all";
  std::optional<std::int64_t> search;
};
void add_passes_options(Command* command, PassesOptions& options);
struct PassesSelection {
  TraceReader reader;
  SearchRow search;
  std::vector<PassRow> passes;          // by id
  std::optional<std::int64_t> ordinal;  // of the one that was chosen
  std::uint64_t nodes() const;          // in them, as far as they say
};
Result<PassesSelection> select_passes(const PassesOptions& options);

// The node of a path or id. An id may lie in another pass or search than the chosen one: then these
// are chosen instead, so that the board and the path belong to the node.
Result<NodeRow> select_node(Selection& selection, std::string_view path_or_id);

using verify::game_at;
using verify::game_of;

}  // namespace plytrace::cli
