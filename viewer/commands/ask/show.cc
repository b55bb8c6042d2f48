// SPDX-License-Identifier: MIT
//
// plytrace show TRACE [NODE]: prints one node and everything that happened in it (answers/show.h).
#include "viewer/answers/show.h"

#include <string>

#include "viewer/answers/marks.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"

namespace plytrace {
namespace {

struct ShowCommand {
  cli::TraceOptions trace;
  std::string node = "/";
  std::size_t limit = 100;
  cli::Perspective perspective = cli::Perspective::kMax;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

Status run_show(const ShowCommand& options) {
  auto selection = value_of(cli::select(options.trace));
  const auto node = select_node(selection, options.node);
  const std::size_t limit = cli::entries(options.limit);
  const TraceReader& reader = selection.reader;
  const auto marks = answers::read_marks(reader, options.trace.file);
  answers::ShowAnswer found =
      answers::answer(reader, {.search = selection.search,
                               .pass = selection.pass,
                               .node = node,
                               .view = cli::view_of(options.perspective, selection.search),
                               .most_children = limit,
                               .most_events = limit,
                               .most_moves = options.limit});
  require(reader.status());
  if (!marks) cli::tell("the marks are left out: " + marks.status().message());
  for (const answers::Mark& mark : marks ? marks->marks : std::vector<answers::Mark>()) {
    if (mark.node == node.id) found.mark = mark.text;
  }
  return cli::write_answer(options.format, reader, found);
}

}  // namespace

void setup_show(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "show", "Show one node: board, window, children and every event in the order of time",
      {"plytrace show run.db          # the root", "plytrace show run.db /d/c     # by its moves",
       "plytrace show run.db '#123'   # by its id",
       "plytrace show checkers.db /11-15 --rules 'python3 checkers.py'"},
      run_show);
  cli::add_explanation(command,
                       "'*' is a bound update with its cause, '!' a cutoff with its condition and "
                       "the skipped moves,\n"
                       "'T' a table event, '#' a note.");
  cli::add_trace_options(command, options->trace);
  cli::add_moves(command, options->trace.moves);
  command->add_option("node NODE", options->node, "The node: a path or an id (default {})");
  command->add_option("--limit N", options->limit,
                      "List at most N children, and N events of each kind; 0 = all (default {})");
  cli::add_perspective(command, options->perspective);
  cli::add_format(command, options->format);
  cli::add_rules(command);
}

}  // namespace plytrace
