// SPDX-License-Identifier: MIT
//
// The row of a search in the tables of `suite` and of `search --positions --format csv`: what was
// asked, what was found, and what judged it. All tables have the same columns, so that the rows of
// two runs can be joined to one file. Thread rule: values.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/name_in.h"
#include "viewer/commands/make/recorded_search.h"
#include "viewer/format/json.h"

namespace plytrace {

inline constexpr auto kSuiteColumns = std::to_array<std::string_view>({"position",
                                                                       "line",
                                                                       "game",
                                                                       "game_options",
                                                                       "searcher",
                                                                       "algorithm",
                                                                       "order",
                                                                       "table",
                                                                       "evaluator",
                                                                       "options",
                                                                       "depth",
                                                                       "completed_depth",
                                                                       "value",
                                                                       "bound",
                                                                       "best_move",
                                                                       "nodes",
                                                                       "leaf_evaluations",
                                                                       "ordering_evaluations",
                                                                       "alpha_cutoffs",
                                                                       "beta_cutoffs",
                                                                       "cutoffs_skipping",
                                                                       "skipped",
                                                                       "eval_cache_hits",
                                                                       "table_hits",
                                                                       "seconds",
                                                                       "status",
                                                                       "trace",
                                                                       "search",
                                                                       "verdict",
                                                                       "digest"});
using SuiteColumn = NameIn<kSuiteColumns>;

// The cells as text; "" where there is no value.
struct SuiteRow {
  std::array<std::string, std::size(kSuiteColumns)> cells;

  std::string& operator[](SuiteColumn column) { return cells[column.index]; }
  const std::string& operator[](SuiteColumn column) const { return cells[column.index]; }
};

// The row as it is known before the search: all columns up to the depth.
SuiteRow asked_row(const PreparedSearch& search, int line, const std::string& searcher);
void add_result(const PreparedSearch& search, const SearchOutcome& outcome, SuiteRow& row);

// Equal for two rows that ask the same of the same position.
std::string question_of(const SuiteRow& row);
// Equal for two rows of one searcher, at any position and depth.
std::string searcher_of(const SuiteRow& row);

// Lines of CSV, each with its newline.
std::string suite_heading();
std::string suite_line(const SuiteRow& row);
// An object with a key for each column; null if there is no value.
text::Json suite_json(const SuiteRow& row);

// Reads a table. Its columns may be in any order, further columns are ignored, and the heading may
// occur again, as in two tables that were joined. Bad input: no such table.
Result<std::vector<SuiteRow>> parse_suite_table(const std::string& file, const std::string& text);

}  // namespace plytrace
