// SPDX-License-Identifier: MIT
//
// Why a move was searched, not searched, or not chosen: a chain of facts in words, with numbers and
// node ids, for any path, also one that was never searched. Nothing is told that the trace does not
// hold: where an event was not recorded, the fact says so.
//
// Errors: bad_input for a path that cannot be (an illegal move of a known game; of an unknown one,
// a move that no event names), with what there is instead. Memory does not grow with the trace.
// Thread rule: pure functions over a reader.
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
  kSkipped,         // a cutoff left it unsearched
  kBelowSkipped,    // a move above it was
  kBelowLeaf,       // the node above it was not searched further: horizon, table and so on
  kStopped,         // the search ended first
  kFiltered,        // legal by the rules, but not among the moves that the search tried
  kMaybeSkipped,    // skipped moves were not captured by name: it may be one of them
  kMaybeUnrecorded  // it may have been searched, but the recording was partial
};
std::string_view word(MoveOutcome outcome);

// What became of the move in one pass.
struct WhyPass {
  PassRow pass;
  std::optional<MoveOutcome> outcome;  // none: the path cannot be followed in this pass
  std::optional<NodeRow> node;         // where it was searched
  bool chosen = false;                 // the parent took its value
  std::string text;
};

struct WhyAnswer {
  MoveOutcome outcome = MoveOutcome::kSearched;
  std::string path;
  NodeRow node;  // of the path; where that does not exist, the last one above
  std::string node_path;
  std::string missing_move;  // below `node`; "" where the move was searched
  // Of a move of the root: was it chosen?
  std::optional<bool> chosen;
  std::string answer;  // in one sentence
  std::vector<Fact> facts;
  std::optional<CutAccount> cut;          // of the node, or that skipped the move
  std::optional<TableProbeRow> answered;  // the entry that answered the node
  std::optional<SkipTrial> trial;         // of a skipped move
  std::vector<WhyPass> passes;            // the last ones
  std::size_t passes_left_out = 0;

  // False where the trace does not hold the answer.
  bool is_certain() const {
    return outcome != MoveOutcome::kMaybeSkipped && outcome != MoveOutcome::kMaybeUnrecorded;
  }
};

struct WhySettings {
  std::size_t max_passes = 20;  // listed; 0 = all
  TrialLimits trial;            // max_nodes 0 = no trial
};

// `path` in that pass; or `node`, where one was named by its id.
Result<WhyAnswer> why(const TraceReader& reader, const SearchRow& search, const PassRow& pass,
                      std::string_view path, const std::optional<NodeRow>& node,
                      const WhySettings& settings);

}  // namespace plytrace
