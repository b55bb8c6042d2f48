// SPDX-License-Identifier: MIT
//
// Conditions on nodes as people write them, in the command find and in the explorer: one list of
// them, each both as a term of SQL and as a test of a row; ranges, moves in their spellings, SQL
// expressions. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/score.h"
#include "core/status.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

// What a condition is asked by, of which each form has one.
struct ConditionInput {
  std::vector<std::string> words;
  std::string text;
  std::int64_t number = 0;

  bool is_given() const { return !words.empty() || !text.empty() || number != 0; }
};

// One condition, in both ways in which nodes are looked for. They say the same of every node that
// was left: SQL knows no size of an open one, the test takes what was recorded of it so far.
struct NodeCondition {
  std::string sql;  // over node_text
  std::function<bool(const TraceReader&, const NodeRow&)> holds;
};

struct ConditionKind {
  enum class Form { kWords, kWord, kText, kRange, kCounts, kNumber };

  const char* name;  // of the option of find, and of the explorer's parameter
  Form form;         // kCounts: a range of whole numbers from 0
  const char* type;  // what stands behind the option
  const char* help;  // the words follow, where there are any
  std::vector<std::string> words;
  bool asks_cutoffs;  // not the row of the node
  // Of an input that is given. Usage error, naming `option`, for what is no range.
  Result<NodeCondition> (*make)(const ConditionInput& input, const std::string& option);
};
const std::vector<ConditionKind>& condition_kinds();

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
