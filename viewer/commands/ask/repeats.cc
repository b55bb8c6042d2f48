// SPDX-License-Identifier: MIT
//
// plytrace repeats TRACE: lists positions that were searched again (answers/repeats.h).
#include "viewer/answers/repeats.h"

#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"

namespace plytrace {
namespace {

struct RepeatsOptions {
  cli::PassesOptions trace;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

Result<answers::RepeatsAnswer> ask_repeats(const cli::PassesSelection& selected) {
  answers::RepeatsQuestion question{selected.search, selected.passes, selected.ordinal};
  const auto progress = cli::watch("reading", selected.nodes(), question.control);
  return answers::answer(selected.reader, std::move(question));
}

Status run_repeats(const RepeatsOptions& options) {
  const auto selected = value_of(cli::select_passes(options.trace));
  const TraceReader& reader = selected.reader;
  const TraceReader::Snapshot snapshot(reader);
  const auto found = value_of(ask_repeats(selected));
  return cli::write_answer(options.format, reader, found);
}

constexpr const char* kRepeatsDefinitions =
    "\n\nDefinitions:\n"
    "  same position   same key and side to move; plytrace's own games are replayed where a\n"
    "                  trace holds no keys\n"
    "  answerable      a visit before had ended at least as deep, with an exact value or a\n"
    "                  bound that closes the window\n"
    "  nodes again     below the visits after the first, and with them\n"
    "Sorts in 64 MB of memory and, of large traces, in a file of 56 bytes a node in TMPDIR.";

}  // namespace

void setup_repeats(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "repeats",
      "Show positions that were searched again, and what a perfect table would have saved",
      {"plytrace repeats run.db", "plytrace repeats deeper.db --pass 3",
       "plytrace repeats run.db --format json"},
      run_repeats);
  command->add_after_footer(kRepeatsDefinitions);
  cli::add_passes_options(command, options->trace);
  cli::add_format(command, options->format);
  cli::add_rules(command);
}

}  // namespace plytrace
