// SPDX-License-Identifier: MIT
//
// What a suite keeps of an earlier run: the rows of its table that answer its questions, and the
// traces that rows name. A trace that a kept row names is never overwritten. Thread rule: one
// thread an object.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "viewer/commands/make/suite_run.h"
#include "viewer/commands/make/suite_table.h"

namespace plytrace {

// The rows that a run has so far, in the order of the input.
struct SuiteDone {
  std::vector<std::optional<SuiteRow>> rows;
  std::size_t reused = 0;
  bool has_given_up_rows = false;  // the table has rows of parts that are searched again
  // The file names of the traces to make, by the first search of their part.
  std::map<std::size_t, std::string> traces;

  // The searches of the plan's share that have no row.
  std::vector<std::size_t> due(const SuitePlan& plan) const;
};

// Takes from the table what need not be searched again, and names the traces that the other
// searches are recorded in, in `folder`. Errors: of a search that cannot be prepared.
Result<SuiteDone> resume(const SuitePlan& plan, SuiteTable& table, const std::string& folder);

}  // namespace plytrace
