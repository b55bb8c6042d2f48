// SPDX-License-Identifier: MIT
//
// The cost of a pass and the quality of its pruning: counts per ply and in total, the passes of its
// search side by side, and, if the pass was scanned, ranks of cutoffs and the minimal tree
// (tree_measures.h). Counts come from the recorder's summary and are immediate for any size of
// trace; a scan reads every node once.
//
// Memory: lists are bounded. Errors: damaged file, interrupted. Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/tree_measures.h"

namespace plytrace {

// The cost of a search: nodes of all its passes, abandoned ones included.
struct SearchCost {
  std::uint64_t nodes = 0;       // recorded
  std::uint64_t unrecorded = 0;  // visited, but not recorded
  std::size_t passes = 0;

  std::uint64_t visited() const { return nodes + unrecorded; }
};
SearchCost cost_of(const TraceReader& reader, const SearchRow& search);

// A pass and its counts over all plies.
struct PassCounts {
  PassRow row;
  PlySummaryRow total;
  std::optional<Bound> bound;  // the claim of the root
  std::string best_name;       // name of row.best_move, in the notation for people
};

struct PassStats {
  static constexpr std::size_t kMostPlies = 1000;   // rows in the list by ply
  static constexpr std::size_t kMostPasses = 1000;  // only the last passes are listed

  std::vector<PlySummaryRow> plies;     // the first kMostPlies plies
  std::optional<PlySummaryRow> deeper;  // all deeper plies in one row
  PlySummaryRow total;
  bool has_summary = false;
  bool lacks_events = false;   // nodes may be missing that `total.unrecorded` does not count
  bool knows_skipped = true;   // each cutoff says how many moves it skipped
  bool knows_cutoffs = true;   // cutoffs are captured, or some are recorded
  std::optional<Bound> bound;  // the claim of the root of the pass
  std::int64_t deepest = 0;
  std::optional<TreeMeasures> measures;  // only if the pass was scanned
  std::vector<PassCounts> passes;
  SearchCost cost;  // for the whole search

  bool is_partial() const { return lacks_events || total.unrecorded > 0; }
};

// kIfSmall scans passes of up to a million nodes, which takes about a second.
enum class TreeScan { kIfSmall, kAlways, kNever };

Result<PassStats> gather_stats(const TraceReader& reader, const SearchRow& search,
                               const PassRow& pass, TreeScan scan, const ScanControl& control);

// Adds the rows by ply to the lists and the total.
void add_plies(PassStats& stats, const std::vector<PlySummaryRow>& plies);

std::int64_t cutoffs_of(const PlySummaryRow& row);

// Sets what is known of these counts; call it when `total` is complete.
void set_known(PassStats& stats, const TraceReader& reader, const SearchRow& search);
// Whether each cutoff says how many moves it skipped. Otherwise the counts are of the cutoffs that
// do: a search need not report it.
bool knows_skipped(const SearchRow& search, const PlySummaryRow& counts);

// nullopt if the whole is 0.
std::optional<double> ratio(double part, double whole);
std::optional<double> ratio(std::int64_t part, std::int64_t whole);

// Nodes of the next ply per inner node of a ply. Counts re-searches and null moves like moves.
// nullopt if some of them were not recorded.
std::optional<double> branching(const PassStats& stats, std::size_t ply);
std::optional<double> mean_branching(const PassStats& stats);
// The effective branching factor of all visited nodes; nullopt for a pass that did not finish.
std::optional<double> effective_branching(const PassStats& stats, const PassRow& pass);

}  // namespace plytrace
