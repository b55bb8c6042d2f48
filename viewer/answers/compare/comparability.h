// SPDX-License-Identifier: MIT
//
// Finds, in words, what makes the costs, settings or values of two searches of one position
// incomparable. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/answers/compare/comparison.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace {

// The depth of the pass; without one, that of its root, or else of the search.
std::optional<std::int64_t> searched_depth(const CompareInput& input);

// The options that differ, as JSON or "not set"; nullopt if one text is not a JSON object.
struct OtherOption {
  std::string name, in_a, in_b;
};
std::optional<std::vector<OtherOption>> other_options(const std::string& a, const std::string& b);

// Reasons why fewer nodes of one search are not a saving: "the depths differ: 5 in A, 6 in B".
// Empty if there is none. The caller adds findings of verify (refuted_sides()).
std::vector<std::string> why_no_saving(const CompareInput& a, const CompareInput& b,
                                       const Comparison& found);

// "A is REFUTED", for each side that is.
std::vector<std::string> refuted_sides(verify::Verdict a, verify::Verdict b);

// Why the roots need not contradict each other though their values or claims differ; "" if they are
// equal or do contradict.
std::string why_roots_may_differ(const CompareInput& a, const CompareInput& b,
                                 const Comparison& found);

}  // namespace plytrace
