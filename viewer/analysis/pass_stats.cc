// SPDX-License-Identifier: MIT
#include "viewer/analysis/pass_stats.h"

#include <algorithm>
#include <utility>

#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/claim.h"
#include "viewer/reader/trace_meta.h"

namespace plytrace {
namespace {

// A larger tree is scanned only on request (TreeScan).
constexpr std::int64_t kScanUnasked = 1'000'000;

std::optional<Bound> bound_of(const TraceReader& reader, const PassRow& pass) {
  const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
  return root ? claimed_bound(*root) : std::nullopt;
}

PassCounts count_pass(const TraceReader& reader, const PassRow& row) {
  PassCounts counts;
  counts.row = row;
  counts.bound = bound_of(reader, row);
  for (const PlySummaryRow& ply : reader.ply_summary(row.id)) add_counts(counts.total, ply);
  if (reader.names_moves() && row.best_move) {
    counts.best_name = text::best_move_name(reader, row, *row.best_move);
  }
  // Without a summary, use the node count in the row of the pass.
  if (counts.total.nodes == 0) counts.total.nodes = row.nodes.value_or(0);
  return counts;
}

}  // namespace

void add_plies(PassStats& stats, const std::vector<PlySummaryRow>& plies) {
  for (const PlySummaryRow& row : plies) {
    add_counts(stats.total, row);
    if (row.nodes > 0) stats.deepest = row.ply;
    if (stats.plies.size() < PassStats::kMostPlies) {
      stats.plies.push_back(row);
      continue;
    }
    if (!stats.deeper) stats.deeper.emplace().ply = row.ply;
    add_counts(*stats.deeper, row);
  }
}

SearchCost cost_of(const TraceReader& reader, const SearchRow& search) {
  SearchCost cost;
  for (const PassRow& row : reader.passes(search.id)) {
    const PlySummaryRow total = count_pass(reader, row).total;
    std::int64_t nodes = total.nodes;
    // A hand-made trace may have neither.
    if (nodes == 0 && row.root && row.last && *row.last >= *row.root) {
      nodes = *row.last - *row.root + 1;
    }
    cost.nodes += static_cast<std::uint64_t>(std::max<std::int64_t>(nodes, 0));
    cost.unrecorded += static_cast<std::uint64_t>(std::max<std::int64_t>(total.unrecorded, 0));
    ++cost.passes;
  }
  return cost;
}

std::int64_t cutoffs_of(const PlySummaryRow& row) { return row.alpha_cutoffs + row.beta_cutoffs; }

std::optional<double> ratio(double part, double whole) {
  if (whole == 0) return std::nullopt;
  return part / whole;
}

std::optional<double> ratio(std::int64_t part, std::int64_t whole) {
  return ratio(static_cast<double>(part), static_cast<double>(whole));
}

std::optional<double> branching(const PassStats& stats, std::size_t at) {
  if (at + 1 >= stats.plies.size()) return std::nullopt;
  // The summary counts a missing node at its own ply; rows count it at their own.
  if (stats.lacks_events || stats.plies[at].unrecorded + stats.plies[at + 1].unrecorded > 0) {
    return std::nullopt;
  }
  return ratio(stats.plies[at + 1].nodes, stats.plies[at].interior);
}

std::optional<double> mean_branching(const PassStats& stats) {
  if (stats.is_partial()) return std::nullopt;
  // Every node except the root is the child of an inner node.
  return ratio(stats.total.nodes - 1, stats.total.interior);
}

std::optional<double> effective_branching(const PassStats& stats, const PassRow& pass) {
  if (pass.status != format::SearchStatus::kFinished || stats.lacks_events) return std::nullopt;
  const std::int64_t visited = saturated_sum(stats.total.nodes, stats.total.unrecorded);
  return effective_branching_factor(static_cast<double>(visited),
                                    pass.depth.value_or(stats.deepest));
}

bool knows_skipped(const SearchRow& search, const PlySummaryRow& counts) {
  return search.captures("skipped") || cutoffs_of(counts) == 0;
}

void set_known(PassStats& stats, const TraceReader& reader, const SearchRow& search) {
  stats.lacks_events = may_lack_events(reader, search);
  stats.knows_skipped = knows_skipped(search, stats.total);
  stats.knows_cutoffs = search.captures("cutoffs") || cutoffs_of(stats.total) > 0;
}

Result<PassStats> gather_stats(const TraceReader& reader, const SearchRow& search,
                               const PassRow& pass, TreeScan scan, const ScanControl& control) {
  const TraceReader::Snapshot snapshot(reader);
  PassStats stats;
  std::vector<PlySummaryRow> plies = reader.ply_summary(pass.id);
  std::int64_t nodes = 0;
  for (const PlySummaryRow& row : plies) nodes += row.nodes;
  stats.has_summary = nodes > 0;
  const bool small = nodes <= kScanUnasked && pass.nodes.value_or(0) <= kScanUnasked;
  if (scan == TreeScan::kAlways || (scan == TreeScan::kIfSmall && (small || !stats.has_summary))) {
    auto measures = measure_tree(reader, pass, control);
    if (!measures) return measures.status();
    // The scan has computed the same counts.
    if (!stats.has_summary) plies = measures->plies;
    stats.measures = std::move(*measures);
  }
  add_plies(stats, plies);
  set_known(stats, reader, search);
  stats.bound = bound_of(reader, pass);
  std::vector<PassRow> passes = reader.passes(search.id);
  stats.cost = cost_of(reader, search);
  const std::size_t most = PassStats::kMostPasses;
  for (std::size_t i = passes.size() > most ? passes.size() - most : 0; i < passes.size(); ++i) {
    stats.passes.push_back(count_pass(reader, passes[i]));
  }
  if (!reader.status().is_ok()) return reader.status();
  return stats;
}

}  // namespace plytrace
