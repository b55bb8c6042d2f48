// SPDX-License-Identifier: MIT
//
// plytrace pv TRACE: prints the principal variation, step by step (answers/pv.h).
#include "viewer/answers/pv.h"

#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"

namespace plytrace {
namespace {

struct PvCommand {
  cli::TraceOptions trace;
  cli::Perspective perspective = cli::Perspective::kMax;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

Status run_pv(const PvCommand& options) {
  const auto selection = value_of(cli::select(options.trace));
  const TraceReader& reader = selection.reader;
  const auto found = answers::answer(
      reader, answers::PvQuestion{selection.search, selection.pass,
                                  cli::view_of(options.perspective, selection.search)});
  return cli::write_answer(options.format, reader, found);
}

}  // namespace

void setup_pv(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "pv", "Show the principal variation: move, who made it, value and window at each step",
      {"plytrace pv run.db", "plytrace pv deeper.db --pass 2 --format json"}, run_pv);
  cli::add_trace_options(command, options->trace);
  cli::add_moves(command, options->trace.moves);
  cli::add_perspective(command, options->perspective);
  cli::add_format(command, options->format);
  cli::add_rules(command);
}

}  // namespace plytrace
