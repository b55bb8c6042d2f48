// SPDX-License-Identifier: MIT
//
// plytrace search GAME: searches one position, or each position of a file, and records the searches
// with -o.
#include <memory>
#include <optional>
#include <string>

#include "viewer/answers/verify_answer.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/made_trace.h"
#include "viewer/commands/make/recorded_search.h"
#include "viewer/commands/make/search_options.h"
#include "viewer/commands/make/search_report.h"
#include "viewer/commands/make/search_shortcuts.h"
#include "viewer/commands/make/search_suite.h"
#include "viewer/commands/make/suite_row.h"

namespace plytrace {
namespace {

struct SearchCommand {
  const cli::Command* command = nullptr;
  SearchOptions search;
  bool verify = false;
  std::string picture, compare;  // "": none
};

using Judged = std::optional<verify::JudgedSearch>;

void check_notation(const std::string& word, const GameInfo& game) {
  if (word == "trace" || word == game.notation) return;
  throw Failure::usage("--notation " + word + ": " + game.name +
                       " has no other notation of moves than that of traces; leave the option out");
}

void write_report(const PreparedSearch& search, const SearchOutcome& outcome,
                  const SearchOptions& options, const Judged& judged) {
  switch (options.format) {
    case cli::OutputFormat::kJson: {
      text::Json json = search_json(report_of(search, outcome));
      if (judged) json["verdict"] = verify::word(judged->report.verdict);
      return require(cli::write_json(json));
    }
    case cli::OutputFormat::kCsv: {
      SuiteRow row = asked_row(search, 0, std::string(word(search.settings.algorithm)));
      row["line"].clear();  // not from a file
      add_result(search, outcome, row);
      if (judged) row["verdict"] = verify::word(judged->report.verdict);
      return require(cli::write_stdout(suite_heading() + suite_line(row)));
    }
    case cli::OutputFormat::kText:
      break;
  }
  SearchReport report = report_of(search, outcome);
  report.names_moves = options.notation != "trace";
  require(
      cli::write_stdout(search_text(report) + (judged ? "\n" + verify::report_text(*judged) : "")));
}

// Uses the trace of the search as the options ask, and writes the result of the search in any case.
Status finish_search(const SearchCommand& command, const PreparedSearch& search,
                     SearchOutcome outcome, const std::string& trace) {
  const SearchOptions& options = command.search;
  const bool is_temporary = options.output.path.empty();
  const bool is_interrupted = outcome.result.stopped == SearchStatus::kInterrupted;
  const bool is_usable = outcome.trace.is_ok() && !is_interrupted;
  if (is_temporary) outcome.recording.reset();
  Judged judged;
  Status failure = outcome.trace;
  if (command.verify && is_usable) {
    auto found = judge_last_search(trace, is_temporary ? "the search" : trace);
    if (found) {
      judged = std::move(*found);
    } else {
      failure = found.status();
    }
  }
  // Print the result first: a failed recording does not invalidate it (docs/cli.md).
  write_report(search, outcome, options, judged);
  if (!failure) return failure;
  if (is_interrupted) {
    return Status(StatusCode::kInterrupted,
                  "search: interrupted; the result is the best found so far");
  }
  if (!command.picture.empty()) {
    draw_last_search(trace, !is_temporary, command.picture, options.output.force);
  }
  return judged ? verify::exit_status(judged->report.verdict) : Status::ok();
}

void check_shortcuts(const SearchCommand& command) {
  const bool uses_trace = command.verify || !command.picture.empty();
  if (!command.search.positions.empty() && (uses_trace || !command.compare.empty())) {
    throw Failure::usage(
        "search: --verify, --render and --compare are for one position; 'plytrace suite' takes "
        "many");
  }
  if (!command.compare.empty() && uses_trace) {
    throw Failure::usage("search: --compare makes two searches; omit it, or --verify and --render");
  }
  if (!command.compare.empty() && command.search.notation != "trace") {
    throw Failure::usage("search: --notation names the moves of one search; omit it, or --compare");
  }
  if (command.picture.empty()) return;
  check_picture(command.picture, command.search.output);
}

Status run_search_command(const SearchCommand& command) {
  const SearchOptions& options = command.search;
  check_shortcuts(command);
  if (!options.positions.empty()) return run_search_suite(options);
  if (!command.compare.empty()) {
    return compare_searchers(*command.command, options, command.compare);
  }
  SearchOptions recorded = options;
  recorded.has_temporary_trace =
      options.output.path.empty() && (command.verify || !command.picture.empty());
  const auto search = value_of(prepare_search(recorded));
  check_notation(options.notation, search.game->info());
  Destination trace = options.output;
  std::unique_ptr<MadeTrace> temporary;
  if (recorded.has_temporary_trace) {
    temporary = value_of(make_temporary_trace());
    trace = {temporary->path()};
  }
  cli::catch_interrupts();
  auto outcome = value_of(run_into(search, trace, temporary.get()));
  return finish_search(command, search, std::move(outcome), trace.path);
}

}  // namespace

void setup_search(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "search", "Search one position, and record the search",
      {"plytrace search connect4 -d 6 -o run.db",
       "plytrace search tictactoe -a minimax -d 9 --moves b2,a1",
       "plytrace search connect4 -d 6 --verify", "plytrace search connect4 -d 4 --render tree.svg",
       "plytrace search connect4 -d 5 --compare minimax,alphabeta+static",
       "plytrace search othello -a pvs --iterative --time-limit 1s --order static",
       "plytrace search chess -a pvs -d 3 --quiescence --null-move 2 --lmr",
       "plytrace search tree --position '[[3,12,8],[2,4,6]]' -o tree.db --force",
       ("printf 'start\\nstart moves d,d\\n' > suite.txt; "
        "plytrace search connect4 -d 5 --positions suite.txt")},
      run_search_command);
  add_search_options(command, options->search);
  command->add_flag("--verify", options->verify,
                    "Judge the search, as verify does; exit as it does");
  command->add_option("--render FILE", options->picture, "Draw the search, as render does");
  command->add_option("--compare A,B", options->compare,
                      "Search by two searchers, as in minimax,pvs+static, and compare the\n"
                      "searches, as compare does");
  options->command = command;
  command->only_with("--capture", {"--output", "--verify", "--render", "--compare"});
  command->only_with("--seed", {"--ties"});
  command->only_with("--force", {"--output", "--render"});
}

}  // namespace plytrace
