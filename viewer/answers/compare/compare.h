// SPDX-License-Identifier: MIT
//
// Two searches of one position, aligned by move, with what each cost; and, where a baseline is
// wanted, whether B is what A leads one to expect. Thread rule: one thread a call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/pass_stats.h"
#include "viewer/answers/compare/comparison.h"
#include "viewer/format/json.h"

namespace plytrace::answers {

// How far B may be from A.
struct BaselineLimits {
  double nodes = 0;  // in percent
  double value = 0;  // in score
};

struct CompareQuestion {
  CompareInput a, b;
  bool of_passes = false;  // passes were named: their nodes count, not those of all passes
  CompareSettings settings{};
  std::optional<BaselineLimits> baseline{};
};

// B held against A as what is expected.
struct Baseline {
  std::optional<double> nodes_change;  // of B against A, in percent
  std::optional<double> value_change;
  bool nodes_ok = false, value_ok = false, best_move_ok = false;
  std::vector<std::string> not_comparable;  // what was searched otherwise

  bool is_comparable() const { return not_comparable.empty(); }
  bool ok() const { return is_comparable() && nodes_ok && value_ok && best_move_ok; }
};

struct CompareAnswer {
  Comparison found;
  SearchCost cost_a, cost_b;
  // Why fewer nodes are no saving, and why the roots may have two values.
  std::vector<std::string> no_saving;
  std::string roots_differ;
  std::optional<Baseline> baseline;

  bool of_several_passes() const { return cost_a.passes > 1 || cost_b.passes > 1; }
  // A change within the limits of the baseline agrees, but contradicting claims never do.
  bool agrees() const;
};

Result<CompareAnswer> answer(const CompareQuestion& question);

text::Json json(const CompareQuestion& question, const CompareAnswer& answer);
// Where two searches first differ; null where they do not.
text::Json json(const std::optional<FirstDifference>& difference);
std::string lines(const CompareQuestion& question, const CompareAnswer& answer);

}  // namespace plytrace::answers
