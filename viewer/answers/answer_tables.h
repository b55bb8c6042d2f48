// SPDX-License-Identifier: MIT
//
// The tables by ply and by pass of stats, compare, info and report. Their text, JSON, CSV and
// report pages are made from these tables. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/pass_stats.h"
#include "viewer/answers/compare/comparison.h"
#include "viewer/format/answer_table.h"

namespace plytrace {

// Rows of a long list that the text shows.
inline constexpr std::size_t kMostRowsForPeople = 40;

// Labels of the rows below a list by ply: the omitted plies, and all plies.
inline constexpr const char* kDeeperPlies = "deeper";
inline constexpr const char* kAllPlies = "all";

// Nodes of each kind, cutoffs and branching for the first `most` plies. The text has no column for
// a kind that never occurs.
text::AnswerTable plies_table(const PassStats& stats, std::size_t most);
// The nodes of two searches by ply, and those that only one of them visited.
text::AnswerTable plies_table(const Comparison& found, std::size_t most);

// The last `most` passes with their counts and growth.
text::AnswerTable passes_table(const PassStats& stats, std::size_t most);
// "and 3 earlier ones"; "" if the table shows all.
std::string passes_left_out(const PassStats& stats, std::size_t most);

// A pass with the result of its root, for a list of passes without counts by kind.
struct ListedPass {
  PassRow row;
  std::optional<std::int64_t> last;  // the pass's last node, so far if it is running
  std::int64_t recorded = 0;         // ids from the root to the last node
  std::optional<Bound> bound;        // the claim of the root
  std::string best_name;             // name of row.best_move, in the notation for people
};
text::AnswerTable passes_table(const std::vector<ListedPass>& passes);

}  // namespace plytrace
