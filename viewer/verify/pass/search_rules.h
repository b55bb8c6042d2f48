// SPDX-License-Identifier: MIT
//
// Compares the row of a search with its passes: its claim, and its other results.
// Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/verify/pass/pass_results.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

// The proof about the root by the complete passes of completed_depth, and the ids of these passes.
struct RootProof {
  std::optional<Interval> proven;
  std::vector<std::int64_t> passes;
  // The search claims a value for the depth of these passes, and they prove the claim and show its
  // value, best move and first move of the line: it needs no other pass.
  bool shows_result = false;
};
// Compares the claim with the proof. `scores`: the smallest and the largest value of its nodes.
RootProof check_search(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                       Ledger& ledger, const PassResults& passes, const Interval& scores);

}  // namespace plytrace::verify
