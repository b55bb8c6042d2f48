// SPDX-License-Identifier: MIT
//
// Searches whose loop over the root's moves is a function of its own: each call below it was
// recorded as a pass, but the root was not recorded. Such passes prove their own moves, but nothing
// about the value of the search, which is only compared with them. Thread rule: pure functions.
#pragma once

#include <string>

#include "viewer/verify/pass/pass_results.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

// Whether the roots of the search were entered with different moves, or all of them with a move
// that did not lead to the position of the search: the root of a pass has none (schemas/trace.sql).
// Reads one row per pass.
bool has_moves_for_roots(const TraceReader& reader, const SearchRow& search);

// The advice in hints and reasons.
inline constexpr const char* kEnterTheRoot =
    "enter the root as a node without a move, before the loop over its moves, and leave it after";

// Makes the verdict INCOMPLETE, with the moves, their values, and whether the value of the search
// is the best of them.
void judge_root_loop(const TraceReader& reader, const SearchRow& search, Ledger& ledger,
                     const PassResults& passes);

// Why a root whose value differs from the search's need not be its root: it was entered with a
// move, or it cannot be distinguished from other roots, one of which has that value. "" otherwise.
std::string why_other_root(const TraceReader& reader, const SearchRow& search,
                           const PassResults& passes, const PassResult& root);

}  // namespace plytrace::verify
