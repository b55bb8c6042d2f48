// SPDX-License-Identifier: MIT
//
// Searches whose loop over the root's moves is a function of its own: each call below it was
// recorded as a pass, and the root was not. Such passes prove their own moves, and nothing about
// the value of the search, which is only compared with them.
// Thread rule: pure functions.
#pragma once

#include <string>

#include "viewer/verify/pass/pass_results.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

// Whether the roots of the search were entered with two or more different moves. Reads one row a
// pass, and no row of a search that has one pass.
bool has_moves_for_roots(const TraceReader& reader, const SearchRow& search);

// What to do about it, for hints and reasons.
inline constexpr const char* kEnterTheRoot =
    "enter the root as a node without a move, before the loop over its moves, and leave it after";

// INCOMPLETE, with the moves, their values, and whether the value of the search is the best.
void judge_root_loop(const TraceReader& reader, const SearchRow& search, Ledger& ledger,
                     const PassResults& passes);

// Why a root that does not have the value of the search need not be its root: it was entered with a
// move, or nothing distinguishes it from other roots, of which one has that value. "" where neither
// holds.
std::string why_other_root(const TraceReader& reader, const SearchRow& search,
                           const PassResults& passes, const PassResult& root);

}  // namespace plytrace::verify
