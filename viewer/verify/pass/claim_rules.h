// SPDX-License-Identifier: MIT
//
// What a search claims of its value, where its passes disagree, or do not cover it.
// Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/verify/pass/pass_results.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

Interval claim_of_search(const SearchRow& search, const Interval& range);

// The deciding passes prove what excludes each other, `proven`; `flags` is what they rest on.
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
  Interval scores;  // the least and the greatest value of the whole search
};
// Refuted, or incomplete where something that is not told would explain it.
void judge_uncovered(const Uncovered& it, Flags flags, Ledger& ledger);

// What to tell, where passes whose depth is not known would prove the claim together with those
// that decide; none where they would not.
std::optional<std::string> untold_depths(const DecidingPasses& deciding, const Interval& claim);

}  // namespace plytrace::verify
