// SPDX-License-Identifier: MIT
//
// What a pass cost and how good its pruning was: counts per ply and in total, the passes of its
// search side by side, and, where the pass was scanned, ranks of cutoffs and the minimal tree
// (tree_measures.h). Counts come from the summary that the recorder kept, at once however large the
// trace is; the scan reads every node once.
//
// Memory: lists are bounded. Errors: damaged file, interrupted. Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/analysis/tree_measures.h"

namespace plytrace {

// What a search cost: all its passes, abandoned ones too. Nodes as they were recorded.
struct SearchCost {
  std::uint64_t nodes = 0;
  std::size_t passes = 0;
};
SearchCost cost_of(const TraceReader& reader, const SearchRow& search);

// A pass with its counts over all plies.
struct PassCounts {
  PassRow row;
  PlySummaryRow total;
};

struct PassStats {
  static constexpr std::size_t kMostPlies = 1000;   // rows of the list by ply
  static constexpr std::size_t kMostPasses = 1000;  // the last ones are listed

  std::vector<PlySummaryRow> plies;     // the first kMostPlies
  std::optional<PlySummaryRow> deeper;  // the others in one row
  PlySummaryRow total;
  bool has_summary = false;
  bool knows_skipped = true;  // how many moves the cutoffs skipped
  std::int64_t deepest = 0;
  std::optional<TreeMeasures> measures;  // where the pass was scanned
  std::vector<PassCounts> passes;
  SearchCost cost;  // of the whole search
};

// Passes of up to a million nodes are scanned unasked: about a second.
enum class TreeScan { kIfSmall, kAlways, kNever };

Result<PassStats> gather_stats(const TraceReader& reader, const SearchRow& search,
                               const PassRow& pass, TreeScan scan, const ScanControl& control);

// Puts the rows by ply into the lists and the total.
void add_plies(PassStats& stats, const std::vector<PlySummaryRow>& plies);

std::int64_t leaves_of(const PlySummaryRow& row);
std::int64_t cutoffs_of(const PlySummaryRow& row);

// Whether the numbers of skipped moves in the counts mean anything: a search need not say them.
bool knows_skipped(const SearchRow& search, const PlySummaryRow& counts);

// None where the whole is 0.
std::optional<double> ratio(double part, double whole);
std::optional<double> ratio(std::int64_t part, std::int64_t whole);

// Searched moves per inner node: nodes of the next ply for each inner node of this one.
std::optional<double> branching(const PassStats& stats, std::size_t ply);
std::optional<double> mean_branching(const PassStats& stats);
std::optional<double> effective_branching(const PassStats& stats, const PassRow& pass);

}  // namespace plytrace
