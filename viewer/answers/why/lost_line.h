// SPDX-License-Identifier: MIT
//
// Where a line was lost: a line of moves from the root (the refutation that the search missed),
// followed ply by ply through a pass, to the first thing that kept the pass from playing it.
//
//   cutoff, forward_cut   its next move was skipped; the row that says so
//   table                 an entry answered for it
//   reduction             it ended before its last move, and a move of it had been searched less
//                         deep; or a move of it was searched less deep only, and not taken
//   horizon               it ended before its last move, with no depth lost: an extension is
//   missing leaf                  it cannot go on there: the game is over, a draw, a known value
//   not_chosen            it was searched to its end, and a side took another move
//   stopped               the search ended first
//   unknown               the trace does not say
//
// A hand-over to another search of the same position (quiescence) is followed without being named.
// Errors: bad_input for a move that is not legal, or that no event names in a game that is not
// known. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/answers/why/fact.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

enum class LineLoss : std::uint8_t {
  kCutoff,
  kForwardCut,
  kTable,
  kReduction,
  kHorizon,
  kLeaf,
  kNotChosen,
  kStopped,
  kUnknown
};
std::string_view word(LineLoss loss);

// A move of the line that was searched, hand-overs included.
struct LineStep {
  std::int64_t ply = 0;  // of the line: 1 is its first move
  NodeRow node;
  std::optional<std::int64_t> depth_gain;  // below 0: searched less deep than its parent's depth
  bool chosen = false;                     // its parent took its value
};

struct LineStory {
  PassRow pass;
  std::vector<LineStep> steps;
  std::int64_t length = 0;       // moves of the line
  std::optional<LineLoss> loss;  // none: the pass played it
  std::int64_t ply = 0;          // of the line, where it was lost
  std::optional<NodeRow> node;   // that is to blame: where the cutoff, the entry, the reduction is
  std::optional<CutoffRow> cut;
  std::optional<TableProbeRow> entry;
  std::string text;
  std::vector<Fact> facts;  // who set the bound that cut
};

Result<LineStory> follow_line(const TraceReader& reader, const SearchRow& search,
                              const PassRow& pass, std::string_view path);

}  // namespace plytrace
