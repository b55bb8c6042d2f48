// SPDX-License-Identifier: MIT
//
// plytrace stats TRACE: what a pass cost and how good its pruning was, per ply and in total, and
// the passes of the search side by side. Counts come from the summary that the recorder kept, at
// once however large the trace is; ranks and the minimal tree need one scan.
#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "viewer/answers/answer_tables.h"
#include "viewer/answers/stats_facts.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/table.h"

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

Json stats_json(const PassStats& stats, const cli::Selection& selected) {
  Json json;
  json["trace"] = text::text_json(selected.reader.file().path);
  json["search"] = selected.search.id;
  json["pass"] = selected.has_pass() ? Json(selected.pass.ordinal) : Json(nullptr);
  json["algorithm"] = text::text_json(selected.search.algorithm);
  json["depth"] = text::number_json(selected.pass.depth);
  json["value"] = text::score_json(selected.pass.value);
  const text::AnswerTable plies = plies_table(stats, stats.plies.size());
  json["total"] = plies.json_below(kAllPlies);
  const std::vector<StatsFact> facts = stats_facts(stats, selected.pass);
  put_facts(json, facts, false);
  json["plies"] = plies.json();
  json["deeper_plies"] = plies.json_below(kDeeperPlies);
  json["scan"] = nullptr;
  if (stats.measures) put_facts(json["scan"], facts, true);
  json["passes"] = passes_table(stats, stats.passes.size()).json();
  json["passes_total"] = stats.cost.passes;
  return json;
}

// Text ----------------------------------------------------------------------------------------

// "branching                   5.29 searched moves per inner node"
std::string facts_text(const PassStats& stats, const PassRow& pass) {
  std::string text;
  for (const StatsFact& fact : stats_facts(stats, pass)) {
    if (fact.page == StatsFact::Page::kReport || fact.cell.heading.empty()) continue;
    text += text::wrapped(fmt::format("{:<28}{}", fact.cell.heading, fact.cell.words), 28) + "\n";
  }
  return text;
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
      facts_text(stats, pass) + passes_text(stats));
}

Status run_stats(const StatsOptions& options) {
  const auto selected = cli::select_or_passless(options.trace);
  if (!selected) return selected.status();
  const auto stats = gather(*selected, options);
  if (!stats) return stats.status();
  if (!selected->has_pass() && options.format == cli::OutputFormat::kText) {
    return cli::write_stdout(text::printable_lines(selected->reader.file().path + "  " +
                                                   cli::passless_words(*selected) + "\n"));
  }
  if (selected->has_pass() && !stats->measures && !stats->has_summary) {
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
