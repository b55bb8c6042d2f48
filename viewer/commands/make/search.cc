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
#include "viewer/commands/make/suite_row.h"

namespace plytrace {
namespace {

Status write_report(const PreparedSearch& search, const SearchOutcome& outcome,
                    cli::OutputFormat format) {
  switch (format) {
    case cli::OutputFormat::kJson:
      return cli::write_json(search_json(report_of(search, outcome)));
    case cli::OutputFormat::kCsv: {
      SuiteRow row = asked_row(search, 0, std::string(word(search.settings.algorithm)));
      row[SuiteColumn::kLine].clear();  // not from a file
      add_result(search, outcome, row);
      return cli::write_stdout(suite_heading() + suite_line(row));
    }
    case cli::OutputFormat::kText:
      break;
  }
  return cli::write_stdout(search_text(report_of(search, outcome)));
}

Status run_search_command(const SearchOptions& options) {
  if (!options.positions.empty()) return run_search_suite(options);
  const Result<PreparedSearch> search = prepare_search(options);
  if (!search) return search.status();
  cli::catch_interrupts();
  const Result<SearchOutcome> outcome = run_prepared(*search, options.output, true);
  if (!outcome) return outcome.status();
  // Print the result first: a failed recording does not invalidate it (docs/cli.md).
  if (Status status = write_report(*search, *outcome, options.format); !status) return status;
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
                        "plytrace search chess -a pvs -d 3 --quiescence --null-move 2 --lmr",
                        "plytrace search tree --position '[[3,12,8],[2,4,6]]' -o tree.db --force",
                        ("printf 'start\\nstart moves d,d\\n' > suite.txt; "
                         "plytrace search connect4 -d 5 --positions suite.txt")});
  add_search_options(command, *options);
  command->only_with("--seed", {"--ties"});
  commands.add(command, [options] { return run_search_command(*options); });
}

}  // namespace plytrace
