// SPDX-License-Identifier: MIT
//
// Runs the test engine: random sound searches, several per file, and searches with one bug. Thread
// rule: pure functions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/viewer/verify/foreign/engine.h"

namespace plytrace::test::foreign {

// One search and the facts that judges compare it with.
struct Searched {
  Trace trace;
  Style style;
  Score truth = 0;       // true value of the root at the searched depth, MAX's view
  bool complete = true;  // everything recorded, nothing stopped: must be VERIFIED
  Outcome outcome;
};

// One to `most` sound searches for a file; equal seeds give equal files.
std::vector<Searched> sound_runs(std::uint64_t seed, int most, Styles styles = Styles::kAll);

// A search with the bug in one place; `outcome.planted` is empty if it found no place. With
// `complete` everything is recorded.
Searched run_with_bug(std::uint64_t seed, Bug bug);
// The same search by the same engine without the bug.
Searched run_without_bug(std::uint64_t seed, Bug bug);

// Whether the search's claim about its root is true.
bool is_claim_true(const Searched& run);

std::vector<Trace> traces_of(const std::vector<Searched>& runs);

}  // namespace plytrace::test::foreign
