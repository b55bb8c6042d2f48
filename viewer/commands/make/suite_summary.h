// SPDX-License-Identifier: MIT
//
// What the rows of a suite say: for each searcher and depth the usual size of a search, its ratio
// to a reference on the same positions, and where searchers disagree. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/commands/make/suite_row.h"
#include "viewer/format/json.h"
#include "viewer/format/statistics.h"

namespace plytrace {

enum class SuiteMeasure : std::uint8_t { kNodes, kLeaves, kTime };
std::string_view word(SuiteMeasure measure);  // "nodes", "leaves", "time"
double measured(const SuiteRow& row, SuiteMeasure measure);

struct SummaryQuestion {
  SuiteMeasure measure = SuiteMeasure::kNodes;
  // A searcher, alone or with its settings as in SearcherRows; "" is the first one.
  std::string reference;
  std::uint64_t seed = 0;
  std::size_t most_listed = 20;  // disagreements
};

// The finished searches of one searcher to one depth.
struct SearcherRows {
  std::string searcher;  // with the settings that tell it from others of its name
  int depth = 0;
  bool is_reference = false;
  std::vector<const SuiteRow*> rows;
  // The reference's row of the same game, position and depth, for each row; or nullptr.
  std::vector<const SuiteRow*> reference;
  std::int64_t stopped = 0;  // searches that did not finish, which are not among `rows`
};

struct SearcherSummary {
  std::string searcher;
  int depth = 0;
  std::int64_t searches = 0, stopped = 0;
  double mean = 0, median = 0, lower_quartile = 0, upper_quartile = 0;
  // Against the reference; `ratio` is a geometric mean, nullopt for the reference itself.
  std::int64_t pairs = 0;
  std::optional<double> ratio;
  text::Interval interval;  // of the ratio, 95 %
  std::optional<text::Wilcoxon> test;
  std::int64_t comparable = 0, same_value = 0, same_move = 0;
};

// A search whose value contradicts that of the reference, or that was refuted.
struct Disagreement {
  const SuiteRow* row = nullptr;
  const SuiteRow* reference = nullptr;  // nullptr: refuted
};

struct SuiteSummary {
  SuiteMeasure measure = SuiteMeasure::kNodes;
  std::string reference;
  std::int64_t positions = 0;
  std::int64_t without_partner = 0;         // rows for which the reference has none to compare with
  std::int64_t duplicates = 0;              // rows left out: an earlier one has the same question
  std::vector<SearcherRows> groups;         // by depth, then as the searchers occur
  std::vector<SearcherSummary> searchers;   // of each group
  std::vector<Disagreement> disagreements;  // the first ones
  std::int64_t disagreements_total = 0;
};

// The rows must outlive the summary. Usage error: no such reference.
SuiteSummary summarize(const std::vector<SuiteRow>& rows, const SummaryQuestion& question);

std::string lines(const SuiteSummary& summary);
text::Json json(const SuiteSummary& summary);
std::string csv(const SuiteSummary& summary);

}  // namespace plytrace
