// SPDX-License-Identifier: MIT
//
// The options that choose what a command reads: a trace file, a search in it, and a pass of that
// search. Thread rule: as the reader of the selection.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/answers/selection.h"
#include "viewer/cli/command.h"
#include "viewer/meaning/view.h"

namespace plytrace::cli {

struct TraceOptions {
  std::string file;
  std::optional<std::int64_t> search, pass;
  std::string moves = "trace";  // add_moves()
};
// Whether the command needs a trace.
enum class Need { kRequired, kOptional };
void add_trace_options(Command* command, TraceOptions& options, Need need = Need::kRequired);
// Adds the trace file only, for a command that reads the whole file.
void add_trace_file(Command* command, std::string& file, Need need = Need::kRequired);
// --moves: the notation in which texts for people name moves. select() applies it.
void add_moves(Command* command, std::string& moves);
Status name_moves(TraceReader& reader, const SearchRow& search, const std::string& moves);
// --perspective: the point of view of the displayed scores. max and side are the words of the
// column search.perspective; engine means the one that the search declares.
enum class Perspective { kMax, kSide, kEngine };
void add_perspective(Command* command, Perspective& perspective);
text::View view_of(Perspective perspective, const SearchRow& search);
// Text such as "MAX sees", "the side to move sees", "the engine counts".
std::string perspective_words(Perspective perspective);

// Opens a trace on which the answer of the command depends (cli::rely_on()).
Result<TraceReader> open_trace(const std::string& file);

// An open trace with the chosen search and pass.
Result<Selection> select(const TraceOptions& options);
// The same, but if the recorder died before the first pass, no pass is selected.
Result<Selection> select_or_passless(const TraceOptions& options);
std::string passless_words(const Selection& selection);

// One pass of a search, or all of them (the default for commands about the whole search).
struct PassesOptions {
  std::string file, pass = "all", moves = "trace";
  std::optional<std::int64_t> search;
};
void add_passes_options(Command* command, PassesOptions& options);
struct PassesSelection {
  TraceReader reader;
  SearchRow search;
  std::vector<PassRow> passes;          // by id
  std::optional<std::int64_t> ordinal;  // number of the chosen pass
  std::uint64_t nodes() const;          // sum over the passes that record their node count
};
Result<PassesSelection> select_passes(const PassesOptions& options);

}  // namespace plytrace::cli
