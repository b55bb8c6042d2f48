// SPDX-License-Identifier: MIT
//
// Runs of the engine of the tests: random sound searches, several in a file, and searches with one
// bug. Thread rule: pure functions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/viewer/verify/foreign/engine.h"

namespace plytrace::test::foreign {

// One search with what the judges compare it with.
struct Searched {
  Trace trace;
  Style style;
  Score truth = 0;       // of the root at the depth that was searched, MAX's view
  bool complete = true;  // everything recorded, nothing stopped: must be VERIFIED
  Outcome outcome;
};

// A file of one to `most` sound searches; the same for the same seed.
std::vector<Searched> sound_runs(std::uint64_t seed, int most);

// A search with the bug in one place, and nothing in `outcome.planted` where it found no place.
// `complete`: everything is recorded.
Searched run_with_bug(std::uint64_t seed, Bug bug);
// The same search by the same engine without the bug.
Searched run_without_bug(std::uint64_t seed, Bug bug);

// Whether what the search claims of its root holds for the true value.
bool is_claim_true(const Searched& run);

std::vector<Trace> traces_of(const std::vector<Searched>& runs);

}  // namespace plytrace::test::foreign
