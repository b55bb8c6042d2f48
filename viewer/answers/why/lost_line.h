// SPDX-License-Identifier: MIT
//
// Finds where a line was lost. The line, a list of moves from the root, is a refutation that the
// search missed. It is followed ply by ply through a pass, up to the first thing that kept the pass
// from playing it:
//
//   cutoff, forward_cut   a cutoff skipped the next move of the line; `cut` is its row
//   left_out              the node left the next move out on purpose
//   table                 a table entry answered for the node
//   reduction             the search ended before the last move after a reduction on the line, or a
//                         move was searched only with reduced depth and not taken
//   horizon               the search ended before the last move without a reduction on the line: an
//                         extension is missing
//   leaf                  the line cannot continue: the game is over, a draw, or a known value
//   not_chosen            the line was searched to its end, but a side took another move
//   stopped               the search ended first
//   unknown               the trace does not record the reason
//
// Hand-overs to another search of the same position (quiescence) are followed; the line does not
// name them. Errors: bad_input for an illegal move and, in an unknown game, for a move that no
// event names. Thread rule: pure functions over a reader.
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
  kLeftOut,
  kTable,
  kReduction,
  kHorizon,
  kLeaf,
  kNotChosen,
  kStopped,
  kUnknown
};
std::string_view word(LineLoss loss);

// A searched node of the line, including hand-overs.
struct LineStep {
  std::int64_t ply = 0;  // 1 is the line's first move
  NodeRow node;
  std::optional<std::int64_t> depth_gain;  // negative: searched with reduced depth
  bool chosen = false;                     // the parent took its value
};

struct LineStory {
  PassRow pass;
  std::vector<LineStep> steps;
  std::int64_t length = 0;       // number of moves
  std::optional<LineLoss> loss;  // nullopt: the pass played the line
  std::int64_t ply = 0;          // the ply at which the line was lost
  std::optional<NodeRow> node;   // the node with the cutoff, entry or reduction
  std::optional<CutoffRow> cut;
  std::optional<TableProbeRow> entry;
  std::string text;
  std::vector<Fact> facts;  // facts: which node set the bound that caused the cutoff
};

LineStory follow_line(const TraceReader& reader, const SearchRow& search, const PassRow& pass,
                      std::string_view path);

}  // namespace plytrace
