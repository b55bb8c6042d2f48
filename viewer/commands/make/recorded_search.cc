// SPDX-License-Identifier: MIT
#include "viewer/commands/make/recorded_search.h"

#include <utility>

#include "viewer/commands/make/recording_progress.h"

namespace plytrace {
namespace {

Result<SearchOutcome> search_untraced(const PreparedSearch& search) {
  auto result = value_of(search.game->search(search.evaluator, search.settings, nullptr));
  return SearchOutcome{std::move(result), std::nullopt, {}};
}

Result<SearchOutcome> search_traced(const PreparedSearch& search, const Destination& destination,
                                    bool show_progress) {
  const auto recording = value_of(Recording::start(destination, {}));
  std::optional<RecordingProgress> progress;
  if (show_progress) progress.emplace(*recording);
  auto outcome = run_recorded(search, *recording, destination.path);
  // Remove the progress line before anything else is printed.
  progress.reset();
  Status trace = recording->finish();
  if (!outcome) return outcome;
  outcome->recording->lost_events = recording->lost_events();
  outcome->recording->seconds_waited = recording->seconds_waited();
  outcome->trace = std::move(trace);
  return outcome;
}

}  // namespace

Result<PreparedSearch> prepare_search(const SearchOptions& options) {
  PreparedSearch search;
  search.game = cli::make_game(options.game);
  // The position may have been read from a file.
  cli::check_not_input(options.output.path);
  search.evaluator = cli::evaluator_choice(options.evaluator);
  // A check only: the search creates its own evaluator.
  (void)value_of(search.game->make_evaluator(search.evaluator));
  search.settings = value_of(search_settings(options, *search.game));
  search.settings.interrupt = &cli::interrupted();
  search.recorder = value_of(recorder_options(options, *search.game));
  return search;
}

Result<SearchOutcome> run_recorded(const PreparedSearch& search, Recording& recording,
                                   const std::string& trace) {
  // Several searches share the recording, so count the difference.
  const double waited = recording.seconds_waited();
  const std::uint64_t lost = recording.lost_events();
  // The recorder must be destroyed before the recording is finished.
  const std::unique_ptr<Recorder> recorder = recording.add_search(search.recorder);
  auto result = search.game->search(search.evaluator, search.settings, recorder.get());
  if (!result) return result.status();
  const RecordingReport report{trace, recorder->recorded_nodes(), recording.lost_events() - lost,
                               recording.seconds_waited() - waited};
  return SearchOutcome{std::move(*result), report, {}};
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
