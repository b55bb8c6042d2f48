// SPDX-License-Identifier: MIT
//
// plytrace log TRACE [NODE]: prints the debugging log of a search.
#include <string>

#include "viewer/cli/cli.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/log_sinks.h"

namespace plytrace {
namespace {

struct LogCommand {
  cli::TraceOptions trace;
  std::string node = "/";
  text::LogOptions log;
  cli::Perspective perspective = cli::Perspective::kMax;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// "# search 1: alphabeta on connectk, pass 2 (iteration, depth 2), scores as MAX sees them"
std::string title(const Selection& selection, cli::Perspective perspective) {
  const SearchRow& search = selection.search;
  const PassRow& pass = selection.pass;
  std::string line = "# search " + std::to_string(search.id) + ": " + text::search_words(search) +
                     ", pass " + std::to_string(pass.ordinal) + " (" +
                     std::string(format::word(pass.purpose));
  if (pass.depth) line += ", depth " + std::to_string(*pass.depth);
  if (pass.status != format::SearchStatus::kFinished) {
    line += ", " + (pass.status == format::SearchStatus::kRunning
                        ? std::string("not finished")
                        : text::readable(format::word(pass.status)));
  }
  return line + "), scores as " + cli::perspective_words(perspective) + " them";
}

// The note about nodes that the line limit or Ctrl-C left out.
std::string left_out(const text::LogEnd& end, const NodeRow& node, std::int64_t last) {
  const std::int64_t all = last - node.id + 1;
  const bool by_limit = end.stopped_before != 0;
  return (by_limit ? "# stopped after " : "# interrupted after ") + text::count(end.lines, "line") +
         ": " + text::count(all - end.nodes, "node") + " of " + text::grouped(all) + " not shown" +
         (by_limit ? "; name a NODE, limit --depth, or give --limit 0 for all" : "");
}

Status write_text(const Selection& selection, const NodeRow& node, const LogCommand& options) {
  text::Printer printer;
  text::TextLog sink(selection.reader, printer, cli::columns_on_stdout());
  printer.line(cli::for_terminal(title(selection, options.perspective)));
  const text::LogEnd end = text::write_log(selection.reader, node, options.log, sink);
  if (end.stopped) {
    printer.line(cli::for_terminal(left_out(end, node, selection.reader.last_of(node))));
  }
  const Status written = printer.finish();
  return written ? selection.reader.status() : written;
}

Status write_json(const Selection& selection, const NodeRow& node, const LogCommand& options) {
  const TraceReader& reader = selection.reader;
  text::Printer printer;
  text::JsonLog sink(reader, printer);
  printer.raw("{\n  \"search\": " + std::to_string(selection.search.id) + ",\n  \"pass\": " +
              std::to_string(selection.pass.ordinal) + ",\n  \"node\": " + std::to_string(node.id) +
              ",\n  \"path\": " + text::json_text(text::text_json(reader.path(node.id))) +
              ",\n  \"lines\": [");
  const text::LogEnd end = text::write_log(reader, node, options.log, sink);
  const std::int64_t nodes = reader.last_of(node) - node.id + 1;
  printer.raw("\n  ],\n  \"nodes\": " + std::to_string(nodes) +
              ",\n  \"nodes_shown\": " + std::to_string(end.nodes) +
              ",\n  \"truncated\": " + (end.stopped ? "true" : "false") + "\n}\n");
  const Status written = printer.finish();
  return written ? reader.status() : written;
}

// The output for a search whose recorder died before its first pass.
Status write_nothing(const Selection& selection, const LogCommand& options) {
  if (options.format == cli::OutputFormat::kText) {
    return cli::write_stdout("# " + cli::passless_words(selection) + "\n");
  }
  return cli::write_json({{"search", selection.search.id},
                          {"pass", nullptr},
                          {"node", nullptr},
                          {"path", "/"},
                          {"lines", text::Json::array()},
                          {"nodes", 0},
                          {"nodes_shown", 0},
                          {"truncated", false}});
}

Status run_log(LogCommand options) {
  auto selection = value_of(cli::select_or_passless(options.trace));
  if (!selection.has_pass()) return write_nothing(selection, options);
  const auto node = select_node(selection, options.node);
  cli::catch_interrupts();
  options.log.interrupt = &cli::interrupted();
  options.log.view = cli::view_of(options.perspective, selection.search);
  const Status written = options.format == cli::OutputFormat::kJson
                             ? write_json(selection, node, options)
                             : write_text(selection, node, options);
  // The output so far stays; the exit code says that it is incomplete.
  if (written && cli::interrupted()) return {StatusCode::kInterrupted, "log: interrupted"};
  return written;
}

}  // namespace

void setup_log(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "log", "Show the tree as the debugging log of the search",
      {"plytrace log run.db", "plytrace log run.db /d --depth 2   # two plies below the move d",
       "plytrace log run.db --limit 0 > run.log"},
      run_log);
  cli::add_explanation(command,
                       "One node per line: move, side to move, window on entry, value (= exact, >= "
                       "lower bound,\n<= upper bound); 3+ is the next number above 3, as in a null "
                       "window (3, 3+). Where it\nhappened: '*' a bound update, '!' a cutoff with "
                       "its condition, 'T' a table event, '#' a note.");
  cli::add_trace_options(command, options->trace);
  cli::add_moves(command, options->trace.moves);
  command->add_option("node NODE", options->node, "Where to start: a path or an id (default {})");
  command->add_option("--depth N", options->log.depth, "Plies below the first node (default: all)");
  command->add_option("--limit,--max-lines N", options->log.max_lines,
                      "Print at most N lines; 0 = all (default {})");
  command->add_flag("--all", options->log.all_events, "Show table probes, stores and notes too");
  cli::add_perspective(command, options->perspective);
  cli::add_format(command, options->format);
  cli::add_rules(command);
}

}  // namespace plytrace
