// SPDX-License-Identifier: MIT
//
// Checks that the rows of one of plytrace's own searches, and the rows it shares with other
// searches of the file (moves, facts), are those that were recorded: it compares the recorder's
// digests (schemas/row_digest.h) with those of the rows that were read. It runs last, because a
// rule that names the row says more. Thread rule: pure functions.
#pragma once

#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

// The differences, one for each table; none where rows and digests need not agree (an unfinished
// recording, another engine). `digests`: of all nodes and events of the search.
std::vector<Words> alterations(const TraceReader& reader, const SearchRow& search,
                               const Facts& facts, format::SearchDigests digests);

// Whether these nodes and events are those that were recorded; false if no digest says so.
bool are_rows_as_recorded(const TraceReader& reader, const SearchRow& search,
                          const format::SearchDigests& digests);

// Reports them, unless there is another finding.
void check_digests(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                   Ledger& ledger, const format::SearchDigests& digests);

}  // namespace plytrace::verify
