// SPDX-License-Identifier: MIT
//
// plytrace search GAME: searches one position, and records it where -o is given. Everything is
// checked before the trace is touched; a trace that cannot be written never changes the result.
#include <csignal>
#include <memory>

#include "tracer/commands/commands.h"
#include "tracer/commands/recording_progress.h"
#include "tracer/commands/search_options.h"
#include "tracer/commands/search_report.h"
#include "tracer/recorder.h"
#include "tracer/recording.h"

namespace plytrace {
namespace {

// A search whose words have been checked.
struct PreparedSearch {
  std::unique_ptr<AnyGame> game;
  EvaluatorChoice evaluator;
  SearchSettings settings;
  RecorderOptions recorder;
};

Result<PreparedSearch> prepare(const SearchOptions& options) {
  PreparedSearch search;
  auto game = cli::make_game(options.game);
  if (!game) return game.status();
  search.game = std::move(*game);
  auto evaluator = cli::evaluator_choice(options.evaluator);
  if (!evaluator) return evaluator.status();
  search.evaluator = std::move(*evaluator);
  if (const auto made = search.game->make_evaluator(search.evaluator); !made) return made.status();
  auto settings = search_settings(options, *search.game);
  if (!settings) return settings.status();
  search.settings = *settings;
  search.settings.interrupt = &cli::interrupted();
  auto recorder = recorder_options(options, *search.game);
  if (!recorder) return recorder.status();
  search.recorder = std::move(*recorder);
  return search;
}

Status write_report(const SearchReport& report, cli::OutputFormat format) {
  if (format == cli::OutputFormat::kJson) return cli::write_json(search_json(report));
  return cli::write_stdout(search_text(report));
}

// What came out: the result, and what became of the recording, if there was one.
struct Outcome {
  SearchResult result;
  std::optional<RecordingReport> recording;
  Status trace;  // a trace that could not be written does not spoil the result
};

Result<Outcome> search_untraced(const PreparedSearch& search) {
  auto result = search.game->search(search.evaluator, search.settings, nullptr);
  if (!result) return result.status();
  return Outcome{std::move(*result), std::nullopt, {}};
}

Result<Outcome> search_traced(const PreparedSearch& search, const Destination& destination) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its limit is a failing disk, not a reason to die
  auto started = Recording::start(destination, {});
  if (!started) return started.status();
  Recording& recording = **started;
  std::unique_ptr<Recorder> recorder = recording.add_stream(search.recorder);
  std::optional<RecordingProgress> progress(std::in_place, recording);
  auto result = search.game->search(search.evaluator, search.settings, recorder.get());
  progress.reset();
  RecordingReport report{destination.path, recorder->recorded_nodes(), 0, 0};
  recorder.reset();
  Status trace = recording.finish();
  if (!result) return result.status();
  report.lost_events = recording.lost_events();
  report.seconds_waited = recording.seconds_waited();
  return Outcome{std::move(*result), report, std::move(trace)};
}

Status run_search_command(const SearchOptions& options) {
  const Result<PreparedSearch> search = prepare(options);
  if (!search) return search.status();
  cli::catch_interrupts();
  const Result<Outcome> outcome = options.output.path.empty()
                                      ? search_untraced(*search)
                                      : search_traced(*search, options.output);
  if (!outcome) return outcome.status();
  const std::string& name = search->evaluator.name;
  const SearchReport report{*search->game, search->settings,
                            name.empty() ? search->game->info().evaluators.front().name : name,
                            outcome->result, outcome->recording};
  if (Status status = write_report(report, options.format); !status) return status;
  if (!outcome->trace) return outcome->trace;
  return outcome->result.stopped == SearchStatus::kInterrupted
             ? Status(StatusCode::kInterrupted, "search: interrupted; the result is what was found")
             : Status::ok();
}

}  // namespace

void setup_search(CLI::App& app, cli::CommandList& commands) {
  const auto options = std::make_shared<SearchOptions>();
  CLI::App* command =
      cli::add_command(app, "search", "Search one position, and record the search",
                       {"plytrace search connect4 -d 6 -o run.db",
                        "plytrace search tictactoe -a minimax -d 9 --moves b2,a1",
                        "plytrace search othello -a pvs --iterative --time-limit 5s --order static",
                        "plytrace search tree --position '[[3,12,8],[2,4,6]]' -o tree.db --force"});
  add_search_options(command, *options);
  commands.add(command, [options] { return run_search_command(*options); });
}

}  // namespace plytrace
