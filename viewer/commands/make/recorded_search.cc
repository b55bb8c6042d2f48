// SPDX-License-Identifier: MIT
#include "viewer/commands/make/recorded_search.h"

#include <csignal>
#include <utility>

#include "tracer/recording.h"
#include "viewer/commands/make/recording_progress.h"

namespace plytrace {
namespace {

Result<SearchOutcome> search_untraced(const PreparedSearch& search) {
  auto result = search.game->search(search.evaluator, search.settings, nullptr);
  if (!result) return result.status();
  return SearchOutcome{std::move(*result), std::nullopt, {}};
}

Result<SearchOutcome> search_traced(const PreparedSearch& search, const Destination& destination,
                                    bool show_progress) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its limit is a failing disk, not a reason to die
  auto started = Recording::start(destination, search.recording);
  if (!started) return started.status();
  Recording& recording = **started;
  std::unique_ptr<Recorder> recorder = recording.add_stream(search.recorder);
  std::optional<RecordingProgress> progress;
  if (show_progress) progress.emplace(recording);
  auto result = search.game->search(search.evaluator, search.settings, recorder.get());
  progress.reset();
  RecordingReport report{destination.path, recorder->recorded_nodes(), 0, 0};
  recorder.reset();
  Status trace = recording.finish();
  if (!result) return result.status();
  report.lost_events = recording.lost_events();
  report.seconds_waited = recording.seconds_waited();
  return SearchOutcome{std::move(*result), report, std::move(trace)};
}

}  // namespace

Result<PreparedSearch> prepare_search(const SearchOptions& options) {
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
  search.recording.writer = options.writer;
  return search;
}

Result<SearchOutcome> run_prepared(const PreparedSearch& search, const Destination& destination,
                                   bool progress) {
  return destination.path.empty() ? search_untraced(search)
                                  : search_traced(search, destination, progress);
}

SearchReport report_of(const PreparedSearch& search, const SearchOutcome& outcome) {
  const std::string& name = search.evaluator.name;
  return {*search.game, search.settings,
          name.empty() ? search.game->info().evaluators.front().name : name, outcome.result,
          outcome.recording};
}

}  // namespace plytrace
