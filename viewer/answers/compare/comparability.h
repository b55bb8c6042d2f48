// SPDX-License-Identifier: MIT
//
// Finds, in words, what makes the costs, settings or values of two searches of one position
// incomparable. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/answers/compare/comparison.h"

namespace plytrace {

// Reasons why fewer nodes of one search are not a saving: "the depths differ: 5 in A, 6 in B".
// Empty if there is none.
std::vector<std::string> why_no_saving(const CompareInput& a, const CompareInput& b,
                                       const Comparison& found);

// What differs between the searches: game, position, depth, algorithm, evaluator, options. A
// baseline comparison is valid only if nothing does.
std::vector<std::string> other_settings(const CompareInput& a, const CompareInput& b);

// Why the roots have different values without contradicting each other; "" if the values are equal
// or do contradict.
std::string why_roots_may_differ(const CompareInput& a, const CompareInput& b,
                                 const Comparison& found);

}  // namespace plytrace
