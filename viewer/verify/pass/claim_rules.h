// SPDX-License-Identifier: MIT
//
// Rules for the claim of a search whose passes disagree or do not cover the claim.
// Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/verify/pass/pass_results.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

Interval claim_of_search(const SearchRow& search, const Interval& range);

// Judges the claim of a search whose deciding passes contradict each other. `proven` has the
// strongest lower and the strongest upper end of their proofs; `flags`: what these rest on.
void check_disagreeing_passes(const TraceReader& reader, const SearchRow& search,
                              const Facts& facts, Ledger& ledger,
                              const std::vector<const PassResult*>& deciding, Flags flags,
                              const Interval& proven);

// A claim that the deciding passes do not cover.
struct Uncovered {
  const TraceReader& reader;
  const SearchRow& search;
  const Facts& facts;
  const PassResults& passes;
  const DecidingPasses& deciding;
  Interval claim, proven;
  Interval scores;  // the smallest and the largest value in the whole search
};
// REFUTED, or INCOMPLETE if something unreported could explain it.
void judge_uncovered(const Uncovered& it, Flags flags, Ledger& ledger);

// The reason for INCOMPLETE, if passes of unknown depth would prove the claim together with the
// deciding ones; nullopt if they would not.
std::optional<std::string> untold_depths(const DecidingPasses& deciding, const Interval& claim);

}  // namespace plytrace::verify
