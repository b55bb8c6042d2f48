// SPDX-License-Identifier: MIT
//
// plytrace stats TRACE: the cost of a pass and the quality of its pruning (answers/stats.h).
#include "viewer/answers/stats.h"

#include "viewer/answers/pruned.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/format/characters.h"

namespace plytrace {
namespace {

struct StatsOptions {
  cli::TraceOptions trace;
  bool scan = false, no_scan = false;
  bool pruned = false, markdown = false;
  std::size_t limit = 50;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

Result<answers::StatsAnswer> ask_stats(const Selection& selected, const StatsOptions& options) {
  answers::StatsQuestion question{selected.search, selected.pass};
  question.scan = options.scan      ? TreeScan::kAlways
                  : options.no_scan ? TreeScan::kNever
                                    : TreeScan::kIfSmall;
  const auto nodes = static_cast<std::uint64_t>(selected.pass.nodes.value_or(0));
  const auto progress = cli::watch("reading", nodes, question.control);
  return answers::answer(selected.reader, std::move(question));
}

Status run_pruned(const StatsOptions& options) {
  const auto selected = value_of(cli::select(options.trace));
  const auto found = answers::pruned_answer(selected.reader, selected.search, selected.pass);
  if (options.markdown) return cli::write_stdout(answers::markdown(found));
  if (options.format == cli::OutputFormat::kCsv) return cli::write_stdout(answers::csv(found));
  return cli::write_answer(options.format, found, options.limit);
}

Status run_stats(const StatsOptions& options) {
  if (options.pruned) return run_pruned(options);
  const auto selected = value_of(cli::select_or_passless(options.trace));
  const auto found = value_of(ask_stats(selected, options));
  if (!selected.has_pass() && options.format == cli::OutputFormat::kText) {
    return cli::write_stdout(text::printable_lines(selected.reader.file().path + "  " +
                                                   cli::passless_words(selected) + "\n"));
  }
  return cli::write_answer(options.format, found);
}

// Shown below the examples of --help.
constexpr const char* kDefinitions =
    "\n\nDefinitions:\n"
    "  branching      searched children per inner node, re-searches included\n"
    "  by 1st move    share of the cutoffs that came after one searched move\n"
    "  skipped        moves that alpha and beta cutoffs left unsearched\n"
    "  forward pruning   moves left out without a proof, which `skipped` does not count\n"
    "  rank           how many different moves were searched up to the one that cut\n"
    "  effective branching factor   the b with 1 + b + b^2 + ... + b^depth = nodes\n"
    "  minimal tree   fewest recorded nodes that prove the root's value: one move where a\n"
    "                 bound needs one, all moves where it needs all (the critical tree)\n"
    "  Knuth and Moore   b^ceil(d/2) + b^floor(d/2) - 1, the leaves of the minimal tree of a\n"
    "                 uniform tree; alpha-beta reaches it with perfect ordering\n"
    "  growth         nodes against the pass before";

}  // namespace

void setup_stats(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "stats",
      "Show nodes, cutoffs and branching, per ply and in total, and compare the passes",
      {"plytrace stats run.db", "plytrace stats deeper.db --pass 3",
       "plytrace stats run.db --format csv > plies.csv",
       "plytrace search tree -o exam.db && plytrace stats exam.db --pruned"},
      run_stats);
  command->add_after_footer(kDefinitions);
  cli::add_trace_options(command, options->trace);
  cli::Option* scan = command->add_flag(
      "--scan", options->scan, "Scan the pass for ranks and minimal tree, however large it is");
  command->add_flag("--no-scan", options->no_scan, "Use only the summary stored in the trace")
      ->excludes(scan);
  command->add_flag("--pruned", options->pruned,
                    "List pruned leaves and subtrees, the order of the visits, and the final "
                    "windows");
  command->add_option("--limit N", options->limit,
                      "With --pruned: print at most N rows of each table; 0 = all (default {})");
  command->add_flag("--markdown", options->markdown,
                    "A table of all nodes in Markdown, for a solution sheet");
  command->only_with("--limit", {"--pruned"});
  command->only_with("--markdown", {"--pruned"});
  cli::add_moves(command, options->trace.moves);
  cli::add_format(command, options->format, true);
}

}  // namespace plytrace
