// SPDX-License-Identifier: MIT
//
// The row of a search against its passes: its claim, and what else it tells of its result.
// Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/verify/pass/pass_results.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

// What the complete passes at completed_depth prove of the root, and which these are, by id.
struct RootProof {
  std::optional<Interval> proven;
  std::vector<std::int64_t> passes;
};
// The claim of the search against that. `scores`: the least and the greatest value of its nodes.
RootProof check_search(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                       Ledger& ledger, const PassResults& passes, const Interval& scores);

}  // namespace plytrace::verify
