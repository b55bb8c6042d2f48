// SPDX-License-Identifier: MIT
//
// plytrace stats TRACE: what a pass cost and how good its pruning was, per ply and in total, and
// the passes of the search side by side. Counts come from the summary that the recorder kept, at
// once however large the trace is; ranks and the minimal tree need one scan.
#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "viewer/analysis/answer_tables.h"
#include "viewer/analysis/pass_stats.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/plain/table.h"
#include "viewer/text/format.h"
#include "viewer/text/row_json.h"

namespace plytrace {
namespace {

using text::Json;

struct StatsOptions {
  cli::TraceOptions trace;
  bool scan = false, no_scan = false;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

Result<PassStats> gather(const cli::Selection& selected, const StatsOptions& options) {
  cli::catch_interrupts();
  const auto nodes = static_cast<std::uint64_t>(selected.pass.nodes.value_or(0));
  cli::Progress progress("reading", nodes);
  ScanControl control;
  control.progress = [&](std::uint64_t done) { progress.at(done); };
  control.interrupt = &cli::interrupted();
  const TreeScan scan = options.scan      ? TreeScan::kAlways
                        : options.no_scan ? TreeScan::kNever
                                          : TreeScan::kIfSmall;
  return gather_stats(selected.reader, selected.search, selected.pass, scan, control);
}

// JSON ----------------------------------------------------------------------------------------

Json number(std::optional<double> value) {
  return value ? text::score_json(*value) : Json(nullptr);
}

Json size_json(const TreeSize& size) { return {{"nodes", size.nodes}, {"leaves", size.leaves}}; }

Json ranks_json(const TreeMeasures& measures) {
  Json json;
  json["cutoffs"] = measures.ranked_cutoffs;
  json["mean"] = number(
      ratio(static_cast<double>(measures.rank_sum), static_cast<double>(measures.ranked_cutoffs)));
  json["by_rank"] = Json::array();
  for (const std::uint64_t count : measures.cut_ranks) json["by_rank"].push_back(count);
  return json;
}

Json minimal_json(const TreeMeasures& measures) {
  if (!measures.minimal_tree) return nullptr;
  Json json = size_json(*measures.minimal_tree);
  json["share"] = number(ratio(static_cast<double>(measures.minimal_tree->nodes),
                               static_cast<double>(measures.tree.nodes)));
  return json;
}

Json uniform_json(const TreeMeasures& measures) {
  if (!measures.uniform) return nullptr;
  const auto [branching, depth] = *measures.uniform;
  Json json;
  json["branching"] = branching;
  json["depth"] = depth;
  json["knuth_moore_leaves"] = number(knuth_moore_leaves(static_cast<double>(branching), depth));
  return json;
}

Json scan_json(const TreeMeasures& measures) {
  Json json;
  json["tree"] = size_json(measures.tree);
  json["cut_ranks"] = ranks_json(measures);
  json["minimal_tree"] = minimal_json(measures);
  json["uniform"] = uniform_json(measures);
  json["re_search_nodes"] = measures.re_search_nodes;
  json["probes"] = {{"found", measures.probes},
                    {"answered", measures.probes_answered},
                    {"narrowed", measures.probes_narrowed}};
  return json;
}

Json stats_json(const PassStats& stats, const cli::Selection& selected) {
  Json json;
  json["trace"] = text::text_json(selected.reader.file().path);
  json["search"] = selected.search.id;
  json["pass"] = selected.pass.ordinal;
  json["algorithm"] = text::text_json(selected.search.algorithm);
  json["depth"] = text::number_json(selected.pass.depth);
  json["value"] = text::score_json(selected.pass.value);
  const text::AnswerTable plies = plies_table(stats, stats.plies.size());
  json["total"] = plies.json_below(kAllPlies);
  json["branching"] = number(mean_branching(stats));
  json["effective_branching_factor"] = number(effective_branching(stats, selected.pass));
  json["plies"] = plies.json();
  json["deeper_plies"] = plies.json_below(kDeeperPlies);
  json["scan"] = stats.measures ? scan_json(*stats.measures) : Json(nullptr);
  json["passes"] = passes_table(stats, stats.passes.size()).json();
  json["passes_total"] = stats.cost.passes;
  return json;
}

// Text ----------------------------------------------------------------------------------------

// "branching                   5.29 searched moves per inner node"
std::string fact(std::string_view name, const std::string& words) {
  return text::wrapped(fmt::format("{:<28}{}", name, words), 28) + "\n";
}

std::string ranks_text(const TreeMeasures& measures) {
  if (measures.ranked_cutoffs == 0) return {};
  std::string ranks;
  for (std::size_t i = 0; i < measures.cut_ranks.size(); ++i) {
    if (measures.cut_ranks[i] == 0) continue;
    const bool last = i + 1 == measures.cut_ranks.size();
    ranks += fmt::format("{}{}: {}, ", i + 1, last ? " and up" : "",
                         text::grouped(measures.cut_ranks[i]));
  }
  const auto mean =
      ratio(static_cast<double>(measures.rank_sum), static_cast<double>(measures.ranked_cutoffs));
  return fact("rank of the cutting move", ranks + "mean " + fixed_text(mean));
}

std::string minimal_words(const TreeMeasures& measures) {
  if (!measures.minimal_tree) {
    return "not known: the recorded nodes alone do not prove the value of the root";
  }
  return fmt::format("{} nodes, {} leaves; the search visited {} times as many nodes",
                     text::grouped(measures.minimal_tree->nodes),
                     text::grouped(measures.minimal_tree->leaves),
                     fixed_text(ratio(static_cast<double>(measures.tree.nodes),
                                      static_cast<double>(measures.minimal_tree->nodes))));
}

std::string minimal_text(const TreeMeasures& measures) {
  const std::string minimal = fact("minimal tree", minimal_words(measures));
  if (!measures.uniform) return minimal;
  const auto [branching, depth] = *measures.uniform;
  return minimal +
         fact("Knuth and Moore",
              fmt::format("{:.0f} leaves for {} moves everywhere and depth {}; the search visited "
                          "{}",
                          knuth_moore_leaves(static_cast<double>(branching), depth), branching,
                          depth, text::grouped(measures.tree.leaves)));
}

std::string cutoffs_text(const PassStats& stats) {
  const PlySummaryRow& total = stats.total;
  const std::int64_t cutoffs = cutoffs_of(total);
  const std::string all =
      fact("cutoffs",
           fmt::format("{} ({} alpha, {} beta), {}", text::grouped(cutoffs),
                       text::grouped(total.alpha_cutoffs), text::grouped(total.beta_cutoffs),
                       stats.knows_skipped ? text::grouped(total.cutoffs_skipping) + " skipped " +
                                                 text::count(total.skipped, "move")
                                           : std::string("skipped moves not recorded")));
  if (cutoffs == 0) return all;
  std::string first = fmt::format("{} ({}", text::grouped(total.cut_by_first),
                                  share_text(total.cut_by_first, cutoffs));
  // A table entry or a stand pat cuts without a move: it has no first one.
  const std::int64_t by_move = cutoffs_by_move(stats);
  if (by_move < cutoffs && by_move > 0) {
    first += fmt::format("; {} of the {} cutoffs by a move",
                         share_text(total.cut_by_first, by_move), text::grouped(by_move));
  }
  return all + fact("cut by the first move", first + ")");
}

std::string re_searches_text(const PassStats& stats) {
  std::string words = text::grouped(stats.total.re_searches);
  if (stats.measures) {
    const auto nodes = static_cast<std::int64_t>(stats.measures->re_search_nodes);
    words += fmt::format(" with {} nodes ({})", text::grouped(nodes),
                         share_text(nodes, stats.total.nodes));
  }
  return fact("re-searches", words);
}

std::string totals_text(const PassStats& stats, const PassRow& pass) {
  const PlySummaryRow& total = stats.total;
  std::string text = cutoffs_text(stats);
  if (stats.measures) text += ranks_text(*stats.measures);
  text += fact("branching", fixed_text(mean_branching(stats)) + " searched moves per inner node");
  if (const auto effective = effective_branching(stats, pass)) {
    text +=
        fact("effective branching factor", fmt::format("{} at depth {}", fixed_text(effective, 3),
                                                       pass.depth.value_or(stats.deepest)));
  }
  if (total.table > 0) {
    text += fact("answered by the table", fmt::format("{} nodes ({})", text::grouped(total.table),
                                                      share_text(total.table, total.nodes)));
  }
  if (total.re_searches > 0) text += re_searches_text(stats);
  if (total.unrecorded > 0) {
    text += fact("not recorded", text::count(total.unrecorded, "node"));
  }
  if (stats.measures) return text + minimal_text(*stats.measures);
  return text + fact("ranks and minimal tree", "not looked for in a pass of this size; try --scan");
}

std::string passes_text(const PassStats& stats) {
  if (stats.cost.passes < 2) return {};
  const std::string left = passes_left_out(stats, kMostRowsForPeople);
  return "\nPasses of the search\n" +
         passes_table(stats, kMostRowsForPeople).for_people().text("  ", text::kPageWidth) +
         (left.empty() ? "" : "  " + left + "\n");
}

std::string stats_text(const PassStats& stats, const cli::Selection& selected) {
  const PassRow& pass = selected.pass;
  const std::string& algorithm = selected.search.algorithm;
  std::string title = fmt::format(
      "{}  search {}{}, pass {}: {}", selected.reader.file().path, selected.search.id,
      algorithm.empty() ? "" : " (" + algorithm + ")", pass.ordinal, word(pass.purpose));
  if (pass.depth) title += fmt::format(", depth {}", *pass.depth);
  title += fmt::format(", value {}, {}", text::score(pass.value),
                       text::count(stats.total.nodes, "node"));
  if (pass.status != format::SearchStatus::kFinished) {
    title += fmt::format(" ({})", word(pass.status));
  }
  return text::printable_lines(
      text::wrapped(title, 2) + "\n\n" +
      plies_table(stats, kMostRowsForPeople).for_people().text("  ", text::kPageWidth) + "\n" +
      totals_text(stats, pass) + passes_text(stats));
}

Status run_stats(const StatsOptions& options) {
  const auto selected = cli::select(options.trace);
  if (!selected) return selected.status();
  const auto stats = gather(*selected, options);
  if (!stats) return stats.status();
  if (!stats->measures && !stats->has_summary) {
    return Status::bad_input(selected->reader.file().path +
                             ": has no summary by ply; leave out --no-scan");
  }
  switch (options.format) {
    case cli::OutputFormat::kJson:
      return cli::write_json(stats_json(*stats, *selected));
    case cli::OutputFormat::kCsv:
      return cli::write_stdout(plies_table(*stats, stats->plies.size()).csv());
    case cli::OutputFormat::kText:
      break;
  }
  return cli::write_stdout(stats_text(*stats, *selected));
}

// Under the examples of --help.
constexpr const char* kDefinitions =
    "\n\nDefinitions:\n"
    "  branching      searched children per inner node, re-searches included\n"
    "  by 1st move    share of the cutoffs that came after one searched move\n"
    "  skipped        moves that cutoffs left unsearched\n"
    "  rank           how many different moves were searched up to the one that cut\n"
    "  effective branching factor   the b with 1 + b + b^2 + ... + b^depth = nodes\n"
    "  minimal tree   fewest recorded nodes that prove the root's value: one move where a\n"
    "                 bound needs one, all moves where it needs all (the critical tree)\n"
    "  Knuth and Moore   b^ceil(d/2) + b^floor(d/2) - 1, the leaves of the minimal tree of a\n"
    "                 uniform tree; alpha-beta reaches it with perfect ordering\n"
    "  growth         nodes against the pass before";

}  // namespace

void setup_stats(cli::Program& app, cli::CommandList& commands) {
  auto options = std::make_shared<StatsOptions>();
  cli::Command* command = cli::add_command(
      app, "stats",
      "Nodes, cutoffs and branching, per ply and in total, and the passes side by side",
      {"plytrace stats run.db", "plytrace stats deeper.db --pass 3",
       "plytrace stats run.db --format csv > plies.csv"});
  command->add_after_footer(kDefinitions);
  cli::add_trace_options(command, options->trace);
  cli::Option* scan = command->add_flag(
      "--scan", options->scan, "Scan the pass for ranks and minimal tree, however large it is");
  command->add_flag("--no-scan", options->no_scan, "Only what the summary of the trace tells")
      ->excludes(scan);
  cli::add_format(command, options->format, true);
  commands.add(command, [options] { return run_stats(*options); });
}

}  // namespace plytrace
