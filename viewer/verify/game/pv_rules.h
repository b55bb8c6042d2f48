// SPDX-License-Identifier: MIT
//
// The principal variation that a search reports, against the rules of the game (pv_legal) and the
// recorded tree (pv_value, pv_mate). Thread rule: pure function.
#pragma once

#include <optional>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

// `root`: of the pass that the value of the search comes from; null if that is not known.
// `mate_base`: what mate-in-0 is worth; nullopt if that is not known.
void check_pv(const TraceReader& reader, const SearchRow& search, const Facts& facts,
              Ledger& ledger, const NodeRow* root, std::optional<Score> mate_base);

}  // namespace plytrace::verify
