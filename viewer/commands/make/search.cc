// SPDX-License-Identifier: MIT
//
// plytrace search GAME: searches one position, or each position of a file, and records the searches
// with -o.
#include <memory>

#include "viewer/commands/commands.h"
#include "viewer/commands/make/recorded_search.h"
#include "viewer/commands/make/search_options.h"
#include "viewer/commands/make/search_report.h"
#include "viewer/commands/make/search_suite.h"

namespace plytrace {
namespace {

Status write_report(const SearchReport& report, cli::OutputFormat format) {
  if (format == cli::OutputFormat::kJson) return cli::write_json(search_json(report));
  return cli::write_stdout(search_text(report));
}

Status run_search_command(const SearchOptions& options) {
  if (!options.positions.empty()) return run_search_suite(options);
  if (options.format == cli::OutputFormat::kCsv) {
    return Status::usage("search: --format csv is for --positions; use text or json");
  }
  const Result<PreparedSearch> search = prepare_search(options);
  if (!search) return search.status();
  cli::catch_interrupts();
  const Result<SearchOutcome> outcome = run_prepared(*search, options.output, true);
  if (!outcome) return outcome.status();
  const SearchReport report = report_of(*search, *outcome);
  // Print the result first: a failed recording does not invalidate it (docs/cli.md).
  if (Status status = write_report(report, options.format); !status) return status;
  if (!outcome->trace) return outcome->trace;
  return outcome->result.stopped == SearchStatus::kInterrupted
             ? Status(StatusCode::kInterrupted,
                      "search: interrupted; the result is the best found so far")
             : Status::ok();
}

}  // namespace

void setup_search(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<SearchOptions>();
  cli::Command* command =
      cli::add_command(app, "search", "Search one position, and record the search",
                       {"plytrace search connect4 -d 6 -o run.db",
                        "plytrace search tictactoe -a minimax -d 9 --moves b2,a1",
                        "plytrace search othello -a pvs --iterative --time-limit 1s --order static",
                        "plytrace search tree --position '[[3,12,8],[2,4,6]]' -o tree.db --force",
                        ("printf 'start\\nstart moves d,d\\n' > suite.txt; "
                         "plytrace search connect4 -d 5 --positions suite.txt")});
  add_search_options(command, *options);
  command->only_with("--seed", {"--ties"});
  commands.add(command, [options] { return run_search_command(*options); });
}

}  // namespace plytrace
