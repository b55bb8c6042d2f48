// SPDX-License-Identifier: MIT
//
// The rows of passes and of the search against what the scan found. Thread rule: pure functions.
#pragma once

#include <map>
#include <vector>

#include "viewer/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/report/ledger.h"
#include "viewer/verify/scan/scanner.h"

namespace plytrace::verify {

using PassResults = std::map<std::int64_t, PassResult>;  // by root

void check_pass(const TraceReader& reader, const Facts& facts, Ledger& ledger,
                const PassResult& pass);

// What the row of a root claims of its value; none where it has no value.
std::optional<Interval> root_claim(const NodeRow& root, const Facts& facts);

// What the complete passes at completed_depth prove of the root, and which these are, by id.
struct RootProof {
  std::optional<Interval> proven;
  std::vector<std::int64_t> passes;
};
// The claim of the search against that.
RootProof check_search(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                       Ledger& ledger, const PassResults& passes, const Interval& scores);

// pass_lost and best_not_first, over the passes in order.
void warn_about_passes(const TraceReader& reader, Ledger& ledger, const PassResults& passes);

}  // namespace plytrace::verify
