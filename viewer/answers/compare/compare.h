// SPDX-License-Identifier: MIT
//
// Compares two searches of one position, aligned by move, and their costs. With a baseline, also
// judges whether B agrees with A within limits. Thread rule: each call runs in one thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/pass_stats.h"
#include "viewer/answers/compare/comparison.h"
#include "viewer/answers/compare/search_result.h"
#include "viewer/format/json.h"

namespace plytrace::answers {

struct CompareQuestion {
  CompareInput a, b;
  CompareSettings settings{};
  std::optional<BaselineLimits> baseline{};
};

// The comparison of B with the baseline A.
struct Baseline {
  ResultChanges found;
  std::optional<double> nodes_change;  // change from A to B, in percent
  std::optional<double> value_change;
  std::vector<std::string> refuted;  // "B is REFUTED"

  bool is_comparable() const { return found.not_comparable.empty(); }
  bool is_same(std::string_view what) const { return is_comparable() && found.of(what) == nullptr; }
  bool ok() const { return is_comparable() && refuted.empty() && found.changes.empty(); }
};

struct CompareAnswer {
  Comparison found;
  SearchCost cost_a, cost_b;
  // Reasons why fewer nodes are not a saving, and why the roots have different values.
  std::vector<std::string> no_saving;
  std::string roots_differ;
  std::optional<Baseline> baseline;

  bool of_several_passes() const { return cost_a.passes > 1 || cost_b.passes > 1; }
  // A difference within the baseline's limits agrees; contradicting claims never do.
  bool agrees() const;
};

CompareAnswer answer(const CompareQuestion& question);
// The exit code of a command that gave the answer (docs/cli.md).
Status exit_status(const CompareQuestion& question, const CompareAnswer& answer);

text::Json json(const CompareQuestion& question, const CompareAnswer& answer);
// "no contradiction in 21 pairs of equal depth", "not compared: ..."
std::string claims_words(const Comparison& found);
// "2 pairs exclude each other, but rest on assumptions (table)"; "" if none do.
std::string conditional_words(const Comparison& found);
// The first difference of two searches; null if there is none.
text::Json json(const std::optional<FirstDifference>& difference);
std::string lines(const CompareQuestion& question, const CompareAnswer& answer);

}  // namespace plytrace::answers
