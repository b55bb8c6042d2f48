// SPDX-License-Identifier: MIT
//
// What stats, compare, info and report say by ply and by pass, as the tables from which their text,
// JSON, CSV and pages come. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/comparison.h"
#include "viewer/analysis/pass_stats.h"
#include "viewer/format/answer_table.h"

namespace plytrace {

// Rows that people are shown of a long list.
inline constexpr std::size_t kMostRowsForPeople = 40;

// The labels of the rows below a list by ply: the plies that it leaves out, and all of them.
inline constexpr const char* kDeeperPlies = "deeper";
inline constexpr const char* kAllPlies = "all";

// By ply: nodes of each kind, cutoffs, branching; the first `most` plies. For people, what never
// occurs has no column.
text::AnswerTable plies_table(const PassStats& stats, std::size_t most);
// By ply: the nodes of two searches, and those that only one of them visited.
text::AnswerTable plies_table(const Comparison& found, std::size_t most);

// The passes with their counts and their growth: the last `most`.
text::AnswerTable passes_table(const PassStats& stats, std::size_t most);
// "and 3 earlier ones", or "" where none is left out.
std::string passes_left_out(const PassStats& stats, std::size_t most);

// A pass with what its root says, for a list of passes without counts by kind.
struct ListedPass {
  PassRow row;
  std::optional<std::int64_t> last;  // node; of one under way, so far
  std::int64_t recorded = 0;         // ids from the root to the last node
  std::optional<Bound> bound;        // what the root claims
};
text::AnswerTable passes_table(const std::vector<ListedPass>& passes);

}  // namespace plytrace
