// SPDX-License-Identifier: MIT
//
// Conditions on nodes as users write them, in the command find and in the explorer. One list
// defines each of them twice: as a term of SQL and as a test of a row. Also ranges, spellings of
// moves, and SQL expressions. Thread rule: pure functions.
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

// The argument of a condition; each form uses one of the members.
struct ConditionInput {
  std::vector<std::string> words;
  std::string text;
  std::int64_t number = 0;

  bool is_given() const { return !words.empty() || !text.empty() || number != 0; }
};

// One condition in both implementations. They agree for every node that was left. For an open node
// SQL knows no size, and the test uses what is recorded so far.
struct NodeCondition {
  std::string sql;  // over node_text
  std::function<bool(const TraceReader&, const NodeRow&)> holds;
};

struct ConditionKind {
  enum class Form { kWords, kWord, kText, kRange, kCounts, kNumber };

  const char* name;  // name of find's option and of the explorer's parameter
  Form form;         // kCounts: a range of whole numbers from 0
  const char* type;  // the value shown after the option in the help
  const char* help;  // followed by the words, if there are any
  std::vector<std::string> words;
  bool asks_cutoffs;  // the condition is on the node's cutoffs, not on its row
  // Makes the condition for an argument. Usage error, naming `option`, if it is not a valid range.
  Result<NodeCondition> (*make)(const ConditionInput& input, const std::string& option);
};
const std::vector<ConditionKind>& condition_kinds();

// "LO..HI", "LO..", "..HI" or one number; an omitted end is nullopt.
struct ValueRange {
  std::optional<Score> low, high;

  bool is_given() const { return low || high; }
  // A missing number is in the range only if no range was given.
  bool holds(std::optional<Score> number) const;
};
// Usage error, naming `option`, for an invalid range; `is_count`: whole numbers from 0.
Result<ValueRange> parse_range(const std::string& option, bool is_count, const std::string& text);

// The spellings under which a move may be stored: as given, and unescaped from a path or a CSV cell
// ("%3D1" is also "=1").
std::vector<std::string> spellings(const std::string& move);

// The condition with the column name fen, which node_text does not have, as the call fen(id) that
// replays the moves. Texts in quotes, and calls of fen(), stay.
std::string with_positions(const std::string& condition);

// Checks that the user's condition is a complete SQL expression, because it becomes one term among
// others: "1) OR (1" would change the meaning of the whole. Otherwise a usage error that names
// `option`.
// `term` is the text as it will run (with_positions()).
Status check_expression(const TraceReader& reader, const std::string& option,
                        const std::string& text, const std::string& term);

}  // namespace plytrace
