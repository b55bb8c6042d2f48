// SPDX-License-Identifier: MIT
//
// What keeps the costs, the settings and the values of two searches of one position from being held
// against each other, in words. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/answers/compare/comparison.h"

namespace plytrace {

// Why fewer nodes of one search are no saving: "the depths differ: 5 in A, 6 in B". Empty where
// they are one.
std::vector<std::string> why_no_saving(const CompareInput& a, const CompareInput& b,
                                       const Comparison& found);

// What was searched otherwise in B than in A: game, position, depth, algorithm, evaluator, options.
// A baseline holds only where there is nothing.
std::vector<std::string> other_settings(const CompareInput& a, const CompareInput& b);

// Why the roots, whose values differ, do not contradict each other; "" where they have one value,
// or do contradict.
std::string why_roots_may_differ(const CompareInput& a, const CompareInput& b,
                                 const Comparison& found);

}  // namespace plytrace
