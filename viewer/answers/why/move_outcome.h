// SPDX-License-Identifier: MIT
//
// Explains why a move was searched, not searched, or not chosen, as a list of facts with numbers
// and node ids. Works for any path, also if it was never searched. Says only what the trace
// contains; if an event was not recorded, a fact says so.
//
// Errors: bad_input for an impossible path (an illegal move of a known game, or for an unknown game
// a move that no event names), with the moves that exist there. Memory does not grow with the
// trace. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/status.h"
#include "viewer/answers/why/cut_account.h"
#include "viewer/answers/why/fact.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

enum class MoveOutcome : std::uint8_t {
  kSearched,
  kSkipped,         // a cutoff skipped it
  kBelowSkipped,    // a cutoff skipped a move above it
  kExcluded,        // it, or a move above it, was left out on purpose
  kBelowLeaf,       // the node above it was a leaf: horizon, table and so on
  kStopped,         // the search ended first
  kFiltered,        // legal, but not among the moves that the search tried
  kMaybeSkipped,    // skipped moves were not recorded by name; it may be one of them
  kMaybeUnrecorded  // it may have been searched, but the recording was partial
};
std::string_view word(MoveOutcome outcome);

// The outcome of the move in one pass.
struct WhyPass {
  PassRow pass;
  std::optional<MoveOutcome> outcome;  // nullopt: the path does not exist in this pass
  std::optional<NodeRow> node;         // the node, if the move was searched
  bool chosen = false;                 // the parent took its value
  std::string text;
};

struct WhyAnswer {
  SearchRow search;
  PassRow pass;
  MoveOutcome outcome = MoveOutcome::kSearched;
  std::string path;
  NodeRow node;  // the node of the path or, if that does not exist, the last one above
  std::string node_path;
  std::string missing_move;  // the first missing move below `node`; "" if there is none
  // Whether a move of the root was chosen; nullopt for other moves.
  std::optional<bool> chosen;
  std::string answer;  // one sentence
  std::vector<Fact> facts;
  std::optional<CutAccount> cut;  // the cutoff of the node, or the one that skipped the move
  std::optional<TableProbeRow> answered;  // the table entry that answered the node
  std::optional<SkipTrial> trial;         // for a skipped move
  std::vector<WhyPass> passes;            // the last ones
  std::size_t passes_left_out = 0;

  // False if the trace does not contain the answer.
  bool is_certain() const {
    return outcome != MoveOutcome::kMaybeSkipped && outcome != MoveOutcome::kMaybeUnrecorded;
  }
};

struct WhyQuestion {
  SearchRow search;
  PassRow pass;
  std::string path;             // path of the move in that pass
  std::optional<NodeRow> node;  // or the node, if it was named by its id
  std::size_t max_passes = 20;  // number listed; 0: all
  TrialLimits trial{};          // max_nodes 0: no check search
};

// The child whose value the parent took, recorded or found as by `pv`; nullopt if none is proven.
// `pass`: the pass of the parent.
std::optional<NodeRow> taken_child(const TraceReader& reader, const SearchRow& search,
                                   const PassRow& pass, const NodeRow& parent);

// Says how `node` ended: "the search ended in #1 (/)", or "the recording ends in #1 (/)"
// if the search may have gone on.
std::string end_words(const TraceReader& reader, const SearchRow& search, const NodeRow& node);

WhyAnswer why(const TraceReader& reader, const WhyQuestion& question);

}  // namespace plytrace
