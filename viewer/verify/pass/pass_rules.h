// SPDX-License-Identifier: MIT
//
// Compares the row of a pass with its nodes. Thread rule: pure functions.
#pragma once

#include "viewer/verify/pass/pass_results.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

void check_pass(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                Ledger& ledger, const PassResult& pass);

// Warnings pass_lost and best_not_first, over the passes in order.
void warn_about_passes(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                       Ledger& ledger, const PassResults& passes);

}  // namespace plytrace::verify
