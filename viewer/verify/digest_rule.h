// SPDX-License-Identifier: MIT
//
// Whether the rows of one of plytrace's own searches, and what it shares with others of the file
// (moves, facts), are those that were recorded: the digests that the recorder left
// (schemas/row_digest.h) against those of the rows that were read. It speaks
// last: a rule that names the row says more. Thread rule: pure function.
#pragma once

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

// `digests` of all nodes and events of the search. Nothing is judged of a recording that did not
// come to its end, nor after a finding.
void check_digests(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                   Ledger& ledger, format::SearchDigests digests);

}  // namespace plytrace::verify
