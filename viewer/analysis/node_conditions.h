// SPDX-License-Identifier: MIT
//
// Conditions on nodes as people write them, in the command find and in the explorer: ranges, moves
// in their spellings, SQL expressions. Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/score.h"
#include "core/status.h"
#include "viewer/trace_reader.h"

namespace plytrace {

// The words that a node's kind, its role and its cutoffs are asked for by.
struct ConditionWords {
  std::vector<std::string> kind, role, cutoff;
};
const ConditionWords& condition_words();

// "LO..HI", "LO..", "..HI" or one number; the ends that were left out are none.
struct ValueRange {
  std::optional<Score> low, high;

  bool is_given() const { return low || high; }
  // Of no number only the range that was not given.
  bool holds(std::optional<Score> number) const;
};
// Usage error, naming `option`, for what is no range; `is_count`: of whole numbers from 0.
Result<ValueRange> parse_range(const std::string& option, bool is_count, const std::string& text);

// A move as it is, and as a path or a CSV cell writes it: "%3D1" is also "=1".
std::vector<std::string> spellings(const std::string& move);

// The user's condition becomes one term among others, so it has to be one expression by itself:
// what "1) OR (1" would make of the whole is not what was asked. Usage error, naming
// `option`, where it is none.
Status check_expression(const TraceReader& reader, const std::string& option,
                        const std::string& text);

}  // namespace plytrace
