// SPDX-License-Identifier: MIT
//
// plytrace why TRACE PATH: explains why a move was searched, not searched, or not chosen.
#include <string>

#include "viewer/answers/why/line_answer.h"
#include "viewer/answers/why/why.h"
#include "viewer/cli/option_values.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"

namespace plytrace {
namespace {

struct WhyCommand {
  cli::TraceOptions trace;
  std::string path;
  TrialLimits trial;
  std::size_t max_passes = 20;
  bool no_oracle = false, is_line = false;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// Also prints an answer that is not certain; the exit code reports it.
template <class Answer>
Status write(const WhyCommand& options, const Answer& answer, const text::Json& json,
             const std::string& lines) {
  const Status written = options.format == cli::OutputFormat::kJson
                             ? cli::write_json(json)
                             : cli::write_stdout(cli::for_terminal(lines));
  if (!written || answer.is_certain()) return written;
  return Status::answer(StatusCode::kNoAnswer);
}

Status run_line(const WhyCommand& options, const Selection& selection, const std::string& path) {
  const TraceReader& reader = selection.reader;
  const auto answer = answers::answer(
      reader, answers::LineQuestion{selection.search, selection.pass, path,
                                    cli::entries(options.max_passes), &cli::interrupted()});
  return write(options, answer, answers::json(reader, answer), answers::lines(reader, answer));
}

Status run_why(const WhyCommand& options) {
  auto selection = value_of(cli::select(options.trace));
  const TraceReader& reader = selection.reader;
  std::optional<NodeRow> node;
  // A path may name a move that was never searched, but an id always names a node.
  if (!options.path.starts_with('/')) node = select_node(selection, options.path);
  cli::catch_interrupts();
  if (options.is_line) {
    return run_line(options, selection, node ? reader.path(node->id) : options.path);
  }
  TrialLimits trial = options.trial;
  if (options.no_oracle) trial.max_nodes = 0;
  const auto answer = why(
      reader, {selection.search, selection.pass, options.path, node, options.max_passes, trial});
  // An interrupted check search would give a wrong answer.
  if (cli::interrupted()) return {StatusCode::kInterrupted, "why: interrupted"};
  return write(options, answer, answers::json(reader, answer), answers::lines(answer));
}

}  // namespace

void setup_why(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "why", "Say why a move was searched, not searched, or not chosen",
      {"plytrace why run.db /d          # a move of the root: chosen or not, and why",
       "plytrace why run.db /d/c/e      # also where it was never searched",
       "plytrace why run.db /d/c/e/f --line   # where this line was lost, in each pass",
       "plytrace why run.db /d --format json"},
      run_why);
  options->trial.interrupt = &cli::interrupted();
  cli::add_explanation(command,
                       "Reports which node set the bound that cut, and the outcome of the move in "
                       "each pass. For known\n"
                       "games a skipped move is searched without pruning, to see whether it could "
                       "have mattered. Exit\n"
                       "code 3 if there is no such move, 4 if the trace does not record enough to "
                       "tell.");
  cli::add_trace_options(command, options->trace);
  cli::add_moves(command, options->trace.moves);
  command
      ->add_option("path PATH", options->path,
                   "The move: a path, also of moves never searched, or an id")
      ->required();
  command->add_flag("--line", options->is_line,
                    "Find where the line was lost: by which cutoff, reduction, table answer, ...");
  command
      ->add_option("--oracle-nodes N", options->trial.max_nodes,
                   "Node budget of the check search (default {})")
      ->check(cli::whole_number(1));
  command->add_flag("--no-oracle", options->no_oracle, "Skip the check search");
  command->add_option("--limit N", options->max_passes,
                      "List at most N passes; 0 = all (default {})");
  cli::add_format(command, options->format);
  command->alone("--line",
                 {"trace", "path", "--search", "--pass", "--moves", "--limit", "--format"});
  command->alone("--no-oracle",
                 {"trace", "path", "--search", "--pass", "--moves", "--limit", "--format"});
  cli::add_rules(command);
}

}  // namespace plytrace
